import type { SearchPlan } from "./search-plan.ts";
import { costOfTier, Vocabulary } from "./vocabulary.ts";
import { joinedWords, type Word, wordsOf } from "./words.ts";

/** From a position of a text to another, in UTF-16 units. */
export type Range = [start: number, end: number];

const allWords = (text: string): Word[] => {
  const words = wordsOf(text);
  return [...words, ...joinedWords(text, words)];
};

/** More than any word costs: a word of the search that a text does not have. */
const missingCost = 1_000;

/** Where the words of a search are in texts that are shown, found by the same rules as in the index. */
export class TextMatches {
  readonly #plan: SearchPlan;
  readonly #numbers = new Map<string, number>();
  readonly #found = new Map<string, Map<number, number>>();
  /** How each word is written in the first text that has it. */
  readonly #written: string[] = [];

  private constructor(plan: SearchPlan) {
    this.#plan = plan;
  }

  /** Made in steps. `texts` are all texts that will be asked for. */
  static *of(plan: SearchPlan, texts: readonly string[], languages: readonly string[]): Generator<void, TextMatches> {
    const matches = new TextMatches(plan);
    const words = new Map<string, string>();
    for (const text of texts) {
      for (const { word, start, end } of allWords(text)) if (!words.has(word)) words.set(word, text.slice(start, end));
      yield;
    }
    const sorted = [...words.keys()].sort();
    const vocabulary = yield* Vocabulary.of(sorted, languages);
    for (const [number, word] of sorted.entries()) {
      matches.#numbers.set(word, number);
      matches.#written.push((words.get(word) as string).toLowerCase());
    }
    for (const { word, isMistyped } of plan.parts.flatMap(({ readings }) => readings.flat())) {
      const found = vocabulary.find(word);
      const { words, costs: ofWords } = isMistyped ? found.and(yield* vocabulary.findMistyped(word)) : found;
      const costs = new Map<number, number>();
      for (const [i, number] of words.entries()) {
        costs.set(number, Math.min(costs.get(number) ?? missingCost, ofWords[i] as number));
      }
      matches.#found.set(word, costs);
      yield;
    }
    return matches;
  }

  /** The parts of a text that match, in their order; they do not overlap. */
  rangesIn(text: string): Range[] {
    const ranges: Range[] = [];
    for (const word of allWords(text)) {
      const number = this.#numbers.get(word.word) as number;
      for (const [sought, costs] of this.#found) {
        const cost = costs.get(number);
        if (cost !== undefined) ranges.push(rangeOf(word, sought, cost));
      }
    }
    ranges.sort(([one], [other]) => one - other);
    const merged: Range[] = [];
    for (const [start, end] of ranges) {
      const last = merged.at(-1);
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else merged.push([start, end]);
    }
    return merged;
  }

  /**
   * What was probably meant, if a word was found with typing errors only. It is made of words of the texts that are
   * shown, so that nobody learns a word of what they may not see.
   */
  get didYouMean(): string | null {
    let isGuess = false;
    const meant = this.#plan.parts.map(({ typed, readings }) => {
      const [asTyped = []] = readings;
      if (!asTyped.some((sought) => sought.isGuess)) return typed;
      const words = asTyped.map((sought) => {
        const guess = sought.isGuess ? this.#best(sought.word) : undefined;
        isGuess ||= guess !== undefined;
        return guess ?? sought.word;
      });
      return words.join(" ");
    });
    return isGuess ? meant.join(" ") : null;
  }

  /** The word of the texts that costs least. */
  #best(sought: string): string | undefined {
    let best: { number: number; cost: number } | undefined;
    for (const [number, cost] of this.#found.get(sought) ?? []) if (!best || cost < best.cost) best = { number, cost };
    return best && this.#written[best.number];
  }

  /** How well a text matches; lower is better. */
  costOf(text: string): number {
    const numbers = allWords(text).map(({ word }) => this.#numbers.get(word) as number);
    let sum = 0;
    for (const { readings } of this.#plan.parts) {
      const costs = readings.map((reading) =>
        reading.reduce((cost, { word }) => {
          const found = this.#found.get(word);
          return cost + Math.min(missingCost, ...numbers.map((number) => found?.get(number) ?? missingCost));
        }, 0),
      );
      sum += Math.min(...costs);
    }
    return sum;
  }
}

/** What of a word matches: the part that was typed, or all of it if it was found as something else. */
function rangeOf({ word, start, end }: Word, sought: string, cost: number): Range {
  const at = cost < costOfTier ? word.indexOf(sought) : -1;
  if (at < 0 || end - start !== word.length) return [start, end];
  return [start + at, start + at + sought.length];
}
