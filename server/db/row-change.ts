import type { Scope } from "./scope.ts";
import type { Value } from "./sql.ts";

/** What the log says of a change. Its number, `seq`, is given when it is written. */
export type LogEntry = {
  set_id: string;
  project_key: number;
  kind: string;
  action: string;
  /** Null for a new row, whose key is the number of this entry. */
  entity_key: number | null;
  entity_id: string;
  actor: string;
  at: number;
  /** The version of the row before. */
  previous: number | null;
  before: string;
  after: string;
  from_key: number | null;
  to_key: number | null;
};

/** In the order in which they are written. */
export const entryColumns = [
  "set_id",
  "project_key",
  "kind",
  "action",
  "entity_key",
  "entity_id",
  "actor",
  "at",
  "previous",
  "before",
  "after",
  "from_key",
  "to_key",
] as const satisfies (keyof LogEntry)[];

/**
 * One row that is changed or made, as data. The engines carry it out: the entry of the log, the row with the number of
 * the entry as its version, and the count of the row that it belongs to.
 */
export type RowChange = {
  entry: LogEntry;
  table: "categories" | "subcategories" | "items";
  /** All columns of a new row but its key and version; of one that is there, those that change. */
  columns: Record<string, Value>;
  /** What is other once this is written. */
  scopes: readonly Scope[];
  /** A subcategory that has one item more. */
  countIn?: number;
};

/** The statement that writes the row; its values are those of `rowValues`. */
export function rowText({ entry, table, columns }: RowChange): string {
  const names = Object.keys(columns);
  if (entry.entity_key !== null) {
    return `update ${table} set ${names.map((name) => `${name} = ?, `).join("")}version = ? where key = ?`;
  }
  return `insert into ${table} (${names.join(", ")}, version, key) values (${"?, ".repeat(names.length)}?, ?)`;
}

export const rowValues = ({ entry, columns }: RowChange, number: number): Value[] => [
  ...Object.values(columns),
  number,
  entry.entity_key ?? number,
];

/** The statement that writes an entry; its values are its number and those of `entryColumns`. */
export const entryText = `insert into changes (seq, ${entryColumns.join(", ")})
  values (?${", ?".repeat(entryColumns.length)})`;

export const entryValues = (entry: LogEntry, number: number): Value[] => [
  number,
  ...entryColumns.map((name) => entry[name]),
];

export const countText = "update subcategories set item_count = item_count + ? where key = ?";
