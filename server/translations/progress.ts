import type { TranslationProgress } from "../../contract/search.ts";
import type { Branches } from "../access/caller.ts";
import { entriesPerStep } from "../search/index/entries-per-step.ts";
import type { ProjectIndex } from "../search/index/project-index.ts";
import { parseTextState, type TextState } from "../search/index/text-states.ts";

export type Progress = Pick<TranslationProgress, "texts" | "languages">;

const bits = (mask: number) => (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1);

/** Counts the texts, and how many of them are translated into each language, and how many were before they changed. */
class Tally {
  #texts = 0;
  readonly #languages = new Map<string, { translated: number; stale: number }>();

  add(state: TextState, count: number): void {
    this.#texts += bits(state.originals) * count;
    for (const [language, { translated, stale }] of state.languages) {
      let sum = this.#languages.get(language);
      if (!sum) {
        sum = { translated: 0, stale: 0 };
        this.#languages.set(language, sum);
      }
      sum.translated += bits(translated & ~stale) * count;
      sum.stale += bits(stale) * count;
    }
  }

  get progress(): Progress {
    const languages = [...this.#languages].map(([language, sum]) => ({ language, ...sum }));
    languages.sort((one, other) => (one.language < other.language ? -1 : 1));
    return { texts: this.#texts, languages };
  }
}

/**
 * The progress of a branch, or of the project if it is 0, and of each of its children, as far as the caller sees. Made
 * in steps.
 */
export function* progressOf(
  { segments, tree }: ProjectIndex,
  branches: Branches | undefined,
  branch: number,
): Generator<void, { whole: Progress; below: Map<number, Progress> }> {
  const sees = tree.sees(branches);
  const within = tree.within(branch);
  const children = new Set(tree.nodesUnder(branch).filter((node) => sees(node) || branches?.path.has(node)));
  const childOf = tree.branchAmong(children);
  const whole = new Tally();
  const tallies = new Map([...children].map((node) => [node, new Tally()]));
  for (const segment of segments) {
    const { places, textState } = segment.contents.columns;
    const states = textState.values.length;
    const counts = new Map<number, number>();
    const countFrom = (from: number) => {
      for (let entry = from; entry < Math.min(from + entriesPerStep, segment.size); entry++) {
        if (!segment.isLive(entry)) continue;
        const pair = (places.numbers.values[entry] as number) * states + (textState.numbers.values[entry] as number);
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    };
    for (let from = 0; from < segment.size; from += entriesPerStep) {
      countFrom(from);
      yield;
    }
    const parsed = textState.values.map(parseTextState);
    for (const [pair, count] of counts) {
      const node = places.values[Math.floor(pair / states)] as number;
      if (!sees(node) || !within(node)) continue;
      const state = parsed[pair % states] as TextState;
      whole.add(state, count);
      tallies.get(childOf(node))?.add(state, count);
    }
  }
  return {
    whole: whole.progress,
    below: new Map([...tallies].map(([node, tally]) => [node, tally.progress])),
  };
}
