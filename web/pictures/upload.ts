import { HttpError } from "../../contract/client.ts";
import { sendForm } from "../platform/send-form.ts";

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

async function send(file: File, progress: Progress): Promise<string> {
  const body = new FormData();
  body.append("image", file);
  return (await sendForm<{ url: string }>("/api/upload", body, { progress })).data.url;
}

export const picturesIn = (data: DataTransfer): File[] =>
  [...data.files].filter((file) => file.type.startsWith("image/"));
