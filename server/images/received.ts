import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../../contract/limits.ts";
import { newId } from "../http/ids.ts";
import { Problem } from "../http/problem.ts";
import { Slots } from "../http/slots.ts";
import { storeUnavailable } from "./image-store.ts";
import { removeLeftBehind } from "./left-behind.ts";
import { writeNewFile } from "./new-file.ts";

/** Each uses about 3 MB while it arrives: what the server has read ahead, and what is being written. */
const mostUploads = 60;
/** Leaves some for others: a client that sends without pause is refused, and no other client. */
const mostOfOne = 50;

export type ReceivedFile = { path: string; size: number };

export const tooManyBytes = () =>
  new Problem("image_too_large", `The picture is larger than ${limits.imageBytes / 1024 / 1024} MiB.`, {
    maxBytes: limits.imageBytes,
  });

/** Receives files on the same disk as the pictures, so that a rename is enough to store them. */
export class Inbox {
  readonly #folder: string;
  /** From the first byte of an upload until it is answered. */
  readonly uploads = new Slots({
    atOnce: mostUploads,
    mostWaiting: 0,
    detail: `${mostUploads} uploads are already in progress.`,
    ofOne: { atOnce: mostOfOne, mostWaiting: 0, detail: `${mostOfOne} uploads of yours are already in progress.` },
    retryAfterSeconds: 2,
  });

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  newPath(): string {
    return join(this.#folder, `${newId()}.${process.pid}`);
  }

  async receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const path = this.newPath();
    let size = 0;
    const take = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > limits.imageBytes) throw tooManyBytes();
    };
    await writeNewFile(path, { chunks, take, cannotStore: storeUnavailable });
    return { path, size };
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  /** Removes files that a killed process left behind. */
  sweep(): Promise<void> {
    return removeLeftBehind(this.#folder);
  }
}
