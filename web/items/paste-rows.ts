import type { Attribute } from "./panel/attributes.ts";
import { mergePasted, readPasted } from "./panel/pasted-attributes.ts";
import { pastedWords } from "./pasted-words.ts";

/** What pasting a text at this row makes of the rows, and what to tell about it. */
export function pasteRows(rows: readonly Attribute[], at: number, text: string) {
  const merged = mergePasted(rows, at, readPasted(text));
  return { ...merged, words: pastedWords(merged) };
}
