import type { ReadFault } from "../formats/sheet.ts";
import { eitherNumber, numberOfText } from "./number-text.ts";
import type { CellValue } from "./read-cells.ts";

/** Longer texts are no numbers and no dates that a spreadsheet program would make. */
const longest = 40;

const numberMade = /^-?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i;
/** Without signs, brackets and blanks around it: `1E5`, `1.234,50`, `1'000`. */
const numberTyped = /^[\d.,][\d.,' \u00a0\u202f’]*(?:e[+-]?\d+)?$/i;
const mixedFraction = /^(\d+) (\d+)\/(\d+)$/;
/** `2-Jan`, `Jan-02`, `May 5`, `1月2日`. */
const datesNamed = [
  /^\d{1,2}[-. ]{1,2}\p{L}{3,9}\.?(?:[- ]\d{2,4})?$/u,
  /^\p{L}{3,9}\.?[- ]\d{1,4}$/u,
  /^\d{1,2}月\d{1,2}日$/u,
];
const dateInNumbers = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/;
const dateTyped = /^\d{1,4}[-/.]\d{1,4}$/;
const timeOfDay = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])m)?$/i;

const isNumberMade = (text: string): boolean => numberMade.test(text);
const isDateMade = (text: string): boolean =>
  dateInNumbers.test(text) || timeOfDay.test(text) || datesNamed.some((form) => form.test(text));

/** Whether a text is one that programs make of others. */
export const mayBeMade = (text: string): boolean => text.length <= longest && (isNumberMade(text) || isDateMade(text));

/** Says that a text is the number or the date that a program makes of the one before. */
export function madeOf(before: string, after: string): ReadFault | undefined {
  if (!mayBeMade(after) || before.length > longest) return undefined;
  if (isNumberMade(after) && isNumberOf(before.trim(), after)) {
    return { code: "made_number", message: `is the number that a spreadsheet program makes of "${before}"` };
  }
  if (isDateMade(after) && isDateOf(before.trim(), after.trim())) {
    return { code: "is_date", message: `is the date or time that a spreadsheet program makes of "${before}"` };
  }
  return undefined;
}

const numberIn = (text: string): number => Math.abs(Number(text.replace(",", ".")));

function isNumberOf(typed: string, after: string): boolean {
  const is = numberIn(after);
  const isShort = /e/i.test(after);
  // Programs show six digits of a large number, and keep fifteen.
  const tolerance = isShort ? 1e-5 : typed.length > 15 ? 1e-14 : 0;
  return numbersOf(typed).some(
    // A number that is written as programs write it has nothing to lose.
    (was) => (String(was) !== typed || isShort) && Math.abs(was - is) <= was * tolerance,
  );
}

/** What a text may be as a number, in one country or another, without its sign. */
function numbersOf(typed: string): number[] {
  const fraction = mixedFraction.exec(typed);
  if (fraction !== null) {
    const [whole, part, of] = fraction.slice(1).map(Number) as [number, number, number];
    return [whole + part / of];
  }
  const bare = typed
    .replace(/[()\p{Sc}]/gu, "")
    .trim()
    .replace(/^[+-]|[+-]$/g, "")
    .trim();
  if (!numberTyped.test(bare)) return [];
  const read = [numberOfText(bare, "."), numberOfText(bare, ",")];
  return [numberIn(bare), ...read].filter((number): number is number => typeof number === "number");
}

/** Keys of products, such as those on their packages, have at most as many digits. */
const longestNumberKey = 14;

/** The keys of which a program makes this number or date by what it leaves out: it does not say which it was. */
export function keysMadeInto(key: string): string[] {
  if (isDateKey(key)) return inDates(key);
  if (!/^\d+$/.test(key) || key.length > longestNumberKey) return [];
  const padded = Array.from({ length: longestNumberKey - key.length }, (_, at) => "0".repeat(at + 1) + key);
  return [...padded, `+${key}`, `${key}+`, ...inThousands(key), ...inPowers(key)];
}

export const isDateKey = (key: string): boolean => key.length <= longest && isDateMade(key) && !timeOfDay.test(key);

/** `1-2` and `02/01`, of which programs make 2 January or 1 February; the name of a month may be any. */
function inDates(key: string): string[] {
  const parts = partsOf(key);
  const others = parts.length < 3 ? Array.from({ length: 12 }, (_, at) => at + 1) : parts;
  const pairs = parts.flatMap((part) =>
    others.flatMap((other) => [
      [part, other],
      [other, part],
    ]),
  );
  return pairs.flatMap((pair) =>
    ["-", "/", "."].flatMap((sign) => [pair.join(sign), pair.map((part) => `${part}`.padStart(2, "0")).join(sign)]),
  );
}

const inThousands = (key: string): string[] => {
  if (key.length < 4 || key.startsWith("0")) return [];
  const grouped = Number(key).toLocaleString("en-US");
  return [grouped, grouped.replaceAll(",", "."), grouped.replaceAll(",", " ")];
};

/** `12E3` and `120E2`, of which 12000 is made. */
function inPowers(key: string): string[] {
  const found: string[] = [];
  for (let power = 1; power < key.length && key.at(-power) === "0"; power++)
    found.push(`${key.slice(0, -power)}E${power}`, `${key.slice(0, -power)}e${power}`);
  return found;
}

/** Whether it is a long number as programs show it: `4.00638E+12`. */
export const isShortened = (key: string): boolean => /^\d(?:[.,]\d{1,14})?E\+\d{2,3}$/.test(key);

/** The parts of a date with day, month and year; a year of four digits is as good as one of two. */
const partsOf = (date: string): number[] => (date.match(/\d+/g) ?? []).map((digits) => Number(digits.slice(-2)));

function isDateOf(was: string, is: string): boolean {
  const time = secondsOf(was);
  if (time !== undefined) return time === secondsOf(is);
  const [parts, made] = [partsOf(was), partsOf(is)];
  if (dateTyped.test(was) || datesNamed.some((form) => form.test(was)))
    return parts.some((part) => made.includes(part));
  if (!dateInNumbers.test(was)) return false;
  // Only a name of a month leaves out a number.
  const isNamed = /\p{L}/u.test(is);
  const left = parts.filter((part) => !made.includes(part));
  return made.length === (isNamed ? 2 : 3) && left.length <= (isNamed ? 1 : 0) && !isSwapped(was, is);
}

function secondsOf(text: string): number | undefined {
  const [, hours, minutes, seconds = "0", half] = timeOfDay.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const ofHalf = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return (ofHalf * 60 + Number(minutes)) * 60 + Number(seconds);
}

/** Whether a date has another day, and the form that it had: somebody has typed it. */
function isSwapped(was: string, is: string): boolean {
  const form = (date: string) => date.replace(/\d{3,}/g, "y").replace(/\d+/g, "d");
  return form(was) === form(is) && partsOf(was).join() !== partsOf(is).join();
}

/**
 * Says that a number is what a program with another sign before decimals makes of the present one: 1.125 of 1125, or
 * 1125 of 1.125, if the cell is one of which programs make numbers.
 */
export function misread(present: number, { value, text }: CellValue, mayBeMade: boolean): ReadFault | undefined {
  if (value === present) return undefined;
  const isThousandfold = mayBeMade && value === thousandfold(present);
  const either = text === undefined ? undefined : eitherNumber(text);
  if (!isThousandfold && !either?.includes(present)) return undefined;
  return { code: "made_number", message: `is what a program with another sign before decimals makes of ${present}` };
}

const thousandfold = (number: number): number | undefined =>
  /^-?\d+\.\d{3}$/.test(String(number)) ? Math.round(number * 1000) : undefined;
