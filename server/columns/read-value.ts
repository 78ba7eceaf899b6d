import { z } from "zod";
import type { PlainColumn } from "../../contract/column-headers.ts";
import type { currencies } from "../../contract/constants.ts";
import { attributes, name, reference } from "../../contract/fields.ts";
import { item } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { defaultClearMark, textOfCell } from "../formats/cell-text.ts";
import { listOfText } from "../formats/list-text.ts";
import { type Cell, isOdd, type OddCell, type ReadFault, type Value } from "../formats/sheet.ts";
import { check } from "../http/check.ts";
import { faultsOf } from "../http/faults.ts";
import { booleanOfText, type DecimalSign, numberOfText } from "./number-text.ts";
import { pathOfText } from "./path-text.ts";
import type { ItemColumn } from "./sheet-columns.ts";

/** What the person chose for a file. */
export type ReadOptions = { readonly clearMark?: string; readonly decimal?: DecimalSign | undefined };

/** The value of a cell, null to clear it; or that it stays as it is; or why it cannot be read. */
export type Read = { readonly value: Value } | "keep" | ReadFault;

type Kind = "text" | "number" | "percent" | "boolean" | "list" | "currency" | "path" | "key";

const kinds: Record<Exclude<PlainColumn, "attributes">, Kind> = {
  id: "key",
  key: "key",
  version: "number",
  subcategory: "path",
  subcategoryId: "key",
  name: "text",
  simpleDescription: "text",
  price: "number",
  discount: "percent",
  currency: "currency",
  quantity: "number",
  visible: "boolean",
  priority: "number",
  tags: "list",
  badges: "list",
  imgs: "list",
};

const { simpleDescription, price, discount, currency, quantity, visible, priority, tags, badges, imgs } = item.shape;
const schemas: Record<keyof typeof kinds, z.ZodType> = {
  id: reference,
  key: reference,
  version: z.int().min(1),
  subcategory: z.array(name),
  subcategoryId: reference,
  ...{ name, simpleDescription, price, discount, currency, quantity, visible, priority, tags, badges, imgs },
};

/** Whether the cells of a column are numbers. */
export const isNumeric = ({ name }: ItemColumn): boolean =>
  name !== "attribute" && name !== "attributes" && (kinds[name] === "number" || kinds[name] === "percent");

/** Nothing is there without them. */
const neverCleared: readonly ItemColumn["name"][] = ["id", "version", "subcategory", "subcategoryId"];

/** Reads a cell of any column but `attributes`. */
export function readValue(cell: Cell, column: ItemColumn, options: ReadOptions): Read {
  const kind = column.name === "attribute" ? "text" : kinds[column.name as keyof typeof kinds];
  if (isOdd(cell) && !(cell.odd === "date" && kind === "text")) return oddFault(cell, kind);
  const plain = isOdd(cell) ? cell.text : cell;
  if (plain === null) return "keep";
  const said = typeof plain === "string" ? textOfCell(plain, options.clearMark ?? defaultClearMark) : { text: plain };
  if (said === "keep") return "keep";
  if (said === "clear") return clearing(column);
  const value = readers[kind](said.text, options);
  return isFault(value) ? value : (faultOf(value, column) ?? { value });
}

export const isFault = (value: unknown): value is ReadFault =>
  typeof value === "object" && value !== null && "code" in value;

function clearing(column: ItemColumn): Read {
  if (neverCleared.includes(column.name)) return { code: "not_allowed", message: "cannot be cleared" };
  if (column.name === "name" && column.language === undefined) return { code: "blank", message: "must not be blank" };
  return { value: null };
}

type Plain = string | number | boolean | readonly unknown[];

const wrong = (message: string): ReadFault => ({ code: "wrong_type", message });

