import { madeOf, mayBeMade } from "./made-text.ts";
import type { ReadFault, Value } from "./sheet.ts";

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
  if (after.includes("?") && haveLettersGone(before, after)) {
    return { code: "letters_lost", message: "has question marks where the item has letters: a program has lost them" };
  }
  return isMade ? madeOf(before, after) : undefined;
}

/** Whether the text, or one of its words, is one of before with question marks for what is beyond ASCII. */
function haveLettersGone(present: string, value: string): boolean {
  const [before, after] = [present.slice(0, compared), value.slice(0, compared)];
  if (remainsOfWord(before).includes(after)) return true;
  const words = new Set(before.split(/\s+/));
  const remains = new Set([...words].flatMap(remainsOfWord).filter((word) => /[^?]|\?{3}/.test(word)));
  return after.split(/\s+/).some((word) => remains.has(word) && !words.has(word));
}

const isLetter = /\p{L}/u;

/** With a question mark for each character, or for each byte of it. In one pass: a row may have hundreds of such texts. */
function remainsOfWord(word: string): string[] {
  let [byCharacter, byByte, hasLetter] = ["", "", false];
  for (const sign of word) {
    const code = sign.codePointAt(0) as number;
    if (code < 0x80) {
      byCharacter += sign;
      byByte += sign;
      continue;
    }
    hasLetter ||= isLetter.test(sign);
    byCharacter += "?";
    byByte += code < 0x800 ? "??" : code < 0x10000 ? "???" : "????";
  }
  return hasLetter ? [byCharacter, byByte] : [];
}
