import type { SortField } from "../../../contract/found-items.ts";
import { defaultLanguage } from "../../../contract/languages.ts";
import type { Compare } from "./best-few.ts";
import { kinds } from "./entry.ts";
import { type Columns, flags } from "./item-columns.ts";
import { type NameOrder, orderIn } from "./name-order.ts";
import { numberAt } from "./number-words.ts";
import { languagesOf } from "./project-index.ts";
import type { Segment } from "./segment.ts";

/** By `key`: in the order in which they were created. */
export type Sort = { by: SortField | "key"; descending: boolean };

/** The last item of the page before: its key, and where it stood. */
export type After = { at: number | string; key: number };

type WriteScores = (chunk: Uint32Array, length: number, into: Float64Array) => void;

/** An order of the entries of some segments. */
export type Order = {
  /** Writes where the first entries of a chunk of a segment stand; lower numbers come first. */
  scores(segment: number, costs: Uint16Array | undefined): WriteScores;
  compare: Compare;
  /** Whether an entry of a segment, with this score, comes after the last item of the page before. */
  isAfter(segment: number, after: After): (entry: number, score: number) => boolean;
  /** Where an entry stands, for the next page. */
  positionOf(segment: number, entry: number, score: number): After["at"];
};

const keyOf = (segments: readonly Segment[], segment: number, entry: number): number =>
  (segments[segment] as Segment).contents.columns.keys.values[entry] as number;

const columnOf: Record<Exclude<Sort["by"], "relevance" | "name">, (columns: Columns) => (entry: number) => number> = {
  price:
    ({ price }) =>
    (entry) =>
      numberAt(price, entry),
  pays:
    ({ price, discount }) =>
    (entry) =>
      numberAt(price, entry) * (100 - numberAt(discount, entry)),
  discount:
    ({ discount }) =>
    (entry) =>
      numberAt(discount, entry),
  quantity:
    ({ quantity }) =>
    (entry) =>
      numberAt(quantity, entry),
  changed:
    ({ versions }) =>
    (entry) =>
      numberAt(versions, entry),
  key:
    ({ keys }) =>
    (entry) =>
      keys.values[entry] as number,
  priority:
    ({ priority }) =>
    (entry) =>
      numberAt(priority, entry),
};

/** The order of the entries of these segments, with names in a language. Made in steps. */
export function* orderOf(sort: Sort, segments: readonly Segment[], language: string): Generator<void, Order> {
  if (sort.by === "name") return yield* byName(segments, language, sort.descending);
  const sign = sort.descending ? -1 : 1;
  const { by } = sort;
  return {
    scores(segment, costs) {
      const { columns } = (segments[segment] as Segment).contents;
      return by === "relevance" ? byRelevance(costs, columns, sign) : written(columnOf[by](columns), sign);
    },
    compare: (one, other) =>
      one.score - other.score || keyOf(segments, one.segment, one.entry) - keyOf(segments, other.segment, other.entry),
    isAfter: (segment, after) => {
      const at = after.at as number;
      return (entry, score) => score > at || (score === at && keyOf(segments, segment, entry) > after.key);
    },
    positionOf: (_segment, _entry, score) => score,
  };
}

const itemKind = kinds.indexOf("item");

/** The better match first; of equal ones, a node before an item, and the shorter name before the longer one. */
function byRelevance(
  costs: Uint16Array | undefined,
  { flags: kindFlags, nameLength }: Columns,
  sign: number,
): WriteScores {
  return (chunk, length, into) => {
    for (let i = 0; i < length; i++) {
      const entry = chunk[i] as number;
      const cost = costs ? (costs[entry] as number) : 0;
      const isItem = ((kindFlags[entry] as number) & flags.kind) === itemKind ? 1 : 0;
      into[i] = sign * ((2 * cost + isItem) * 256 + (nameLength[entry] as number));
    }
  };
}

function written(scoreOf: (entry: number) => number, sign: number): WriteScores {
  return (chunk, length, into) => {
    for (let i = 0; i < length; i++) into[i] = sign * scoreOf(chunk[i] as number);
  };
}

/**
 * By name. The score of an entry of the largest segment is its place there. That of another entry is between the two
 * places that it belongs between; entries of different segments that belong there together are compared by their names.
 */
