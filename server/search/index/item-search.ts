import type { FacetName } from "../../../contract/found-items.ts";
import { Selection } from "./best-few.ts";
import { entriesPerStep } from "./entries-per-step.ts";
import { kinds } from "./entry.ts";
import { FacetCounter } from "./facet-counter.ts";
import { flags } from "./item-columns.ts";
import { type ItemFilter, type Test, testsOf } from "./item-filter.ts";
import { type After, orderOf, type Sort } from "./item-order.ts";
import { numberAt } from "./number-words.ts";
import type { ProjectIndex } from "./project-index.ts";
import { matchSegment, type NumberedSegment, noMatch, planSearch, type SearchPlan } from "./search-plan.ts";
import type { Segment } from "./segment.ts";
import { type WorkArrays, withWorkArrays } from "./work-arrays.ts";

export type ItemSearch = {
  search: string;
  /** Whether categories and subcategories are wanted too. */
  withNodes: boolean;
  /** Keys of things whose id was searched for. */
  byId: ReadonlySet<number>;
  filter: ItemFilter;
  /** Whether the caller sees what is in a node; undefined if they see everything. */
  sees: ((node: number) => boolean) | undefined;
  sort: Sort;
  language: string;
  facets: readonly FacetName[];
  /** The items from `offset` on, or those after the last item of another page. */
  offset: number;
  after: After | undefined;
  limit: number;
};

export type ItemsFound = {
  keys: number[];
  /** The version of each. */
  versions: number[];
  total: number;
  hasMore: boolean;
  /** Where the last item stands. */
  last: After | undefined;
  /** How many items have each value; those of `within` are by the node that holds the item. */
  counts: Map<FacetName, Map<string | number | boolean, number>>;
  plan: SearchPlan | undefined;
};

const itemKind = kinds.indexOf("item");

/** The items of a project that match, made in steps. */
export const searchItems = (index: ProjectIndex, search: ItemSearch): Generator<void, ItemsFound> =>
  withWorkArrays((arrays) => searchWith(arrays, index, search));

function* searchWith(arrays: WorkArrays, index: ProjectIndex, search: ItemSearch): Generator<void, ItemsFound> {
  if (search.search.trim() === "") return (yield* searchPlanned(arrays, index, search, undefined)).found;
  const plan = yield* planSearch(search.search, index.segments, false);
  const { found, isAnything } = yield* searchPlanned(arrays, index, search, plan);
  if (isAnything) return found;
  const wide = yield* planSearch(search.search, index.segments, true);
  return (yield* searchPlanned(arrays, index, search, wide)).found;
}

/** `isAnything`: whether the caller sees anything with the words of the search, whatever the filters. */
function* searchPlanned(
  arrays: WorkArrays,
  { segments }: ProjectIndex,
  search: ItemSearch,
  plan: SearchPlan | undefined,
): Generator<void, { found: ItemsFound; isAnything: boolean }> {
  const order = yield* orderOf(search.sort, segments, search.language);
  const { after } = search;
  const selection = new Selection(order.compare, after ? 0 : search.offset, search.limit);
  const counter = new FacetCounter(search.facets);
  const sums = { seen: 0, total: 0, offered: 0 };
  const { chunk, scores } = arrays;
  for (const [number, segment] of segments.entries()) {
    const costs = plan && (yield* matchesOf(arrays, plan, { segment, number }, search.byId));
    const score = order.scores(number, costs);
    const isAfter = after && order.isAfter(number, after);
    const collect = collector(segment, costs, search);
    const filter = filterer(search, segment, counter);
    for (let from = 0; from < segment.size; from += entriesPerStep) {
      const seen = collect(from, Math.min(from + entriesPerStep, segment.size), chunk);
      const wanted = filter(chunk, seen);
      sums.seen += seen;
      sums.total += wanted;
      score(chunk, wanted, scores);
      const offered = isAfter ? keepAfter(chunk, wanted, scores, isAfter) : wanted;
      sums.offered += offered;
      selection.offerAll(chunk, scores, offered);
      yield;
    }
    selection.endSegment(number);
    counter.endSegment();
  }
  const chosen = yield* selection.finish();
  const keyOf = ({ segment, entry }: (typeof chosen)[number]) =>
    (segments[segment] as Segment).contents.columns.keys.values[entry] as number;
  const last = chosen.at(-1);
  const found = {
    keys: chosen.map(keyOf),
    versions: chosen.map(({ segment, entry }) =>
      numberAt((segments[segment] as Segment).contents.columns.versions, entry),
    ),
    total: sums.total,
    hasMore: after ? sums.offered > chosen.length : search.offset + chosen.length < sums.total,
    last: last && { at: order.positionOf(last.segment, last.entry, last.score), key: keyOf(last) },
    counts: counter.counts,
    plan,
  };
  return { found, isAnything: sums.seen > 0 };
}

