import type { Scope } from "./scope.ts";
import type { Value } from "./sql.ts";

/** An entry of the log of changes. Its number, `seq`, is assigned when it is written. */
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
  /** The previous version of the row. */
  previous: number | null;
  before: string;
  after: string;
  from_key: number | null;
  to_key: number | null;
};

/** In the order in which `entryText` writes them. */
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
 * The change or creation of one row, as data. An engine writes the log entry, the row with the number of the entry as
 * its version, and the item count of its subcategory.
 */
export type RowChange = {
  entry: LogEntry;
  table: "categories" | "subcategories" | "items";
  /** The columns that change; for a new row, all columns except its key and version. */
  columns: Record<string, Value>;
  /** The scopes whose contents this changes. */
  scopes: readonly Scope[];
  /** The key of the subcategory that gets one more item. */
  countIn?: number;
  /** The caller has looked: no other row has the id or key. If one gets it meanwhile, the transaction fails. */
  isFree?: boolean;
};

/** The statement that writes the row. Its values are those of `rowValues`. */
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

/** The statement that writes a log entry. Its values are those of `entryValues`. */
export const entryText = `insert into changes (seq, ${entryColumns.join(", ")})
  values (?${", ?".repeat(entryColumns.length)})`;

export const entryValues = (entry: LogEntry, number: number): Value[] => [
  number,
  ...entryColumns.map((name) => entry[name]),
];

export const countText = "update subcategories set item_count = item_count + ? where key = ?";
