import { currencies } from "../../contract/constants.ts";
import { limits } from "../../contract/limits.ts";
import { noWords, yesWords } from "../../contract/yes-no.ts";
import type { ColumnId } from "../catalog/column-ids.ts";
import type { Column } from "../items/grid/columns.ts";
import { readNumber } from "../platform/i18n/read-number.ts";

/** The columns that a paste can write, by the field of an item that they show. */
const rules = {
  name: { read: readName },
  price: { read: (text: string) => readAmount(text.replace(/^\p{Sc}|\p{Sc}$/u, "")), empty: 0 },
  discount: { read: readPercentage, empty: 0 },
  quantity: { read: readAmount, empty: 0 },
  priority: { read: readNumeric, empty: 0 },
  visible: { read: readSwitch },
  currency: { read: readCurrency },
  tags: { read: readWords, empty: [] },
  badges: { read: readWords, empty: [] },
} satisfies Partial<Record<ColumnId, Rule>>;

type Rule = { read(text: string): Reading; empty?: unknown };

export type SheetField = keyof typeof rules;

/** A value for a field, or the code of the fault that says why there is none. */
export type Reading = { value: unknown; fault?: undefined } | { fault: string };

export const isSheetField = (column: ColumnId): column is SheetField => column in rules;

export type SheetColumn = Column & { id: SheetField };

export const isSheetColumn = (column: Column): column is SheetColumn => isSheetField(column.id);

/** What a text means in a column. An empty cell empties the field; a name, a switch and a currency are never empty. */
export function readCell(field: SheetField, given: string): Reading {
  const text = given.trim();
  if (text === "") return emptied(field);
  if (text.includes("\u0000") || !text.isWellFormed()) return { fault: "invalid_text" };
  return rules[field].read(text);
}

export function emptied(field: SheetField): Reading {
  const { empty }: Rule = rules[field];
  return empty === undefined ? { fault: "blank" } : { value: empty };
}

function readName(text: string): Reading {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const value = lines.filter((line) => line !== "").join(" ");
  return value.length > limits.nameLength ? { fault: "too_long" } : { value };
}

function readNumeric(text: string): Reading {
  const { value, fault } = readNumber(text);
  return fault ? { fault } : { value };
}

function readAmount(text: string): Reading {
  const { value, fault } = readNumber(text);
  if (fault) return { fault };
  return value < 0 ? { fault: "out_of_range" } : { value };
}

function readPercentage(text: string): Reading {
  const { value, fault } = readNumber(text.replace(/%$/, ""));
  if (fault) return { fault };
  return Number.isInteger(value) && value >= 0 && value <= 100 ? { value } : { fault: "percentage" };
}

/** With what only people write. */
const yes = new Set<string>([...yesWords, "y", "+"]);
const no = new Set<string>([...noWords, "n", "-"]);

function readSwitch(text: string): Reading {
  const word = text.toLowerCase();
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : { fault: "yes_or_no" };
}

function readCurrency(text: string): Reading {
  const code = currencies.find((one) => one === text.toUpperCase());
  return code ? { value: code } : { fault: "unknown_currency" };
}

/** A word in quotes with the sign behind it and the blanks around both, from where it is looked for. */
const quotedWord = /\s*"((?:[^"]|"")*)"[^\S\r\n]*(?:[,\r\n]|$)/y;
const plainWord = (text: string, from: number) => text.slice(from).split(/[,\r\n]/, 1)[0] ?? "";

/** Words with commas between them; one that has a comma of its own stands in quotes. */
function readWords(text: string): Reading {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    quotedWord.lastIndex = at;
    const quoted = quotedWord.exec(text);
    const end = quoted ? quotedWord.lastIndex : at + plainWord(text, at).length + 1;
    words.push(quoted ? (quoted[1] ?? "").replaceAll('""', '"') : text.slice(at, end - 1).trim());
    at = end;
  }
  const value = [...new Set(words.filter((word) => word !== ""))];
  if (value.length > limits.tags) return { fault: "too_many" };
  return value.some((word) => word.length > limits.tagLength) ? { fault: "too_long" } : { value };
}

const writeWords = (words: readonly string[]) =>
  words.map((word) => (/[,"\r\n]|^\s|\s$/.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join(", ");

/** The exact value of a field as text that `readCell` understands, and so does a spreadsheet in any country. */
export function writeCell(field: SheetField, value: unknown): string {
  if (field === "visible") return value ? "TRUE" : "FALSE";
  return field === "tags" || field === "badges" ? writeWords(value as string[]) : String(value);
}
