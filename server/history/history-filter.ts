import { fold } from "../../contract/fold.ts";
import { type ChangeRow, isRestore, type Kind } from "../log/changes.sql.ts";

export type HistoryFilter = {
  kind?: Kind | undefined;
  action?: "create" | "update" | "delete" | "restore" | undefined;
  actor?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  field?: string | undefined;
  text?: string | undefined;
};

export const isWithin = (at: number, { since, until }: HistoryFilter): boolean =>
  (since === undefined || at >= since) && (until === undefined || at < until);

/** Whether a change matches the filter. `name` is the current name of the entity. */
export function matchesFilter(row: ChangeRow, filter: HistoryFilter, name: string | undefined): boolean {
  const { kind, action, actor, field, text } = filter;
  if (kind !== undefined && row.kind !== kind) return false;
  if (action !== undefined && action !== (isRestore(row) ? "restore" : row.action)) return false;
  if (actor !== undefined && row.actor !== actor) return false;
  if (!isWithin(row.at, filter)) return false;
  if (field !== undefined && !changesField(row, field)) return false;
  return text === undefined || hasText(row, name, fold(text));
}

function changesField(row: ChangeRow, field: string): boolean {
  if (row.action !== "update") return false;
  return Object.keys(JSON.parse(row.after)).some((name) => name === field || name.startsWith(`${field}.`));
}

/** Searches the values of fields, not their names. */
function hasText(row: ChangeRow, name: string | undefined, text: string): boolean {
  if (name !== undefined && fold(name).includes(text)) return true;
  return contains(JSON.parse(row.before), text) || contains(JSON.parse(row.after), text);
}

function contains(value: unknown, text: string): boolean {
  if (typeof value === "string") return fold(value).includes(text);
  if (typeof value === "number") return String(value) === text;
  return typeof value === "object" && value !== null && Object.values(value).some((one) => contains(one, text));
}
