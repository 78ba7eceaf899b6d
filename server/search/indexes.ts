import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import type { Position } from "../log/event-id.ts";
import type { FollowedIndex } from "./index.sql.ts";
import { IndexFiles } from "./index-files.ts";
import { LoadedIndex } from "./loaded-index.ts";

/** An index that is not used for this long leaves memory; the next request reads it from disk. */
const idleMs = 15 * 60_000;
const saveMs = 60_000;
const largeBytes = 20 * 1024 * 1024;
/** A request waits for an index no longer than this. For a million items it is made in one to two minutes. */
const usualWaitMs = 10_000;

type IndexesParts = {
  db: Db;
  /** Where they are kept between two starts. */
  folder: string;
  maxBytes: number;
  log: Log;
  longestWaitMs?: number;
};

type Used = { loaded: LoadedIndex; usedAt: number };

/**
 * The indexes of the projects in use. They follow the log when somebody asks, so that an answer contains everything that
 * was committed before the request. The least recently used leave memory first; the one in use stays, however large its
 * project is.
 */
export class Indexes {
  readonly #db: Db;
  readonly #folder: string;
  readonly #log: Log;
  readonly #maxBytes: number;
  readonly #longestWaitMs: number;
  readonly #used = new Map<number, Used>();
  readonly #files = new Map<number, IndexFiles>();
  readonly #timer: NodeJS.Timeout;

  constructor({ db, folder, maxBytes, log, longestWaitMs = usualWaitMs }: IndexesParts) {
    this.#db = db;
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#log = log;
    this.#longestWaitMs = longestWaitMs;
    this.#timer = setInterval(() => this.#saveAndRemove(), saveMs);
    this.#timer.unref();
  }

  get bytes(): number {
    let sum = 0;
    for (const { loaded } of this.#used.values()) sum += loaded.bytes;
    return sum;
  }

  /** The index of a project, with everything that was committed before this call. */
  async of(projectKey: number): Promise<FollowedIndex> {
    const used = this.#use(projectKey);
    const index = await this.#waitFor(used.loaded);
    this.#removeLeastUsed(used);
    return index;
  }

  /**
   * Brings the index of a project on disk up to date, or makes it. Nobody has asked for it, so it stays in memory only if
   * it was there before, if somebody asks meanwhile, or if it cannot be saved. While `isToPause` says so and nobody asks,
   * reading the project pauses. Returns the last change that it has.
   */
  async prepare(projectKey: number, isToPause = () => false): Promise<number> {
    const known = this.#used.get(projectKey);
    const used = known ?? this.#use(projectKey);
    const { usedAt } = used;
    const isUnused = () => !known && used.usedAt === usedAt;
    used.loaded.pauseWhile(() => isUnused() && isToPause());
    try {
      const { position } = await used.loaded.current();
      await used.loaded.allMerged();
      await used.loaded.save();
      if (isUnused() && used.loaded.isSaved) this.#giveBack(projectKey, used);
      else this.#removeLeastUsed(used);
      return position.seq;
    } catch (error) {
      if (isUnused()) this.#remove(projectKey, used);
      throw error;
    }
  }

  /** Whether the disk has so many bytes left. Where the system does not say, it has. */
  async hasRoom(bytes: number): Promise<boolean> {
    const found = await statfs(dirname(this.#folder)).catch(() => undefined);
    return found === undefined || found.bavail * found.bsize >= bytes;
  }

  /** The position in the log of the index of a project on disk; undefined if there is none. */
  positionOnDisk(projectKey: number): Promise<Position | undefined> {
    return this.#filesOf(projectKey).position();
  }

  async #waitFor(loaded: LoadedIndex): Promise<FollowedIndex> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const items = loaded.itemsRead.toLocaleString("en");
        const detail = `The search index of this project is being made; ${items} items are read so far.`;
        reject(new Problem("unavailable", detail, {}, { "retry-after": "5" }));
      }, this.#longestWaitMs);
    });
    try {
      return await Promise.race([loaded.current(), tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const all = [...this.#used.values()];
    this.#used.clear();
    await Promise.all(all.map(({ loaded }) => loaded.close()));
  }

  #filesOf(projectKey: number): IndexFiles {
    let files = this.#files.get(projectKey);
    if (!files) {
      files = new IndexFiles(this.#folder, projectKey);
      this.#files.set(projectKey, files);
    }
    return files;
  }

  #use(projectKey: number): Used {
    let used = this.#used.get(projectKey);
    if (!used) {
      used = { loaded: new LoadedIndex(this.#db, projectKey, this.#filesOf(projectKey), this.#log), usedAt: 0 };
      this.#used.set(projectKey, used);
    }
    used.usedAt = performance.now();
    return used;
  }

  /** Of a large index that is not used any more, the memory would stay with the process until it grows again. */
  #giveBack(projectKey: number, used: Used): void {
    const isLarge = used.loaded.bytes > largeBytes;
    this.#remove(projectKey, used);
    if (isLarge) setTimeout(() => Bun.gc(true), 0).unref();
  }

  #removeLeastUsed(inUse: Used): void {
    const byUse = [...this.#used].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [projectKey, used] of byUse) {
      if (this.bytes <= this.#maxBytes || used === inUse) return;
      if (used.loaded.isReady) this.#remove(projectKey, used);
    }
  }

  #saveAndRemove(): void {
    const before = performance.now() - idleMs;
    for (const [projectKey, used] of this.#used) {
      if (used.usedAt < before && used.loaded.isReady) this.#remove(projectKey, used);
      else void used.loaded.save();
    }
  }

  #remove(projectKey: number, { loaded }: Used): void {
    this.#used.delete(projectKey);
    loaded.end();
    void loaded.save();
  }
}
