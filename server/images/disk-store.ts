import { mkdirSync, statSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ImageStore, type OpenedImage, type StoredImage, storeUnavailable } from "./image-store.ts";

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

  async renew(name: string): Promise<boolean> {
    try {
      const handle = await open(this.#path(name), "r");
      try {
        const now = new Date();
        await handle.utimes(now, now);
        await handle.sync();
      } finally {
        await handle.close();
      }
      // Moved aside before its time was new, it may be removed; moved aside later, it comes back.
      return statSync(this.#path(name), { throwIfNoEntry: false }) !== undefined;
    } catch (error) {
      if (missing(error)) return false;
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

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
