import { noWords, yesWords } from "../../contract/yes-no.ts";
import type { ReadFault } from "../formats/sheet.ts";

/** Which sign starts the decimals; undefined if each number tells it itself. */
export type DecimalSign = "." | ",";

const currencySigns = /[\p{Sc}]|(?:usd|eur|rub|gbp|uah|руб|грн)\.?/iu;
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A blank, also one that does not break, and an apostrophe part thousands and nothing else. */
const spacedThousands = /^[+-]?[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?!\d)/u;
/** May be thousands or a number with three decimals. */
const eitherWay = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const inThousands = { ",": /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/, ".": /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/ } as const;

/**
 * A number as people and spreadsheets write it: `1234.5`, `1 234,50`, `1,234.50`, `1.234,50`. `1,234` and `1.234` may be
 * two numbers each, so they are a fault, unless `decimal` says which it is.
 */
export function numberOfText(text: string, decimal?: DecimalSign): number | ReadFault {
  const trimmed = trimmedNumber(text);
  const either = decimal === undefined ? eitherNumber(trimmed) : undefined;
  if (either !== undefined) return ambiguous(either);
  if (decimal !== "," && plainNumber.test(trimmed)) return finite(Number(trimmed));
  if (currencySigns.test(trimmed)) {
    return { code: "wrong_type", message: "must be a number without a currency: the currency has a column of its own" };
  }
  const signs = trimmed.replace(spacedThousands, (whole) => whole.replace(/[ \u00a0\u2009\u202f'’]/gu, ""));
  const point = decimal ?? decimalSignOf(signs);
  const thousands = point === "," ? "." : ",";
  const [whole = "", ...decimals] = signs.split(point);
  const grouped = inThousands[thousands].test(whole);
  const number = [grouped ? whole.replaceAll(thousands, "") : whole, ...decimals].join(".");
  return plainNumber.test(number) ? finite(Number(number)) : { code: "wrong_type", message: "must be a number" };
}

const trimmedNumber = (text: string): string => text.trim().replace(/^\u2212/u, "-");

/** The two numbers that a text may mean, in thousands and with decimals. */
export function eitherNumber(text: string): readonly [number, number] | undefined {
  const number = text.length > longestNumber ? "" : trimmedNumber(text);
  if (!eitherWay.test(number)) return undefined;
  return [Number(number.replace(/[.,]/, "")), Number(number.replace(",", "."))];
}

function ambiguous(either: readonly [number, number]): ReadFault {
  const message = `may mean ${either[0]} or ${either[1]}: say which sign starts the decimals`;
  return { code: "not_allowed", message, either };
}

/** What numbers show about the sign before decimals: proofs of one, and what could be read in both ways. */
export const shownSigns = { point: 1, comma: 2, either: 4, comesFromNoExport: 8 } as const;

/** The longest text that is looked at: no number of a list is longer. */
const longestNumber = 40;
const numberSigns = /^[\d.,+\-\s'’\u2212]+$/;
/** Most numbers of a list have one or two decimals: these are told at once. */
const usual = { point: /^\d+\.\d\d?$/, comma: /^\d+,\d\d?$/ } as const;

/** The `shownSigns` of a text, 0 if it shows nothing. */
export function signsShown(text: string): number {
  if (text.length > longestNumber || !startsNumber(text.charCodeAt(0))) return 0;
  if (!(text.includes(".") || text.includes(",")) || !numberSigns.test(text)) return 0;
  if (usual.point.test(text)) return shownSigns.point;
  if (usual.comma.test(text)) return shownSigns.comma;
  const trimmed = trimmedNumber(text);
  if (eitherWay.test(trimmed)) return shownSigns.either | (/[,+]|0$/.test(trimmed) ? shownSigns.comesFromNoExport : 0);
  // A sign at the end starts no decimals, and makes no difference.
  if (!/[.,]\d/.test(trimmed) || typeof numberOfText(trimmed) !== "number") return 0;
  return decimalSignOf(trimmed) === "," ? shownSigns.comma : shownSigns.point;
}

/** Digits, the signs of a number, and blanks. */
const startsNumber = (first: number): boolean =>
  (first >= 0x2b && first <= 0x39) || first <= 0x20 || first === 0xa0 || first === 0x2212;

/** The last sign of a number starts its decimals, unless it occurs twice. */
function decimalSignOf(signs: string): DecimalSign {
  const [comma, point] = [signs.lastIndexOf(","), signs.lastIndexOf(".")];
  if (comma > point) return signs.indexOf(",") === comma ? "," : ".";
  return signs.indexOf(".") === point ? "." : ",";
}

/** Texts of digits may be longer than any number: `1e999`. */
const finite = (number: number): number | ReadFault =>
  Number.isFinite(number) ? number : { code: "out_of_range", message: "is too large a number" };

const booleans = new Map<string, boolean>([
  ...yesWords.map((word) => [word, true] as const),
  ...noWords.map((word) => [word, false] as const),
]);

export const booleanOfText = (text: string): boolean | ReadFault =>
  booleans.get(text.trim().toLowerCase()) ?? {
    code: "wrong_type",
    message: "must be true or false, yes or no, 1 or 0",
  };
