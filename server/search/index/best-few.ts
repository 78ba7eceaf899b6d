import { sortInSteps } from "./step-sort.ts";

/** An entry of a segment, and where it stands in the order asked for: lower scores come first. */
export type Candidate = { segment: number; entry: number; score: number };

export type Compare = (one: Candidate, other: Candidate) => number;

/** Up to this place, the best candidates are sorted again and again; beyond it, all are kept until the end. */
const deepFrom = 5_000;

/**
 * The candidates from one place to another in an order, of any number that come. Within a segment they come in an order
 * in which a later one with the same score stands behind the earlier ones.
 */
export class Selection {
  readonly #compare: Compare;
  readonly #from: number;
  readonly #to: number;
  readonly #kept: Kept[] = [];
  /** Those of the current segment. */
  #entries: number[] = [];
  #scores: number[] = [];
  #worst = Number.POSITIVE_INFINITY;

  constructor(compare: Compare, from: number, limit: number) {
    this.#compare = compare;
    this.#from = from;
    this.#to = from + limit;
  }

  offer(entry: number, score: number): void {
    if (score >= this.#worst) return;
    this.#entries.push(entry);
    this.#scores.push(score);
    if (this.#to <= deepFrom && this.#entries.length >= 2 * this.#to + 64) this.#cut();
  }

  /** Offers the first `count` of many. */
  offerAll(entries: Uint32Array, scores: Float64Array, count: number): void {
    let worst = this.#worst;
    for (let i = 0; i < count; i++) {
      const score = scores[i] as number;
      if (score >= worst) continue;
      this.offer(entries[i] as number, score);
      worst = this.#worst;
    }
  }

  /** Call after the last candidate of each segment. */
  endSegment(segment: number): void {
    if (this.#to <= deepFrom) this.#cut();
    this.#kept.push({ segment, entries: this.#entries, scores: this.#scores });
    this.#entries = [];
    this.#scores = [];
    this.#worst = Number.POSITIVE_INFINITY;
  }

  /** In steps. */
  finish(): Generator<void, Candidate[]> {
    return placesFrom(new Candidates(this.#kept, this.#compare), this.#from, this.#to);
  }

  #cut(): void {
    const scores = this.#scores;
    const order = scores.map((_, index) => index);
    order.sort((one, other) => (scores[one] as number) - (scores[other] as number) || one - other);
    order.length = Math.min(order.length, this.#to);
    // In the order in which they came, so that the next ones with the same score still stand behind them.
    order.sort((one, other) => one - other);
    this.#entries = order.map((index) => this.#entries[index] as number);
    this.#scores = order.map((index) => scores[index] as number);
    if (order.length === this.#to) this.#worst = this.#scores.reduce((one, other) => Math.max(one, other), -Infinity);
  }
}

type Kept = { segment: number; entries: readonly number[]; scores: readonly number[] };

/** Candidates by number, in arrays: a million objects would take a hundred megabytes. */
class Candidates {
  readonly size: number;
  readonly #segments: Uint16Array;
  readonly #entries: Uint32Array;
  readonly #scores: Float64Array;
  readonly #compare: Compare;
  /** The two that are compared. */
  readonly #one: Candidate = { segment: 0, entry: 0, score: 0 };
  readonly #other: Candidate = { segment: 0, entry: 0, score: 0 };

  constructor(kept: readonly Kept[], compare: Compare) {
    this.#compare = compare;
    this.size = kept.reduce((sum, { entries }) => sum + entries.length, 0);
    this.#segments = new Uint16Array(this.size);
    this.#entries = new Uint32Array(this.size);
    this.#scores = new Float64Array(this.size);
    let at = 0;
    for (const { segment, entries, scores } of kept) {
      this.#segments.fill(segment, at, at + entries.length);
      this.#entries.set(entries, at);
      this.#scores.set(scores, at);
      at += entries.length;
    }
  }

  at(number: number): Candidate {
    return this.#fill({ segment: 0, entry: 0, score: 0 }, number);
  }

  readonly compare = (one: number, other: number): number =>
    this.#compare(this.#fill(this.#one, one), this.#fill(this.#other, other));

  #fill(candidate: Candidate, number: number): Candidate {
    candidate.segment = this.#segments[number] as number;
    candidate.entry = this.#entries[number] as number;
    candidate.score = this.#scores[number] as number;
    return candidate;
  }
}

/** Candidates that are looked at in one step. */
const stepSize = 10_000;
const sampleSize = 1_000;
/**
 * So many of a sample more than expected are taken on both sides of what is wanted: five times what a sample strays by.
 * Where that is not enough, everything has to be sorted.
 */
const margin = 80;

/**
 * The candidates from one place to another, in steps. Of many, a sample tells between which two of them those places
 * are, and only what is between these two is sorted.
 */
function* placesFrom(all: Candidates, from: number, to: number): Generator<void, Candidate[]> {
  if (from >= all.size) return [];
  const { compare } = all;
  let rest = Uint32Array.from({ length: all.size }, (_, number) => number);
  let before = 0;
  while (rest.length > deepFrom) {
    const every = Math.floor(rest.length / sampleSize);
    const sample = rest.filter((_, index) => index % every === 0).sort(compare);
    const low = sample[Math.floor((from - before) / every) - margin];
    const high = sample[Math.ceil((to - before) / every) + margin];
    const { between, lower } = yield* divided(rest, compare, low, high);
    const isInside = from >= before + lower && Math.min(to, all.size) <= before + lower + between.length;
    if (!isInside || between.length === rest.length) break;
    rest = between;
    before += lower;
  }
  const sorted = yield* sortInSteps(rest, compare);
  return Array.from(sorted.subarray(Math.max(0, from - before), Math.max(0, to - before)), (number) => all.at(number));
}

/** Those that are not before `low` and not after `high`, and how many are before `low`; in steps. */
function* divided(
  numbers: Uint32Array<ArrayBuffer>,
  compare: (one: number, other: number) => number,
  low: number | undefined,
  high: number | undefined,
): Generator<void, { between: Uint32Array<ArrayBuffer>; lower: number }> {
  const between = new Uint32Array(numbers.length);
  let count = 0;
  let lower = 0;
  const divide = (start: number, end: number) => {
    for (let i = start; i < end; i++) {
      const number = numbers[i] as number;
      if (low !== undefined && compare(number, low) < 0) lower++;
      else if (high === undefined || compare(number, high) <= 0) between[count++] = number;
    }
  };
  for (let start = 0; start < numbers.length; start += stepSize) {
    divide(start, Math.min(start + stepSize, numbers.length));
    yield;
  }
  return { between: between.slice(0, count), lower };
}
