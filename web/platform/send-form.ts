import { failureOf } from "../../contract/client.ts";
import { keys, queryClient } from "./api.ts";

type Sending = {
  /** Called with the share that is sent. */
  progress(share: number): void;
  signal?: AbortSignal;
};

/** Sends files. Uses XMLHttpRequest, because fetch does not report how much was sent. */
export function sendForm<T>(path: string, body: FormData, { progress, signal }: Sending) {
  return new Promise<{ status: number; data: T }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onerror = () => reject(new TypeError("unreachable"));
    request.onabort = () => reject(signal?.reason);
    request.onload = () => {
      if (request.status < 400) return resolve({ status: request.status, data: request.response as T });
      // The session has ended: asking for it shows the sign-in.
      if (request.status === 401) void queryClient.invalidateQueries({ queryKey: keys.session });
      reject(failureOf(request.status, (name) => request.getResponseHeader(name), request.response));
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