/** How many items that the caller sees have each value of a facet. */
export function* countItems(
  index: ProjectIndex,
  facet: FacetName,
  sees: ItemSearch["sees"],
): Generator<void, Map<string | number | boolean, number>> {
  const { counts } = yield* searchItems(index, {
    search: "",
    withNodes: false,
    byId: new Set(),
    filter: {},
    sees,
    sort: { by: "priority", descending: false },
    language: "",
    facets: [facet],
    offset: 0,
    after: undefined,
    limit: 1,
  });
  return counts.get(facet) ?? new Map();
}

function* matchesOf(
  arrays: WorkArrays,
  plan: SearchPlan,
  { segment, number }: NumberedSegment,
  byId: ReadonlySet<number>,
): Generator<void, Uint16Array> {
  const costs =
    plan.parts.length > 0
      ? yield* matchSegment(plan, { segment, number }, arrays)
      : arrays.costs.of(segment.size).fill(noMatch);
  for (const key of byId) {
    const entry = segment.indexOf(key);
    if (entry >= 0) costs[entry] = 0;
  }
  return costs;
}

/**
 * A function that writes the entries of a part of a segment into `chunk` that match, that are live and that the caller
 * sees, and returns how many they are.
 */
function collector(segment: Segment, costs: Uint16Array | undefined, { sees, withNodes }: ItemSearch) {
  const { places, flags: kindFlags } = segment.contents.columns;
  const { live } = segment;
  const placeOf = places.numbers.values;
  const seen = sees && places.values.map(sees);
  return (from: number, to: number, chunk: Uint32Array): number => {
    const matching = costs ? collectMatching(costs, from, to, chunk) : collectAll(from, to, chunk);
    let count = 0;
    for (let i = 0; i < matching; i++) {
      const entry = chunk[i] as number;
      if (((live[entry >>> 5] as number) & (1 << (entry & 31))) === 0) continue;
      if (!withNodes && ((kindFlags[entry] as number) & flags.kind) !== itemKind) continue;
      if (seen !== undefined && !seen[placeOf[entry] as number]) continue;
      chunk[count++] = entry;
    }
    return count;
  };
}

/** The branch predictor misses half of these, so the loop has no branch. */
function collectMatching(costs: Uint16Array, from: number, to: number, chunk: Uint32Array): number {
  let count = 0;
  for (let entry = from; entry < to; entry++) {
    chunk[count] = entry;
    count += ((costs[entry] as number) - noMatch) >>> 31;
  }
  return count;
}

function collectAll(from: number, to: number, chunk: Uint32Array): number {
  for (let entry = from; entry < to; entry++) chunk[entry - from] = entry;
  return to - from;
}

/**
 * A function that keeps those of the first `count` entries of a chunk that pass all filters, returns how many they are,
 * and counts them for the facets.
 */
function filterer({ filter, facets }: ItemSearch, segment: Segment, counter: FacetCounter) {
  const { columns } = segment.contents;
  const tests = testsOf(filter, columns);
  const own = new Map<FacetName, Test>();
  for (const facet of facets) {
    const test = tests.get(facet);
    if (test) own.set(facet, test);
    tests.delete(facet);
  }
  const others = [...tests.values()];
  const count = counter.startSegment(columns);
  return (chunk: Uint32Array, length: number): number => {
    let left = length;
    for (const test of others) left = keep(chunk, left, test);
    if (own.size === 0) {
      count(chunk, left);
      return left;
    }
    // Each facet is counted under the filters of the others: those entries that fail its own filter alone count too.
    let end = 0;
    for (let i = 0; i < left; i++) {
      const entry = chunk[i] as number;
      let failed: FacetName | undefined;
      let fails = 0;
      for (const [facet, test] of own) {
        if (test(entry)) continue;
        failed = facet;
        fails++;
      }
      if (fails === 0) chunk[end++] = entry;
      else if (fails === 1) counter.countOne(entry, failed as FacetName);
    }
    count(chunk, end);
    return end;
  };
}

function keep(chunk: Uint32Array, length: number, test: Test): number {
  let end = 0;
  for (let i = 0; i < length; i++) {
    const entry = chunk[i] as number;
    if (test(entry)) chunk[end++] = entry;
  }
  return end;
}

/** Keeps the entries that come after the page before, with their scores, and returns how many they are. */
function keepAfter(
  chunk: Uint32Array,
  length: number,
  scores: Float64Array,
  isAfter: (entry: number, score: number) => boolean,
): number {
  let end = 0;
  for (let i = 0; i < length; i++) {
    const entry = chunk[i] as number;
    const score = scores[i] as number;
    if (!isAfter(entry, score)) continue;
    chunk[end] = entry;
    scores[end++] = score;
  }
  return end;
}
