import type { Db } from "../db/db.ts";
import type { Log } from "../http/logger.ts";
import { inTurns, turn } from "../http/turns.ts";
import type { Entry } from "./index/entry.ts";
import { merged } from "./index/merge.ts";
import { NodeTree } from "./index/node-tree.ts";
import { bytesOf, changed, replaced, toMerge } from "./index/project-index.ts";
import { type Segment, segmentOf } from "./index/segment.ts";
import { changesSince, type FollowedIndex, readProject } from "./index.sql.ts";
import type { IndexFiles } from "./index-files.ts";

/** Entries of the parts that a project is read into, and how many parts become one at a time. */
const partSize = 20_000;
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

  constructor(db: Db, projectKey: number, files: IndexFiles, log: Log) {
    this.#db = db;
    this.#projectKey = projectKey;
    this.#files = files;
    this.#log = log;
  }

  get bytes(): number {
    return this.#index ? bytesOf(this.#index) : 0;
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

  /** Ends the work in the background. */
  end(): void {
    this.#ended = true;
  }

  async #follow(): Promise<FollowedIndex> {
    if (!this.#index) await this.#load();
    for (;;) {
      const index = this.#index as FollowedIndex;
      const since = await this.#db.read((reader) => changesSince(reader, index, this.#projectKey));
      if (!since) {
        await this.#readAll();
        continue;
      }
      const next = { ...(await inTurns(changed(index, since.changes))), position: since.position };
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
    let position: FollowedIndex["position"] | undefined;
    const parents = new Map<number, number>();
    const parts: Segment[][] = [];
    let entries: Entry[] = [];
    const add = async (part: Segment, level: number) => {
      const alike = parts[level] ?? [];
      parts[level] = [...alike, part];
      if (parts[level].length < partsAtOnce) return;
      parts[level] = [];
      await add(await inTurns(merged([...alike, part], true)), level + 1);
    };
    const addEntries = async () => {
      const part = await inTurns(segmentOf(entries, [], true));
      entries = [];
      await add(part, 0);
    };
    this.#itemsRead = 0;
    for await (const { changes, position: start } of readProject(this.#db, this.#projectKey)) {
      position = start;
      for (const entry of changes.entries.values()) entries.push(entry);
      for (const [node, parent] of changes.parents) parents.set(node, parent);
      this.#itemsRead += changes.entries.size - changes.parents.size;
      if (entries.length >= partSize) await addEntries();
      await turn();
    }
    if (entries.length > 0) await addEntries();
    const all = parts.flat();
    const segments = all.length === 0 ? [] : [await inTurns(merged(all))];
    this.#index = { position: position as FollowedIndex["position"], tree: new NodeTree(parents), segments };
  }

  /** Merges segments in the background, until nothing is left to merge. */
  #merge(): void {
    this.#merging ??= this.#mergeAll()
      .catch((error: unknown) => this.#log.error({ error }, "the search index cannot be merged"))
      .finally(() => {
        this.#merging = undefined;
      });
  }

  async #mergeAll(): Promise<void> {
    for (;;) {
      const parts = this.#ended || !this.#index ? undefined : toMerge(this.#index.segments);
      if (!parts) return;
      const whole = await inTurns(merged(parts));
      const index = this.#index as FollowedIndex;
      this.#index = { ...index, segments: replaced(index.segments, parts, whole) };
    }
  }
}
