import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Position } from "../log/event-id.ts";
import type { Columns } from "./index/item-columns.ts";
import { NameOrder } from "./index/name-order.ts";
import { NodeTree } from "./index/node-tree.ts";
import { Postings } from "./index/postings.ts";
import { type Contents, Segment } from "./index/segment.ts";
import { SortedTexts } from "./index/sorted-texts.ts";
import { Vocabulary } from "./index/vocabulary.ts";
import type { FollowedIndex } from "./index.sql.ts";
import { readPacked, writePacked } from "./packed.ts";

/** A segment from this size on has a file of its own, which is written once. Smaller ones are written every time. */
const ownFileFrom = 20_000;
const indexFile = "index";

type StoredContents = {
  columns: Columns;
  vocabulary: {
    words: Pick<SortedTexts, "text" | "starts">;
    sounds: Pick<SortedTexts, "text" | "starts">;
    wordsOfSound: Uint32Array;
    soundStarts: Uint32Array;
    languages: readonly string[];
  };
  postings: Pick<Postings, "starts" | "bytes">;
  orders: Record<string, Pick<NameOrder, "entries" | "blocks" | "bytes">>;
};
type StoredSegment = { live: Uint32Array; liveCount: number; file?: string; contents?: StoredContents };
type StoredIndex = { position: Position; nodes: Float64Array; parents: Float64Array; segments: StoredSegment[] };

/** The index of a project on disk, so that a restart does not read the whole catalog again. */
export class IndexFiles {
  readonly #folder: string;
  /** The files of segments that are on disk. */
  readonly #files = new WeakMap<Contents, string>();
  /** What is on disk, if it is still in memory: this alone must not keep it there. */
  #written: WeakRef<FollowedIndex> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, projectKey: number) {
    this.#folder = join(folder, String(projectKey));
  }

  /** Whether `index` is what is on disk. */
  has(index: FollowedIndex): boolean {
    return this.#written?.deref() === index;
  }

  /** The position in the log of what is on disk, without reading its large segments. */
  position(): Promise<Position | undefined> {
    return this.#next(async () => {
      const stored = (await readPacked(join(this.#folder, indexFile))) as StoredIndex | undefined;
      return stored?.position;
    });
  }

  read(): Promise<FollowedIndex | undefined> {
    return this.#next(() => this.#read());
  }

  write(index: FollowedIndex): Promise<void> {
    return this.#next(() => this.#write(index));
  }

  /** One after the other: an index that left memory may still be written while the next one is read. */
  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  async #read(): Promise<FollowedIndex | undefined> {
    const stored = (await readPacked(join(this.#folder, indexFile))) as StoredIndex | undefined;
    if (!stored) return undefined;
    const segments: Segment[] = [];
    for (const { live, liveCount, file, contents } of stored.segments) {
      const read = file === undefined ? contents : ((await readPacked(join(this.#folder, file))) as StoredContents);
      if (!read) return undefined;
      const segment = new Segment(contentsOf(read), live, liveCount);
      if (file !== undefined) this.#files.set(segment.contents, file);
      segments.push(segment);
    }
    const parents = new Map<number, number>();
    for (const [i, node] of stored.nodes.entries()) parents.set(node, stored.parents[i] as number);
    const index = { position: stored.position, tree: new NodeTree(parents), segments };
    this.#written = new WeakRef(index);
    return index;
  }

  async #write(index: FollowedIndex): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const segments: StoredSegment[] = [];
    for (const { contents, size, live, liveCount } of index.segments) {
      let file = this.#files.get(contents);
      if (file === undefined && size >= ownFileFrom) {
        file = `${crypto.randomUUID()}.segment`;
        await writePacked(join(this.#folder, file), storedContents(contents));
        this.#files.set(contents, file);
      }
      segments.push(
        file === undefined ? { live, liveCount, contents: storedContents(contents) } : { live, liveCount, file },
      );
    }
    const { parents } = index.tree;
    const stored: StoredIndex = {
      position: index.position,
      nodes: Float64Array.from(parents.keys()),
      parents: Float64Array.from(parents.values()),
      segments,
    };
    await writePacked(join(this.#folder, indexFile), stored);
    this.#written = new WeakRef(index);
    const inUse = new Set([indexFile, ...segments.map(({ file }) => file)]);
    for (const name of await readdir(this.#folder)) {
      if (!inUse.has(name)) await rm(join(this.#folder, name), { force: true });
    }
  }
}

const storedContents = ({ columns, vocabulary, postings, orders }: Contents): StoredContents => {
  const { words, sounds, wordsOfSound, soundStarts, languages } = vocabulary;
  return {
    columns,
    vocabulary: { words, sounds, wordsOfSound, soundStarts, languages },
    postings,
    orders: Object.fromEntries(orders),
  };
};

const sortedTexts = ({ text, starts }: Pick<SortedTexts, "text" | "starts">) => new SortedTexts(text, starts);

const contentsOf = ({ columns, vocabulary, postings, orders }: StoredContents): Contents => ({
  columns,
  vocabulary: new Vocabulary({
    ...vocabulary,
    words: sortedTexts(vocabulary.words),
    sounds: sortedTexts(vocabulary.sounds),
  }),
  postings: new Postings(postings.starts, postings.bytes),
  orders: new Map(
    Object.entries(orders).map(([language, order]) => [
      language,
      new NameOrder(order.entries, order.blocks, order.bytes),
    ]),
  ),
});
