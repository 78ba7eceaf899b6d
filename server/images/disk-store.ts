import { mkdirSync, statSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ImageStore, type OpenedImage, type StoredImage, storeUnavailable } from "./image-store.ts";

/** A commit that comes meanwhile waits for the disk to take so much, and not for 20 MiB. */
const syncedAtOnce = 1024 * 1024;
const comparedAtOnce = 256 * 1024;

const missing = (error: unknown) => (error as { code?: string }).code === "ENOENT";

/**
 * Files in folders by the first two letters of their name. A file appears under its name whole and synced, or not
 * at all, whenever the power goes.
 */
export class DiskStore implements ImageStore {
  readonly location: string;
  readonly #folder: string;
  readonly #removed: string;
  readonly #made = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#removed = join(folder, "removed");
    this.location = folder;
    mkdirSync(folder, { recursive: true });
  }

  async prepare(name: string, bytes: Uint8Array, file: string): Promise<boolean> {
    if (await this.#renew(name, bytes)) return false;
    try {
      // Before any of it is on the disk: to free it there would hold up commits.
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
   * To write the same again, and to free what was there, would hold up commits. Whatever stands in the way, such as a
   * file of another user or one that is damaged: then it is put again.
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
      // Moved aside before its time was new, it may be removed; moved aside later, it comes back.
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
      // Not through the thread pool: the name is most likely in the kernel's cache, and the hop costs more than the call.
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
   * Moved aside first and looked at then: an upload of the same picture puts a new file under the name, either
   * before, and then it is found to be new and goes back, or after, and then it is not touched.
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
