import type { BulkOperations, ListOperation, NumberOperation, TextReplacement } from "../../../contract/bulk.ts";
import type { ItemPatch } from "../../../contract/items.ts";
import { readNumber } from "../../platform/i18n/read-number.ts";
import { readNumberEntry } from "../number-entry.ts";

/** What a bulk edit can change. `replace` finds and replaces a text. */
export const bulkFields = [
  "discount",
  "price",
  "quantity",
  "visible",
  "currency",
  "priority",
  "tags",
  "badges",
  "simpleDescription",
  "replace",
] as const;
export type BulkField = (typeof bulkFields)[number];
export const listWays = ["add", "remove", "set"] as const;
type ListWay = (typeof listWays)[number];
export const roundings = ["0.99", "0.5", "1"] as const satisfies NonNullable<NumberOperation["round"]>[];
export const replacedFields = ["name", "simpleDescription", "description"] as const;

/** A line of the dialog; `key` identifies it when its field changes. */
export type BulkLine = {
  key: number;
  field: BulkField;
  /** A number or a text as it was typed, a choice, or words. */
  typed?: unknown;
  round?: NonNullable<NumberOperation["round"]>;
  way?: ListWay;
  /** Where a text is replaced, and by what. */
  place?: TextReplacement["field"];
  language?: string;
  by?: string;
};

export type BulkChange = { data?: ItemPatch; operations?: BulkOperations };

/** Fields of which several lines make sense: words to add and words to remove, one text and another. */
export const isRepeatable = (field: BulkField) => field === "tags" || field === "badges" || field === "replace";

const isNumeric = (field: BulkField) =>
  field === "discount" || field === "price" || field === "quantity" || field === "priority";

export const takesOperations = (field: BulkField) => field === "price" || field === "quantity";

/** What is wrong with a line, as the name of a text; undefined for a line that is right or still empty. */
export function faultOf({ field, typed }: BulkLine): string | undefined {
  if (!isNumeric(field) || typeof typed !== "string" || typed.trim() === "") return undefined;
  if (takesOperations(field)) return readNumberEntry(typed).fault;
  const { value, fault } = readNumber(typed);
  if (fault) return fault;
  if (field === "priority") return undefined;
  if (value < 0 || value > 100) return "out_of_range";
  return Number.isInteger(value) ? undefined : "wrong_type";
}

/** Whether any line is one that nobody can carry out. */
export const isFaulty = (lines: readonly BulkLine[]) => lines.some(faultOf);

/** What the lines ask for together; undefined if that is nothing yet. */
export function changeOf(lines: readonly BulkLine[]): BulkChange | undefined {
  const data: Record<string, unknown> = {};
  const operations: BulkOperations = {};
  for (const line of lines) addLine(line, data, operations);
  const change: BulkChange = {
    ...(Object.keys(data).length > 0 && { data: data as ItemPatch }),
    ...(Object.keys(operations).length > 0 && { operations }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

function addLine(line: BulkLine, data: Record<string, unknown>, operations: BulkOperations): void {
  const { field, typed } = line;
  if (faultOf(line)) return;
  if (field === "visible") data.visible = typed ?? true;
  else if (field === "currency") data.currency = typed ?? "USD";
  else if (field === "tags" || field === "badges") addWords(line, field, data, operations);
  else if (field === "replace") addReplacement(line, operations);
  else if (field === "simpleDescription") {
    if (typed !== undefined) data.simpleDescription = typed;
  } else if (typeof typed === "string" && typed.trim() !== "") addNumber(line, field, typed, data, operations);
}

function addNumber(
  { round }: BulkLine,
  field: "discount" | "price" | "quantity" | "priority",
  typed: string,
  data: Record<string, unknown>,
  operations: BulkOperations,
): void {
  if (field === "discount" || field === "priority") {
    data[field] = readNumber(typed).value;
    return;
  }
  const entry = readNumberEntry(typed);
  if ("set" in entry) data[field] = entry.set;
  else if ("operation" in entry) operations[field] = { ...entry.operation, ...(round && { round }) };
}

/** If a list is replaced as a whole, words of other lines are added to it or taken out of it. */
function addWords(
  { typed, way = "add" }: BulkLine,
  field: "tags" | "badges",
  data: Record<string, unknown>,
  operations: BulkOperations,
): void {
  const words = (typed as string[] | undefined) ?? [];
  const whole = data[field] as string[] | undefined;
  if (way === "set") {
    if (typed === undefined) return;
    const { add = [], remove = [] } = operations[field] ?? {};
    delete operations[field];
    data[field] = [...new Set([...words, ...add])].filter((word) => !remove.includes(word));
  } else if (words.length === 0) return;
  else if (whole) {
    data[field] = way === "add" ? [...new Set([...whole, ...words])] : whole.filter((word) => !words.includes(word));
  } else {
    const before: ListOperation = operations[field] ?? {};
    operations[field] = { ...before, [way]: [...new Set([...(before[way] ?? []), ...words])] };
  }
}

function addReplacement({ typed, by = "", place = "name", language }: BulkLine, operations: BulkOperations): void {
  if (typeof typed !== "string" || typed === "") return;
  const replacement: TextReplacement = { field: place, ...(language && { language }), find: typed, with: by };
  operations.replace = [...(operations.replace ?? []), replacement];
}
