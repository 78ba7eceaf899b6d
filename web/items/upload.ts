import { failureOf } from "../../contract/client.ts";

/** Uploads one picture. XMLHttpRequest, because fetch does not tell how much has been sent. */
export function uploadPicture(file: File, progress: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("image", file);
    request.open("POST", "/api/upload");
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onerror = () => reject(new TypeError("unreachable"));
    request.onload = () => {
      if (request.status === 201) resolve((request.response as { url: string }).url);
      else reject(failureOf(request.status, (name) => request.getResponseHeader(name), request.response));
    };
    request.send(body);
  });
}

export const picturesIn = (data: DataTransfer): File[] =>
  [...data.files].filter((file) => file.type.startsWith("image/"));
