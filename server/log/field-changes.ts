import type { Value } from "../db/sql.ts";
import type { Fields } from "./changes.sql.ts";
import { type Translations, translationChanges } from "./translations.ts";

/** The column of a field of the contract, and how its value is stored: as it is, as 0 or 1, or as JSON text. */
type FieldColumn = { column: string; stored: "plain" | "flag" | "json" };
export type FieldColumns = Record<string, FieldColumn>;

/** What a write changes: the columns to set, and the fields before and after for the log. */
export type FieldChanges = {
  columns: Record<string, Value>;
  before: Fields;
  after: Fields;
  /** The translations after the change, if they had to be parsed anyway. */
  translations?: Translations;
};

const noChanges = (): FieldChanges => ({ columns: {}, before: {}, after: {} });

export const isEmpty = (changes: FieldChanges): boolean => {
  for (const _ in changes.columns) return false;
  return true;
};

function toStored(field: FieldColumn, value: unknown): Value {
  if (field.stored === "plain") return value as Value;
  if (field.stored === "flag") return value ? 1 : 0;
  return JSON.stringify(value);
}

function fromStored(field: FieldColumn, stored: Value): unknown {
  if (field.stored === "plain") return stored;
  if (field.stored === "flag") return stored === 1;
  return JSON.parse(stored as string);
}

/**
 * Compares the values that were sent with the row. An equal value is no change: an editor that saves the same text
 * twice makes one entry in the history.
 */
export function fieldChanges(row: Record<string, Value>, fields: FieldColumns, values: Fields): FieldChanges {
  const changes = noChanges();
  for (const name of Object.keys(values)) {
    const field = fields[name];
    const value = values[name];
    if (field === undefined || value === undefined) continue;
    const stored = toStored(field, value);
    const current = row[field.column] as Value;
    if (stored === current) continue;
    if (name === "translations") {
      const differences = translationChanges(JSON.parse(current as string), value as Translations);
      if (Object.keys(differences.after).length === 0) continue;
      Object.assign(changes.before, differences.before);
      Object.assign(changes.after, differences.after);
    } else {
      changes.before[name] = fromStored(field, current);
      changes.after[name] = value;
    }
    changes.columns[field.column] = stored;
  }
  return changes;
}

/** Replaces null in a PATCH by the default of the field. */
export function withDefaults<T extends Fields>(patch: T, defaults: Fields): Fields {
  let resolved: Fields = patch;
  for (const name of Object.keys(patch)) {
    if (patch[name] !== null || !(name in defaults)) continue;
    if (resolved === patch) resolved = { ...patch };
    resolved[name] = defaults[name];
  }
  return resolved;
}
