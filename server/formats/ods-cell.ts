import { cellOfText } from "./cell-text.ts";
import type { Cell } from "./sheet.ts";

/** What stands at a cell: its attributes without their prefixes, and the text that is shown. */
export type OdsCell = { readonly attributes: ReadonlyMap<string, string>; readonly text: string };

/** Results of formulas that are errors, as programs write them that have no type for errors. */
const errors = /^(?:#(?:N\/A|REF!|DIV\/0!|NAME\?|VALUE!|NUM!|NULL!)|Err:\d{3})$/;

export function cellOfOds({ attributes, text }: OdsCell): Cell {
  const formula = attributes.get("formula");
  switch (attributes.get("value-type")) {
    case "float":
    case "currency":
      return numeric(attributes.get("value") ?? text);
    case "percentage": {
      const number = numeric(attributes.get("value") ?? text);
      // As in a workbook of Excel: 0.07 * 100 has seventeen digits, and nobody sees more than twelve.
      return typeof number === "number" ? `${Number((number * 100).toPrecision(12))}%` : number;
    }
    case "date":
      return { odd: "date", text: dateOf(attributes.get("date-value") ?? text) };
    case "time":
      return { odd: "date", text: timeOf(attributes.get("time-value") ?? text) };
    case "boolean":
      return (attributes.get("boolean-value") ?? text).toLowerCase() === "true";
    case "error":
      return { odd: "error", text };
    case undefined:
      if (formula !== undefined && text === "") return { odd: "no_result", text: formula.slice(formula.indexOf("=")) };
      return cellOfText(text);
    default: {
      const value = attributes.get("string-value") ?? text;
      return formula !== undefined && errors.test(value) ? { odd: "error", text: value } : cellOfText(value);
    }
  }
}

function numeric(text: string): Cell {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : { odd: "error", text };
}

const instant = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}(?:\.\d+)?))?$/;

/** `2026-05-01`, or `2026-05-01 10:30:00`. Fractions of a second are rounded. */
function dateOf(text: string): string {
  const [, day, time] = instant.exec(text) ?? [];
  if (day === undefined) return text;
  if (time === undefined) return day;
  const date = new Date(Math.round(Date.parse(`${day}T${time}Z`) / 1_000) * 1_000);
  if (Number.isNaN(date.getTime())) return text;
  const [rounded = "", clock = ""] = date.toISOString().slice(0, 19).split("T");
  return clock === "00:00:00" ? rounded : `${rounded} ${clock}`;
}

const duration = /^PT(\d{1,7})H(\d{1,2})M(\d{1,2})(?:\.\d+)?S$/;

/** `PT10H30M00S` is `10:30:00`. */
function timeOf(text: string): string {
  const [, ...parts] = duration.exec(text) ?? [];
  return parts.length === 0 ? text : parts.map((part) => part.padStart(2, "0")).join(":");
}
