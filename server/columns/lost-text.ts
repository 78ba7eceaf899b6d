import type { ReadFault, Value } from "../formats/sheet.ts";
import { madeOf, mayBeMade } from "./made-text.ts";

/** Characters of a text whose words are compared: where letters were lost, they were lost from the start. */
const compared = 2_000;

const replacement = "\ufffd";

const textOf = (value: Value): string => (Array.isArray(value) ? value.join(" ") : String(value ?? ""));

/** Whether letters of a text may be gone, so that it is worth to look what it was. */
export const mayHaveLostLetters = (text: string): boolean => text.includes("?") || text.includes(replacement);

/** Whether a name that nothing has yet is what is left of another: nobody calls anything ???. */
export const hasLostLetters = (name: string): boolean => name.includes(replacement) || /(?<!\S)\?{3,}(?!\S)/.test(name);

export const lettersLost: ReadFault = {
  code: "letters_lost",
  message: "has signs that stand for letters which a program has lost",
};

/** Whether it is worth to look at the present value: most texts are no remains of any other. */
export function mayBeRemains(value: Value, isMade: boolean): boolean {
  if (typeof value !== "string" && !Array.isArray(value)) return false;
  const text = textOf(value);
  return mayHaveLostLetters(text) || (isMade && mayBeMade(text));
}

/**
 * Says that a text is what a program has left of the present one: question marks instead of letters, or, where a program
 * may have made the cell, a number or a date.
 */
export function remainsOf(present: Value, value: Value, isMade: boolean): ReadFault | undefined {
  const [before, after] = [textOf(present), textOf(value)];
  if (before === after) return undefined;
  if (after.includes(replacement) && !before.includes(replacement)) return lettersLost;
  if (after.includes("?") && lettersGoneFrom([before])(after)) {
    return { code: "letters_lost", message: "has question marks where the item has letters: a program has lost them" };
  }
  return isMade ? madeOf(before, after) : undefined;
}

/** Tells whether a text, or one of its words, is one of those before with question marks for what is beyond ASCII. */
export function lettersGoneFrom(present: readonly string[]): (value: string) => boolean {
  const texts = present.map((text) => text.slice(0, compared));
  const words = new Set(texts.flatMap((text) => text.split(/\s+/)));
  const wholes = new Set(texts.flatMap(remainsOfWord));
  const remains = new Set([...words].flatMap(remainsOfWord).filter((word) => /[^?]|\?{3}/.test(word)));
  return (value) => {
    const after = value.slice(0, compared);
    return wholes.has(after) || after.split(/\s+/).some((word) => remains.has(word) && !words.has(word));
  };
}

/** With a question mark for each character, or for each byte of it. A row may have hundreds of such texts. */
function remainsOfWord(word: string): string[] {
  const beyond = word.replace(/\p{ASCII}+/gu, "");
  if (!/\p{L}/u.test(beyond)) return [];
  const byByte = word
    .replace(/[\u{80}-\u{7ff}]/gu, "??")
    .replace(/[\u{800}-\u{ffff}]/gu, "???")
    .replace(/[\u{10000}-\u{10ffff}]/gu, "????");
  return [word.replace(/\P{ASCII}/gu, "?"), byByte];
}
