import { noWords, yesWords } from "../../contract/yes-no.ts";
import type { ReadFault } from "./sheet.ts";

/** Which sign starts the decimals; undefined if the numbers tell it themselves. */
export type DecimalSign = "." | ",";

const currencySigns = /[\p{Sc}]|(?:usd|eur|rub|gbp|uah|руб|грн)\.?/iu;
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A blank, also one that does not break, and an apostrophe part thousands and nothing else. */
const spacedThousands = /^[+-]?[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?!\d)/u;
const inThousands = { ",": /^[+-]?\d{1,3}(?:,\d{3})+$/, ".": /^[+-]?\d{1,3}(?:\.\d{3})+$/ } as const;

/**
 * A number as people and spreadsheets write it: `1234.5`, `1 234,50`, `1,234.50`, `1.234,50`. `1,234` may be either, so
 * it is a fault, unless `decimal` says which it is.
 */
export function numberOfText(text: string, decimal?: DecimalSign): number | ReadFault {
  const trimmed = text.trim().replace(/^\u2212/u, "-");
  if (decimal !== "," && plainNumber.test(trimmed)) return finite(Number(trimmed));
  if (currencySigns.test(trimmed)) {
    return { code: "wrong_type", message: "must be a number without a currency: the currency has a column of its own" };
  }
  const signs = trimmed.replace(spacedThousands, (whole) => whole.replace(/[ \u00a0\u2009\u202f'’]/gu, ""));
  if (/^[+-]?\d{1,3},\d{3}$/.test(signs) && !/^[+-]?0/.test(signs) && decimal === undefined) {
    const [whole, parts] = [signs.replace(",", ""), signs.replace(",", ".")];
    return { code: "not_allowed", message: `may mean ${whole} or ${parts}: write one of them` };
  }
  const point = decimal ?? decimalSignOf(signs);
  const thousands = point === "," ? "." : ",";
  const [whole = "", ...decimals] = signs.split(point);
  const grouped = inThousands[thousands].test(whole);
  const number = [grouped ? whole.replaceAll(thousands, "") : whole, ...decimals].join(".");
  return plainNumber.test(number) ? finite(Number(number)) : { code: "wrong_type", message: "must be a number" };
}

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
