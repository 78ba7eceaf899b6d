import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import { AddressRefused, FetchFailed, safeFetch } from "../http/safe-fetch.ts";
import type { Images } from "./create-images.ts";
import { ingest, type ReadyImage } from "./ingest.ts";
import { type ReceivedFile, tooManyBytes } from "./received.ts";

const fetchTimeoutMs = 20_000;

/** Who sends a picture: those of one address take turns with those of others. */
export type Sender = { address: string; signal: AbortSignal };

/** Checks a file that has arrived, and puts it into the store. The file itself is removed. */
export async function takePicture(
  { store, uploads, inbox }: Images,
  { path, size }: ReceivedFile,
  sender: Sender,
): Promise<ReadyImage> {
  try {
    const image = await ingest({ path, size }, { store, queue: uploads }, sender);
    if (image.isNew) await store.put(image.name, path);
    return image;
  } finally {
    await inbox.discard(path);
  }
}

/** Fetches a picture from its address, if that is one that the service may ask. */
export async function fetchPicture(
  { fetchAllow, inbox }: Images,
  url: string,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  try {
    const response = await safeFetch(url, {
      allow: fetchAllow,
      timeoutMs: fetchTimeoutMs,
      maxBytes: limits.imageBytes,
      headers: { accept: "image/avif,image/webp,image/*;q=0.8", "accept-encoding": "identity" },
      signal,
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new Problem("url_unreachable", `The address answered with the status ${response.status}.`, {
        upstreamStatus: response.status,
      });
    }
    return await inbox.receive(response.body);
  } catch (error) {
    if (error instanceof AddressRefused) throw new Problem("url_not_allowed", error.message);
    if (!(error instanceof FetchFailed)) throw error;
    throw error.reason === "too_large" ? tooManyBytes() : new Problem("url_unreachable", error.message);
  }
}

/** Where clients find a picture. `origin` is that of the service, if no setting says it. */
export const pictureAddress = ({ baseUrl }: Images, publicUrl: string | undefined, origin: string, name: string) =>
  baseUrl === undefined ? `${publicUrl ?? origin}/uploads/${name}` : `${baseUrl}/${name}`;
