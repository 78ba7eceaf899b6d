import { constants, mkdirSync, statSync } from "node:fs";
import { access, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ImageStore, type OpenedImage, type StoredImage, storeUnavailable } from "./image-store.ts";

/** A concurrent commit waits until the disk has written this much, instead of 20 MiB. */
const syncedAtOnce = 1024 * 1024;
const comparedAtOnce = 256 * 1024;

const missing = (error: unknown) => (error as { code?: string }).code === "ENOENT";

/**
 * Stores files in folders named by the first two letters of the file. Even after a power cut, a file is under its name
 * complete and synced, or not there.
 */
export class DiskStore implements ImageStore {
  readonly location: string;
  readonly isShared = false;
  readonly #folder: string;
  readonly #removed: string;
  readonly #made = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#removed = join(folder, "removed");
    this.location = folder;
    mkdirSync(folder, { recursive: true });
  }

  check(): Promise<void> {
    return access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  async prepare(name: string, bytes: Uint8Array, file: string): Promise<boolean> {
    if (await this.#renew(name, bytes)) return false;
    try {
      // Before the upload is flushed to disk: freeing its blocks there would delay commits.
      await rm(file, { force: true });
      await using handle = await open(file, "wx");
      for (let at = 0; at < bytes.length; ) {
        at += (await handle.write(bytes.subarray(at, at + syncedAtOnce))).bytesWritten;
        await handle.datasync();
      }
      return true;
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  /**
   * Renews the time of a file that already holds these bytes: writing them again, and freeing the old file, would delay
   * commits. Returns false on any obstacle, such as another user's file or a damaged one; it is then put again.
   */
  async #renew(name: string, bytes: Uint8Array): Promise<boolean> {
    const path = this.#path(name);
    try {
      if (statSync(path, { throwIfNoEntry: false })?.size !== bytes.length) return false;
      await using handle = await open(path, "r");
      if (!(await holds(handle, bytes))) return false;
      const now = new Date();
      await handle.utimes(now, now);
      await handle.sync();
      // If `remove` moved it aside before it got its new time, it may be gone; later, `remove` moves it back.
      return statSync(path, { throwIfNoEntry: false }) !== undefined;
    } catch {
      return false;
    }
  }

  async put(name: string, file: string): Promise<void> {
    const folder = this.#shard(name);
    try {
      await sync(file);
      if (!this.#made.has(folder)) {
        await mkdir(folder, { recursive: true });
        await sync(this.#folder);
        this.#made.add(folder);
      }
      await rename(file, join(folder, name));
      await sync(folder);
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  async open(name: string): Promise<OpenedImage | undefined> {
    const path = this.#path(name);
    try {
      // Not in the thread pool: the name is most likely in the kernel's cache, and the hop costs more than the call.
      const info = statSync(path, { throwIfNoEntry: false });
      if (!info) return undefined;
      const { size } = info;
      const file = Bun.file(path);
      return { size, body: (start, end) => (end - start === size ? file : file.slice(start, end)) };
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  async bytes(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      return await readFile(this.#path(name));
    } catch (error) {
      if (missing(error)) return undefined;
      throw storeUnavailable(error);
    }
  }

  async *list(): AsyncIterable<StoredImage> {
    for (const shard of (await readdir(this.#folder)).filter((entry) => /^[0-9a-f]{2}$/.test(entry)).sort()) {
      for (const name of (await readdir(join(this.#folder, shard))).sort()) {
        try {
          const { size, mtimeMs } = await stat(join(this.#folder, shard, name));
          yield { name, size, modifiedAt: mtimeMs };
        } catch (error) {
          if (!missing(error)) throw error;
        }
      }
    }
  }

  /**
   * Moves the file aside before it checks its time. An upload of the same picture puts a new file under the name either
   * before that, and then its time is new and it moves back, or after, and then it is not touched.
   */
  async remove(name: string, putBefore: number): Promise<boolean> {
    const aside = join(this.#removed, name);
    try {
      await mkdir(this.#removed, { recursive: true });
      await rename(this.#path(name), aside);
      if ((await stat(aside)).mtimeMs >= putBefore) {
        await rename(aside, this.#path(name));
        return false;
      }
      await rm(aside);
      return true;
    } catch (error) {
      if (missing(error)) return false;
      throw error;
    }
  }

  #shard(name: string): string {
    return join(this.#folder, name.slice(0, 2));
  }

  #path(name: string): string {
    return join(this.#shard(name), name);
  }
}

async function holds(handle: FileHandle, bytes: Uint8Array): Promise<boolean> {
  const piece = Buffer.allocUnsafeSlow(comparedAtOnce);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(piece, 0, piece.length, at);
    if (bytesRead === 0 || !piece.subarray(0, bytesRead).equals(bytes.subarray(at, at + bytesRead))) return false;
    at += bytesRead;
  }
  return true;
}

async function sync(path: string): Promise<void> {
  await using handle = await open(path, "r");
  await handle.sync();
}
