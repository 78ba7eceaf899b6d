import { eitherNumber } from "./number-text.ts";
import type { CellValue } from "./read-cells.ts";
import type { ReadFault, Value } from "./sheet.ts";

/** Longer texts are no numbers and no dates that a spreadsheet program would make. */
const longest = 40;

const numberMade = /^-?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i;
const numberTyped = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?[+-]?$/i;
/** `01.02.2026`, `2-Jan`, `Jan-02`, `1月2日`. */
const datesMade = [
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/,
  /^\d{1,2}[-. ]{1,2}\p{L}{3,9}\.?(?:[- ]\d{2,4})?$/u,
  /^\p{L}{3,9}\.?[- ]\d{1,4}$/u,
  /^\d{1,2}月\d{1,2}日$/u,
];
const dateTyped = /^\d{1,4}[-/.]\d{1,4}$/;
const wholeDate = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))$/;

/** Characters of a text whose words are compared: where letters were lost, they were lost from the start. */
const compared = 2_000;

const replacement = "\ufffd";

const isNumberMade = (text: string): boolean => text.length <= longest && numberMade.test(text);
const isDateMade = (text: string): boolean => text.length <= longest && datesMade.some((form) => form.test(text));

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
export function mayBeRemains(value: Value, isCsv: boolean): boolean {
  if (typeof value !== "string" && !Array.isArray(value)) return false;
  const text = textOf(value);
  return mayHaveLostLetters(text) || (isCsv && (isNumberMade(text) || isDateMade(text)));
}

/**
 * Says that a text is what a program has left of the present one: question marks instead of letters, or in CSV, where
 * nothing says that a cell is a text, a number or a date.
 */
export function remainsOf(present: Value, value: Value, isCsv: boolean): ReadFault | undefined {
  const [before, after] = [textOf(present), textOf(value)];
  if (before === after) return undefined;
  if (after.includes(replacement) && !before.includes(replacement)) return lettersLost;
  if (after.includes("?") && haveLettersGone(before, after)) {
    return { code: "letters_lost", message: "has question marks where the item has letters: a program has lost them" };
  }
  if (!isCsv) return undefined;
  if (isNumberMade(after) && isNumberOf(before, after)) {
    return { code: "made_number", message: `is the number that a spreadsheet program makes of "${before}"` };
  }
  if (isDateMade(after) && isDateOf(before, after)) {
    return { code: "is_date", message: `is the date that a spreadsheet program makes of "${before}"` };
  }
  return undefined;
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

/** Keys of products, such as those on their packages, have at most as many digits. */
const longestNumberKey = 14;

/** The keys of which a program makes this number by leaving out zeros and signs: it does not say which it was. */
export function keysMadeInto(key: string): string[] {
  if (!/^\d+$/.test(key) || key.length > longestNumberKey) return [];
  const padded = Array.from({ length: longestNumberKey - key.length }, (_, at) => "0".repeat(at + 1) + key);
  return [...padded, `+${key}`, `${key}+`];
}

/** Whether it is a long number as programs show it: `4.00638E+12`. */
export const isShortened = (key: string): boolean => /^\d(?:[.,]\d{1,14})?E\+\d{2,3}$/.test(key);

const numberIn = (text: string): number => Math.abs(Number(text.replace(/[+-]$/, "").replace(",", ".")));

function isNumberOf(before: string, after: string): boolean {
  const typed = before.trim();
  if (typed.length > longest || !numberTyped.test(typed)) return false;
  const [was, is] = [numberIn(typed), numberIn(after)];
  const isShort = /e/i.test(after);
  // A number that is written as programs write it has nothing to lose.
  if (String(was) === typed && !isShort) return false;
  // Programs show six digits of a large number, and keep fifteen.
  const tolerance = isShort ? 1e-5 : typed.length > 15 ? 1e-14 : 0;
  return Math.abs(was - is) <= was * tolerance;
}

/** The parts of a date with day, month and year; a year of four digits is as good as one of two. */
const partsOf = (date: string): number[] => (date.match(/\d+/g) ?? []).map((digits) => Number(digits.slice(-2)));

function isDateOf(before: string, after: string): boolean {
  const [was, is] = [before.trim(), after.trim()];
  if (was.length > longest) return false;
  const [parts, made] = [partsOf(was), partsOf(is)];
  if (dateTyped.test(was)) return parts.some((part) => made.includes(part));
  if (!wholeDate.test(was)) return false;
  // Only a name of a month leaves out a number.
  const isNamed = /\p{L}/u.test(is);
  const left = parts.filter((part) => !made.includes(part));
  return made.length === (isNamed ? 2 : 3) && left.length <= (isNamed ? 1 : 0) && !isSwapped(was, is);
}

/** Whether a date has another day, and the form that it had: somebody has typed it. */
function isSwapped(was: string, is: string): boolean {
  const form = (date: string) => date.replace(/\d{3,}/g, "y").replace(/\d+/g, "d");
  return form(was) === form(is) && partsOf(was).join() !== partsOf(is).join();
}

/**
 * Says that a number is what a program with another sign before decimals makes of the present one: 1.125 of 1125, or
 * 1125 of 1.125, which only CSV does not show.
 */
export function misread(present: number, { value, text }: CellValue, isCsv: boolean): ReadFault | undefined {
  if (value === present) return undefined;
  const isThousandfold = isCsv && value === thousandfold(present);
  const either = text === undefined ? undefined : eitherNumber(text);
  if (!isThousandfold && !either?.includes(present)) return undefined;
  return { code: "made_number", message: `is what a program with another sign before decimals makes of ${present}` };
}

const thousandfold = (number: number): number | undefined =>
  /^-?\d{1,3}\.\d{3}$/.test(String(number)) ? Math.round(number * 1000) : undefined;
