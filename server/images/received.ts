import { mkdirSync } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../../contract/limits.ts";
import { newId } from "../http/ids.ts";
import { Problem } from "../http/problem.ts";
import { storeUnavailable } from "./image-store.ts";

const garbageBytes = 4 * 1024 * 1024;
const fewFiles = 8;
const staleMs = 24 * 60 * 60 * 1000;

export type ReceivedFile = { path: string; size: number };

export const tooManyBytes = () =>
  new Problem("image_too_large", `The picture has more than ${limits.imageBytes / 1024 / 1024} MiB.`, {
    maxBytes: limits.imageBytes,
  });

/** Where files are written while they arrive, on the same disk as the pictures so that a rename takes them in. */
export class Inbox {
  readonly #folder: string;
  #garbage = 0;
  #arriving = 0;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  newPath(): string {
    return join(this.#folder, `${newId()}.${process.pid}`);
  }

  /**
   * Writes what arrives to a file, chunk by chunk: the next one is asked for when the last one is written, so a
   * slow disk slows the sender down instead of filling the memory.
   */
  async receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const path = this.newPath();
    this.#arriving++;
    try {
      return { path, size: await this.#write(path, chunks) };
    } catch (error) {
      await this.discard(path);
      throw error;
    } finally {
      this.#arriving--;
    }
  }

  async #write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    const handle = await open(path, "wx").catch((error) => {
      throw storeUnavailable(error);
    });
    let size = 0;
    try {
      for await (const chunk of chunks) {
        size += chunk.byteLength;
        this.#noteGarbage(chunk.byteLength);
        if (size > limits.imageBytes) throw tooManyBytes();
        try {
          for (let written = 0; written < chunk.byteLength; ) {
            written += (await handle.write(chunk, written)).bytesWritten;
          }
        } catch (error) {
          throw storeUnavailable(error);
        }
      }
    } finally {
      await handle.close();
    }
    return size;
  }

  /**
   * The chunks that came through are garbage, and the collector takes its time over memory outside of its own heap:
   * fifty uploads of 20 MiB at once held 380 MB, 233 to 330 MB if it is asked every 16 MiB, and 207 to 233 MB if every 4 MiB,
   * with which they take 6 seconds in place of 4.3. A few at a time do no harm.
   */
  #noteGarbage(bytes: number): void {
    this.#garbage += bytes;
    if (this.#arriving <= fewFiles || this.#garbage < garbageBytes) return;
    this.#garbage = 0;
    Bun.gc(true);
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  /** What a process that was killed has left behind. */
  async sweep(now: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const info = await stat(path).catch(() => undefined);
      if (info && now - info.mtimeMs > staleMs) await this.discard(path);
    }
  }
}
