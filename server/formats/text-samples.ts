import type { Cell } from "./sheet.ts";

/** How many texts are shown, and how much of each. */
const [mostSamples, mostCharacters] = [6, 60];
/** Characters before the first letter that shows the encoding. */
const before = 20;

/** Collects a few texts of a file that show whether its encoding is right: the first ones with more than ASCII. */
export class TextSamples {
  readonly #samples = new Set<string>();

  add(cells: readonly Cell[]): void {
    if (this.#samples.size === mostSamples) return;
    for (const cell of cells) {
      if (typeof cell !== "string") continue;
      const at = cell.search(/[^\0-\u00a0]/);
      if (at !== -1 && this.#samples.size < mostSamples) this.#samples.add(excerpt(cell, at));
    }
  }

  all = (): string[] => [...this.#samples];
}

function excerpt(text: string, at: number): string {
  if (text.length <= mostCharacters) return text;
  const start = Math.max(0, Math.min(at - before, text.length - mostCharacters));
  const end = start + mostCharacters;
  const shown = text.slice(start, end).toWellFormed();
  return `${start > 0 ? "…" : ""}${shown}${end < text.length ? "…" : ""}`;
}
