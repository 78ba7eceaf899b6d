export type ReadNumber =
  | { value: number; fault?: undefined }
  | { value?: undefined; fault: "not_a_number" | "ambiguous_number" };

const parting = /[ \u00a0\u2009\u202f'’]/g;
/** Thousands by spaces or apostrophes: the first group has up to three digits, all others have three. */
const apart = /^[+-]?[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?=[.,]|$)/;
/** One comma that may mark thousands, or decimals with three digits. */
const eitherWay = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const byCommas = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const byPoints = /^[+-]?[1-9]\d{0,2}(\.\d{3})+,\d*$|^[+-]?[1-9]\d{0,2}(\.\d{3}){2,}$/;

/** A text of several lines or cells in one line, as it is: a field of one line would make one number of them. */
export const keptApart = (text: string) => text.trim().replace(/[\t\r\n]+/g, "; ");

/** Reads a number that was typed or pasted, in the formats that people and spreadsheets use. */
export function readNumber(text: string): ReadNumber {
  const signed = text.trim().replace(/^\u2212/, "-");
  const whole = signed.replace(apart, (groups) => groups.replace(parting, ""));
  if (eitherWay.test(whole)) return { fault: "ambiguous_number" };
  const plain = byCommas.test(whole)
    ? whole.replaceAll(",", "")
    : byPoints.test(whole)
      ? whole.replaceAll(".", "").replace(",", ".")
      : whole.replace(",", ".");
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? { value } : { fault: "not_a_number" };
}
