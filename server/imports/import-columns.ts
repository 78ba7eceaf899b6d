import type { ImportOptions } from "../../contract/imports.ts";
import { columnOfHeader, headerOf, type ItemColumn } from "../columns/sheet-columns.ts";

/** The columns of a file: those that a person named, the others as they are recognised. A column is taken once. */
export function importColumns(
  header: readonly string[],
  named: ImportOptions["columns"] = {},
): (ItemColumn | undefined)[] {
  const taken = new Set<string>();
  const chosen = header.map((text) => (Object.hasOwn(named, text) ? (named[text] ?? null) : undefined));
  const take = (column: ItemColumn | undefined): ItemColumn | undefined => {
    if (!column || taken.has(headerOf(column))) return undefined;
    taken.add(headerOf(column));
    return column;
  };
  // What a person chose comes before what is only recognised.
  const columns = chosen.map((text) => (typeof text === "string" ? take(columnOfHeader(text)) : undefined));
  return columns.map(
    (column, at) => column ?? (chosen[at] === undefined ? take(columnOfHeader(header[at] ?? "")) : undefined),
  );
}

/** The names in `named` that are no columns. */
export const unknownColumns = (named: ImportOptions["columns"] = {}): string[] =>
  Object.values(named).flatMap((text) => (text !== null && columnOfHeader(text) === undefined ? [text] : []));