function* byName(segments: readonly Segment[], language: string, descending: boolean): Generator<void, Order> {
  // In a language without names, which anybody can ask for, the order is that of the default names.
  const named = languagesOf({ segments }).includes(language) ? language : defaultLanguage;
  const orders: NameOrder[] = [];
  for (const { contents } of segments) orders.push(yield* orderIn(contents.orders, named));
  const largest = segments.reduce((best, { size }, number) => (size > (segments[best]?.size ?? -1) ? number : best), 0);
  const gaps: (Uint32Array | undefined)[] = [];
  for (const [number, order] of orders.entries()) {
    gaps.push(number === largest ? undefined : yield* gapsIn(segments, largest, number, orders));
    void order.places;
    yield;
  }
  const sign = descending ? -1 : 1;
  const nameOf = (segment: number, entry: number): string => {
    const order = orders[segment] as NameOrder;
    return order.keyAt(order.places[entry] as number);
  };
  const compareNames: Compare = (one, other) => {
    const [a, b] = [nameOf(one.segment, one.entry), nameOf(other.segment, other.entry)];
    if (a !== b) return a < b ? -1 : 1;
    return keyOf(segments, one.segment, one.entry) - keyOf(segments, other.segment, other.entry);
  };
  return {
    scores(segment) {
      const { places, size } = orders[segment] as NameOrder;
      const between = gaps[segment];
      if (!between) return written((entry) => places[entry] as number, sign);
      return written((entry) => {
        const place = places[entry] as number;
        return (between[place] as number) - 1 + (place + 1) / (size + 2);
      }, sign);
    },
    compare(one, other) {
      const isOpen =
        one.segment !== other.segment &&
        one.segment !== largest &&
        other.segment !== largest &&
        Math.floor(sign * one.score) === Math.floor(sign * other.score);
      return isOpen ? sign * compareNames(one, other) : one.score - other.score;
    },
    isAfter(segment, after) {
      const order = orders[segment] as NameOrder;
      const first = firstAfter(order, after, (entry) => keyOf(segments, segment, entry));
      return descending
        ? (entry) => (order.places[entry] as number) < first && keyOf(segments, segment, entry) !== after.key
        : (entry) => (order.places[entry] as number) >= first;
    },
    positionOf: (segment, entry) => nameOf(segment, entry),
  };
}

/** The first place behind the name and key of `after`. Equal names are in the order of their keys. */
function firstAfter(order: NameOrder, after: After, keyOfEntry: (entry: number) => number): number {
  let place = order.firstFrom(after.at as string);
  while (
    place < order.size &&
    keyOfEntry(order.entries[place] as number) <= after.key &&
    order.keyAt(place) === after.at
  ) {
    place++;
  }
  return place;
}

type Gaps = { largest: NameOrder; gaps: Uint32Array };
const known = new WeakMap<NameOrder, Gaps>();

/** For each place of the order of a segment, the place in that of the largest one that it comes before. */
function* gapsIn(
  segments: readonly Segment[],
  largestNumber: number,
  number: number,
  orders: readonly NameOrder[],
): Generator<void, Uint32Array> {
  const [largest, order] = [orders[largestNumber] as NameOrder, orders[number] as NameOrder];
  const before = known.get(order);
  if (before?.largest === largest) return before.gaps;
  const gaps = new Uint32Array(order.size);
  const keyIn = (entry: number) => keyOf(segments, largestNumber, entry);
  const isSparse = order.size * 20 < largest.size;
  const names = largest.keysFrom(0);
  let [gap, name] = [0, names.next().value];
  let place = 0;
  for (const at of order.keysFrom(0)) {
    const key = keyOf(segments, number, order.entries[place] as number);
    if (isSparse) gap = firstAfter(largest, { at, key }, keyIn);
    else {
      while (name !== undefined && (name < at || (name === at && keyIn(largest.entries[gap] as number) < key))) {
        gap++;
        name = names.next().value;
        if (gap % 2_000 === 0) yield;
      }
    }
    gaps[place++] = gap;
    if (place % 50 === 0) yield;
  }
  known.set(order, { largest, gaps });
  return gaps;
}