const readers: Record<Kind, (plain: Plain, options: ReadOptions) => Value | ReadFault> = {
  text: textOf,
  key: (plain) => {
    const text = textOf(plain);
    return typeof text === "string" ? text.trim().normalize("NFC") : text;
  },
  number: numberOf,
  percent: (plain, options) => numberOf(typeof plain === "string" ? withoutPercent(plain) : plain, options),
  boolean: (plain) => (typeof plain === "boolean" ? plain : booleanOfText(Array.isArray(plain) ? "" : String(plain))),
  list: (plain) => {
    if (Array.isArray(plain))
      return plain.every((entry) => typeof entry === "string") ? plain : wrong("must be a list of texts");
    const text = textOf(plain);
    if (typeof text !== "string") return text;
    return listOfText(text) ?? wrong("has a quote that is not closed, or text behind one");
  },
  currency: (plain) => {
    const text = typeof plain === "string" ? plain.trim() : String(plain);
    return currencySigns.get(text.toLowerCase().replace(/\.$/, "")) ?? text.toUpperCase();
  },
  path: (plain) => {
    const text = textOf(plain);
    if (typeof text !== "string") return text;
    return pathOfText(text) ?? wrong("must be names with / between, such as Electronics / Audio");
  },
};

const currencySigns: ReadonlyMap<string, (typeof currencies)[number]> = new Map([
  ["$", "USD"],
  ["€", "EUR"],
  ["₽", "RUB"],
  ["руб", "RUB"],
  ["£", "GBP"],
  ["₴", "UAH"],
  ["грн", "UAH"],
]);

function withoutPercent(text: string): string {
  const ended = text.trimEnd();
  return ended.endsWith("%") ? ended.slice(0, -1) : ended;
}

/** Spreadsheets keep 15 digits of a number: a longer barcode that was not typed as text has lost the others. */
const mostDigits = 1e15;

function textOf(plain: Plain): string | ReadFault {
  if (typeof plain === "string") return plain;
  if (Array.isArray(plain)) return wrong("must be a text");
  if (typeof plain === "number" && Math.abs(plain) >= mostDigits) {
    return {
      code: "digits_lost",
      message: "is a number of more than 15 digits, which loses the last ones: make it a text",
    };
  }
  return String(plain);
}

function numberOf(plain: Plain, { decimal }: ReadOptions): number | ReadFault {
  if (typeof plain === "number") return plain;
  return typeof plain === "string" ? numberOfText(plain, decimal) : wrong("must be a number");
}

function oddFault({ odd }: OddCell, kind: Kind): ReadFault {
  switch (odd) {
    case "date":
      return { code: "is_date", message: `is a date and must be ${expected[kind]}` };
    case "error":
      return { code: "is_error", message: "is an error of a formula" };
    case "no_result":
      return { code: "no_result", message: "is a formula without a result: open the file, calculate and save it" };
    case "merged":
      return { code: "merged_cells", message: "is merged with another cell: split them" };
    case "object":
      return wrong(`must be ${expected[kind]}`);
  }
}

const expected: Record<Kind, string> = {
  text: "a text",
  key: "a text",
  number: "a number",
  percent: "a number",
  boolean: "true or false",
  list: "a list of texts",
  currency: "a currency",
  path: "a path of names",
};

/** Checks a value as the endpoints do. */
export function faultOf(value: Value, column: ItemColumn): ReadFault | undefined {
  if (column.name === "attribute") return firstFault(attributes, [{ key: column.key, value }]);
  if (column.name === "key" && /\p{Cc}/u.test(value as string)) {
    return { code: "invalid_text", message: "must not contain line breaks, tabs or other control characters" };
  }
  return firstFault(schemas[column.name as keyof typeof schemas], value);
}

function firstFault(schema: z.ZodType, value: unknown): ReadFault | undefined {
  const result = check(schema, value);
  if (result.success) return undefined;
  const [fault] = faultsOf(result.error).listed;
  return fault && { code: fault.code, message: fault.message };
}

/** What of a value is shown in a fault. */
export function shownCell(cell: Cell): string {
  if (cell === null) return "";
  const text = typeof cell === "object" ? (isOdd(cell) ? cell.text : JSON.stringify(cell)) : String(cell);
  return text.length > limits.pointerLength ? `${text.slice(0, limits.pointerLength).toWellFormed()}…` : text;
}
