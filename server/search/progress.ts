import type { TranslationProgress } from "../../contract/overview.ts";
import type { Branches } from "../access/caller.ts";
import type { ProjectOverview } from "./project-overview.ts";
import type { TextState } from "./text-states.ts";

export type Progress = Pick<TranslationProgress, "texts" | "languages">;

const bits = (mask: number) => (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1);

/** Counts the texts, and how many of them each language has. */
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
      sum.translated += bits(translated) * count;
      sum.stale += bits(stale) * count;
    }
  }

  get progress(): Progress {
    const languages = [...this.#languages].map(([language, sum]) => ({ language, ...sum }));
    languages.sort((one, other) => (one.language < other.language ? -1 : 1));
    return { texts: this.#texts, languages };
  }
}

/** The progress of a branch, or of the project if it is 0, and of each of its children, as far as the caller sees. */
export function progressOf(
  overview: ProjectOverview,
  branches: Branches | undefined,
  branch: number,
): { whole: Progress; below: Map<number, Progress> } {
  const { texts } = overview.entries;
  const sees = overview.sees(branches);
  const within = branch === 0 ? () => true : isWithin(overview, branch);
  const children = new Set(overview.nodesUnder(branch).filter((node) => sees(node) || branches?.path.has(node)));
  const childOf = overview.branchAmong(children);
  const whole = new Tally();
  const tallies = new Map([...children].map((node) => [node, new Tally()]));
  for (const [node, states] of texts.counts) {
    if (!sees(node) || !within(node)) continue;
    const child = tallies.get(childOf(node));
    for (const [number, count] of states) {
      const state = texts.state(number);
      whole.add(state, count);
      child?.add(state, count);
    }
  }
  return {
    whole: whole.progress,
    below: new Map([...tallies].map(([node, tally]) => [node, tally.progress])),
  };
}

export function isWithin(overview: ProjectOverview, branch: number): (node: number) => boolean {
  const found = overview.branchAmong(new Set([branch]));
  return (node) => found(node) === branch;
}
