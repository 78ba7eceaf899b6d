import type { Entry } from "./entry.ts";
import type { NodeTree } from "./node-tree.ts";
import { numberAt } from "./number-words.ts";
import { type Contents, type Segment, segmentOf } from "./segment.ts";

/** Everything of a project that can be searched, filtered and counted. */
export type ProjectIndex = {
  readonly tree: NodeTree;
  /** Each entry is live in one of them. */
  readonly segments: readonly Segment[];
};

/** The languages that names of the project are in. */
export const languagesOf = ({ segments }: Pick<ProjectIndex, "segments">): string[] => [
  ...new Set(segments.flatMap(({ contents }) => contents.vocabulary.languages)),
];

/** What is different from an index: the current entries, and what is gone. */
export type Changes = {
  /** The current entries, and the parents of those that are nodes. */
  entries: ReadonlyMap<number, Entry>;
  parents: ReadonlyMap<number, number>;
  /** Keys of what no longer exists; with a node went everything that is still below it. */
  gone: ReadonlySet<number>;
};

/** The index after these changes, made in steps. */
export function* changed(index: ProjectIndex, changes: Changes): Generator<void, ProjectIndex> {
  const { entries, parents, gone } = changes;
  if (entries.size === 0 && gone.size === 0) return index;
  const tree = index.tree.with(parents);
  const nodes = tree.branchesOf(new Set([...gone].filter((key) => tree.has(key))));
  // While a transaction is open, everything after its start is read again each time.
  const fresh = [...entries.values()].filter(
    (entry) => !gone.has(entry.key) && !nodes.has(entry.place) && !isKnown(entry, index),
  );
  const old = new Set([...fresh.map(({ key }) => key), ...gone]);
  const segments = index.segments.map((segment) => withoutKeys(segment, old));
  if (fresh.length > 0) segments.push(yield* segmentOf(fresh, languagesOf(index)));
  return {
    tree: tree.with(new Map([...nodes].map((node) => [node, undefined]))),
    segments: segments.map((segment) => withoutPlaces(segment, nodes)).filter(({ liveCount }) => liveCount > 0),
  };
}

const isKnown = ({ key, place, version }: Entry, { segments }: ProjectIndex): boolean =>
  segments.some((segment) => {
    const index = segment.indexOf(key);
    if (index < 0 || !segment.isLive(index)) return false;
    const { places, versions } = segment.contents.columns;
    return numberAt(versions, index) === version && places.values[numberAt(places.numbers, index)] === place;
  });

function withoutKeys(segment: Segment, keys: ReadonlySet<number>): Segment {
  const indexes: number[] = [];
  for (const key of keys) {
    const index = segment.indexOf(key);
    if (index >= 0 && segment.isLive(index)) indexes.push(index);
  }
  return indexes.length > 0 ? segment.without(indexes) : segment;
}

function withoutPlaces(segment: Segment, nodes: ReadonlySet<number>): Segment {
  if (nodes.size === 0) return segment;
  const { values, numbers } = segment.contents.columns.places;
  const isGone = values.map((place) => nodes.has(place));
  if (!isGone.includes(true)) return segment;
  const indexes: number[] = [];
  for (let i = 0; i < segment.size; i++) if (isGone[numbers.values[i] as number]) indexes.push(i);
  return segment.without(indexes);
}

/** How many segments of about one size become one. */
const atOnce = 5;
/** How much larger the next size is. */
const growth = 8;
const smallest = 64;

const sizeOf = ({ liveCount }: Segment): number =>
  Math.max(0, Math.ceil(Math.log(liveCount / smallest) / Math.log(growth)));

/** The segments that should be merged next, if any: many of one size, or one of which half is no longer live. */
export function toMerge(segments: readonly Segment[]): readonly Segment[] | undefined {
  const bySize = Map.groupBy(segments, sizeOf);
  for (const size of [...bySize.keys()].sort((one, other) => one - other)) {
    const alike = bySize.get(size) ?? [];
    if (alike.length >= atOnce) return alike;
  }
  const half = segments.find(({ size, liveCount }) => size > smallest && liveCount < size / 2);
  return half && [half];
}

/**
 * The segments with `parts` as one, which was made of them while they changed: what is not live in them any more is not
 * live in it either.
 */
export function replaced(segments: readonly Segment[], parts: readonly Segment[], whole: Segment): Segment[] {
  const keys: number[] = [];
  for (const part of parts) {
    const now = segments.find(({ contents }) => contents === part.contents);
    const left = now?.live ?? new Uint32Array(part.live.length);
    for (let word = 0; word < part.live.length; word++) {
      let bits = (part.live[word] as number) & ~(left[word] as number);
      for (; bits !== 0; bits &= bits - 1) {
        const index = word * 32 + 31 - Math.clz32(bits & -bits);
        if (index < part.size) keys.push(part.contents.columns.keys.values[index] as number);
      }
    }
  }
  const old = new Set(parts.map(({ contents }) => contents));
  const rest = segments.filter(({ contents }) => !old.has(contents));
  const current = withoutKeys(whole, new Set(keys));
  return current.liveCount > 0 ? [...rest, current] : rest;
}

const measured = new WeakMap<Contents, number>();

/** The memory that an index takes, about. */
export function bytesOf({ segments, tree }: ProjectIndex): number {
  let bytes = tree.parents.size * 50;
  for (const { contents, live } of segments) {
    let size = measured.get(contents);
    if (size === undefined) {
      size = sizeOfValue(contents);
      measured.set(contents, size);
    }
    bytes += size + live.byteLength;
  }
  return bytes;
}

function sizeOfValue(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  const parts = value instanceof Map ? value.values() : Object.values(value);
  let sum = 0;
  for (const part of parts) sum += sizeOfValue(part);
  return sum;
}
