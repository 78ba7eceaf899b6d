import type { FoundWords } from "./found-words.ts";
import { onOtherKeyboard } from "./keyboard.ts";
import type { Segment } from "./segment.ts";
import { costOfTier, isClear, tiers } from "./vocabulary.ts";
import { hasDigit, wordsOf } from "./words.ts";
import type { WorkArrays } from "./work-arrays.ts";

/** More words than this say nothing more about what is meant. */
const mostWords = 12;

/** A word of the search, and what it was found as in each segment. */
type Sought = {
  word: string;
  found: FoundWords[];
  /** Typing errors are allowed. */
  isMistyped: boolean;
  /** It was found with typing errors only. */
  isGuess: boolean;
};
/** One way to read a part of the search: all of its words have to be there. */
type Reading = Sought[];
/** What stands between two spaces, and the ways to read it, as it was typed first. */
type Part = { typed: string; readings: Reading[] };

export type SearchPlan = { parts: Part[] };

/** Keys that are letters on the other keyboard, beside a letter. */
const lettersOfOther = /[`[\];',.][a-z]|[a-z][`[\];',.]/i;

/**
 * What the words of a search can mean in these segments, found out in steps. A word that is known as it is typed means
 * just that; in a wide search, which follows one that found nothing, it can mean more.
 */
export function* planSearch(text: string, segments: readonly Segment[], wide: boolean): Generator<void, SearchPlan> {
  const parts: Part[] = [];
  let words = 0;
  for (const typed of text.split(/\s+/)) {
    const readings = yield* readingsOf(typed, segments, wide);
    if (readings.length === 0) continue;
    parts.push({ typed, readings });
    words += readings[0]?.length ?? 0;
    if (words >= mostWords) break;
  }
  return { parts };
}

function* readingsOf(typed: string, segments: readonly Segment[], wide: boolean): Generator<void, Reading[]> {
  const asTyped = yield* lookUp(typed, segments);
  const readings = asTyped.length > 0 ? [asTyped] : [];
  const isFound = asTyped.length > 0 && asTyped.every(isKnown);
  if (isFound && !wide && !lettersOfOther.test(typed)) return readings;
  const other = onOtherKeyboard(typed);
  const onOther = other === undefined ? [] : yield* lookUp(other, segments);
  if (onOther.length > 0 && onOther.every(isKnown)) {
    const atTier = (cost: number) => tiers.keyboard * costOfTier + (cost % costOfTier);
    for (const sought of onOther) sought.found = sought.found.map((found) => found.at(atTier));
    readings.push(onOther);
    if (!wide) return readings;
  }
  // A number that is typed wrong is another number.
  if ((isFound && !wide) || hasDigit(typed)) return readings;
  for (const sought of asTyped) if (wide || !isKnown(sought)) yield* addMistyped(sought, segments);
  return readings;
}

function* lookUp(typed: string, segments: readonly Segment[]): Generator<void, Reading> {
  const reading: Reading = [];
  for (const { word } of wordsOf(typed).slice(0, mostWords)) {
    const found: FoundWords[] = [];
    for (const { contents } of segments) {
      found.push(contents.vocabulary.find(word));
      yield;
    }
    reading.push({ word, found, isMistyped: false, isGuess: false });
  }
  return reading;
}

/** Whether a word was found as more than the middle of another. */
const isKnown = ({ found }: Sought): boolean => found.some(({ costs }) => costs.some(isClear));

/** Adds what the word is with typing errors. */
function* addMistyped(sought: Sought, segments: readonly Segment[]): Generator<void> {
  sought.isMistyped = true;
  sought.isGuess = sought.found.every(({ size }) => size === 0);
  for (const [number, { contents }] of segments.entries()) {
    const mistyped = yield* contents.vocabulary.findMistyped(sought.word);
    sought.found[number] = sought.found[number]?.and(mistyped) ?? mistyped;
  }
}

/** A sum of costs from this on is no match: more than the words of a search can cost together. */
export const noMatch = 0x1000;

/** A segment and its number among those that a plan was made for. */
export type NumberedSegment = { segment: Segment; number: number };

/** What each entry of a segment costs as an answer to the search; `noMatch` or more for those that are none. In steps. */
export function* matchSegment(
  { parts }: SearchPlan,
  numbered: NumberedSegment,
  arrays: WorkArrays,
): Generator<void, Uint16Array> {
  const { size } = numbered.segment;
  const costs = arrays.costs.of(size);
  for (const [index, { readings }] of parts.entries()) {
    const ofPart = index === 0 ? costs : arrays.ofPart.of(size);
    ofPart.fill(noMatch);
    for (const reading of readings) yield* spreadAll(reading, numbered, arrays, ofPart);
    if (index > 0) addCosts(costs, ofPart);
    yield;
  }
  return costs;
}

/** Loops like this one take several times as long in a generator. */
function addCosts(costs: Uint16Array, more: Uint16Array): void {
  for (let i = 0; i < costs.length; i++) costs[i] = (costs[i] as number) + (more[i] as number);
}

function takeLess(costs: Uint16Array, others: Uint16Array): void {
  for (let i = 0; i < costs.length; i++) costs[i] = Math.min(costs[i] as number, others[i] as number);
}

/** Writes what each entry costs that has all words of a reading, unless less is written there already. */
function* spreadAll(
  reading: Reading,
  { segment, number }: NumberedSegment,
  arrays: WorkArrays,
  ofPart: Uint16Array,
): Generator<void> {
  const { postings } = segment.contents;
  const foundIn = ({ found }: Sought) => found[number] as FoundWords;
  const [only, ...others] = reading;
  if (only && others.length === 0) return yield* postings.spread(foundIn(only), ofPart);
  const sums = arrays.sums.of(segment.size).fill(0);
  const ofWord = arrays.ofWord.of(segment.size);
  for (const sought of reading) {
    ofWord.fill(noMatch);
    yield* postings.spread(foundIn(sought), ofWord);
    addCosts(sums, ofWord);
    yield;
  }
  takeLess(ofPart, sums);
}
