import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import { inTurns, turn } from "../http/turns.ts";
import type { Entry } from "./index/entry.ts";
import { merged } from "./index/merge.ts";
import { NodeTree } from "./index/node-tree.ts";
import { bytesOf, changed, replaced, toMerge } from "./index/project-index.ts";
import { type Segment, segmentOf } from "./index/segment.ts";
import { changesSince, type FollowedIndex, readProject } from "./index.sql.ts";
import type { IndexFiles } from "./index-files.ts";

/** Entries of the parts that a project is read into, and how many parts become one at a time. */
const partSize = 5_000;
/** A part is made earlier where its texts have so many characters. */
const partCharacters = 4_000_000;
const pauseMs = 50;
const partsAtOnce = 16;

/** The index of one project, which follows the log and keeps its segments few. */
export class LoadedIndex {
  readonly #db: Db;
  readonly #projectKey: number;
  readonly #files: IndexFiles;
  readonly #log: Log;
  #index: FollowedIndex | undefined;
  #following: Promise<FollowedIndex> | undefined;
  #next: Promise<FollowedIndex> | undefined;
  #merging: Promise<void> | undefined;
  #saving: Promise<void> = Promise.resolve();
  #itemsRead = 0;
  #ended = false;
  #closed = false;
  /** Whether nobody waits for the project to be read, and something else needs the memory and the time. */
  #isToPause = () => false;

  constructor(db: Db, projectKey: number, files: IndexFiles, log: Log) {
    this.#db = db;
    this.#projectKey = projectKey;
    this.#files = files;
    this.#log = log;
  }

  /** From now on, reading the whole project pauses while this is so. */
  pauseWhile(isToPause: () => boolean): void {
    this.#isToPause = isToPause;
  }

  get bytes(): number {
    return this.#index ? bytesOf(this.#index) : 0;
  }

  /** Whether it is in memory. Until then it is being read or made. */
  get isReady(): boolean {
    return this.#index !== undefined;
  }

  /** How many items were read so far, while the index is made. */
  get itemsRead(): number {
    return this.#itemsRead;
  }

  /** The index with everything that was committed before this call. Calls that wait together are served by one read. */
  current(): Promise<FollowedIndex> {
    if (!this.#following) {
      this.#following = this.#follow().finally(() => {
        this.#following = undefined;
      });
      return this.#following;
    }
    // What is read right now may have started before the last commit.
    this.#next ??= this.#following
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.current();
      });
    return this.#next;
  }

  /** Whether all of it is on disk. */
  get isSaved(): boolean {
    return this.#index !== undefined && this.#files.has(this.#index);
  }

  /** Writes to disk what is not there yet. If that fails, the next start reads the catalog again. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(async () => {
      const index = this.#index;
      if (!index || this.#files.has(index)) return;
      try {
        await this.#files.write(index);
      } catch (error) {
        this.#log.warn({ error: (error as Error).message }, "the search index cannot be saved");
      }
    });
    return this.#saving;
  }

  /** Resolves when nothing is left to merge. */
  async allMerged(): Promise<void> {
    await this.#merging;
  }

  /** Starts no more work in the background. Whoever waits for the index still gets it. */
  end(): void {
    this.#ended = true;
  }

  /** Ends all work, and saves what is there. */
  async close(): Promise<void> {
    this.#ended = true;
    this.#closed = true;
    await this.#following?.catch(() => {});
    await this.#merging;
    await this.save();
  }

  /** Work in turns for others, until the index is closed. */
  #inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
    return inTurns(this.#untilClosed(work));
  }

  *#untilClosed<Result>(work: Generator<void, Result>): Generator<void, Result> {
    for (;;) {
      this.#goOn();
      const step = work.next();
      if (step.done) return step.value;
      yield;
    }
  }

  #goOn(): void {
    if (this.#closed) {
      throw new Problem("unavailable", "The service is stopping.", {}, { "retry-after": "2", connection: "close" });
    }
  }

  async #follow(): Promise<FollowedIndex> {
    this.#goOn();
    if (!this.#index) await this.#load();
    for (;;) {
      this.#goOn();
      const index = this.#index as FollowedIndex;
      const since = await this.#db.read((reader) => changesSince(reader, index, this.#projectKey));
      if (!since) {
        await this.#readAll();
        continue;
      }
      const after = await this.#inTurns(changed(index, since.changes));
      const isSame = after === index && since.position.seq === index.position.seq;
      const next = isSame ? index : { ...after, position: since.position };
      // A merge may have ended meanwhile.
      if (this.#index !== index) continue;
      this.#index = next;
      this.#merge();
      if (since.isAll) return next;
    }
  }

  async #load(): Promise<void> {
    this.#index = await this.#files.read();
    if (!this.#index) await this.#readAll();
  }

  async #readAll(): Promise<void> {
    const started = performance.now();
    this.#index = await this.#made();
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    this.#log.info({ items: this.#itemsRead, seconds }, "made a search index");
  }

  async #made(): Promise<FollowedIndex> {
    let position: FollowedIndex["position"] | undefined;
    const parents = new Map<number, number>();
    const parts: Segment[][] = [];
    let entries: Entry[] = [];
    let characters = 0;
    const add = async (part: Segment, level: number) => {
      const alike = parts[level] ?? [];
      parts[level] = [...alike, part];
      if (parts[level].length < partsAtOnce) return;
      parts[level] = [];
      await add(await this.#inTurns(merged([...alike, part], true)), level + 1);
    };
    const addEntries = async () => {
      const part = await this.#inTurns(segmentOf(entries, [], true));
      entries = [];
      characters = 0;
      await add(part, 0);
    };
    this.#itemsRead = 0;
    for await (const { changes, position: start } of readProject(this.#db, this.#projectKey)) {
      position = start;
      for (const entry of changes.entries.values()) {
        entries.push(entry);
        for (const { length } of entry.texts) characters += length;
      }
      for (const [node, parent] of changes.parents) parents.set(node, parent);
      this.#itemsRead += changes.entries.size - changes.parents.size;
      if (entries.length >= partSize || characters >= partCharacters) await addEntries();
      await turn();
      this.#goOn();
      while (this.#isToPause()) {
        await Bun.sleep(pauseMs);
        this.#goOn();
      }
    }
    if (entries.length > 0) await addEntries();
    const all = parts.flat();
    const segments = all.length === 0 ? [] : [await this.#inTurns(merged(all))];
    return { position: position as FollowedIndex["position"], tree: new NodeTree(parents), segments };
  }

  /** Merges segments in the background, until nothing is left to merge. */
  #merge(): void {
    this.#merging ??= this.#mergeAll()
      .catch((error: unknown) => {
        if (!this.#closed) this.#log.error({ error }, "the search index cannot be merged");
      })
      .finally(() => {
        this.#merging = undefined;
      });
  }

  async #mergeAll(): Promise<void> {
    for (;;) {
      const parts = this.#ended || !this.#index ? undefined : toMerge(this.#index.segments);
      if (!parts) return;
      const whole = await this.#inTurns(merged(parts));
      const index = this.#index as FollowedIndex;
      this.#index = { ...index, segments: replaced(index.segments, parts, whole) };
    }
  }
}
