import { failureOf, HttpError } from "../../contract/client.ts";

type Progress = (share: number) => void;

const mostTries = 5;

/** Uploads one picture, and waits while the service is busy with others. */
export async function uploadPicture(file: File, progress: Progress): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(file, progress);
    } catch (error) {
      const isBusy = error instanceof HttpError && error.status === 503;
      if (!isBusy || error.retryAfterMs === undefined || tries === mostTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs));
    }
  }
}

/** Uses XMLHttpRequest, because fetch does not report how much was sent. */
function send(file: File, progress: Progress): Promise<string> {
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
