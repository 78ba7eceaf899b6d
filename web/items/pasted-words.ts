import { laterNow } from "../platform/i18n/later-words.ts";
import type { BadLine, Merged } from "./panel/pasted-attributes.ts";

/** Lines that a message names. */
const named = 3;
const mostLetters = 30;

function short(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, " ").trim()];
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join("")}…` : letters.join("");
}

/** What came in, and which lines did not. */
export function pastedWords({ added, changed, bad }: Pick<Merged, "added" | "changed" | "bad">): string {
  const { pasted, parts, notPasted, line, more, faults } = laterNow().pasted;
  const told = [];
  if (added + changed > 0) told.push(pasted(added + changed) + (changed > 0 ? parts(added, changed) : ""));
  const lines = bad
    .slice(0, named)
    .map(({ line: number, text, fault }: BadLine) => line(number, short(text), faults[fault]));
  if (bad.length > named) lines.push(more(bad.length - named));
  if (lines.length > 0) told.push(notPasted(lines.join(", ")));
  return told.join(". ");
}
