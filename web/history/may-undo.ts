import type { HistoryEntry, TrashEntry } from "../../contract/changes.ts";
import { mayWriteAt, type Rights, somewhere } from "../access/rights.ts";
import { nodeKey } from "../catalog/tree.ts";

type Person = { rights: Rights; name: string | undefined };

/** The fields that an undo writes. Whatever was created, deleted or restored is written as a whole. */
const writtenBy = ({ action, fields }: HistoryEntry) =>
  action === "update" ? fields.map(({ field }) => field.replace(/^translatedFrom\./, "translations.")) : ["name"];

/**
 * Whether the person may undo the change. The history does not say where an item is: then the person needs the right
 * wherever they see something, or did it themselves. `mayWrite` is given where the record is open.
 */
export function mayUndo(
  { rights, name }: Person,
  entry: HistoryEntry,
  mayWrite: ((field: string) => boolean) | undefined,
): boolean {
  if (rights.writes && entry.actor === name) return true;
  const at = entry.kind === "item" || entry.things > 1 ? somewhere : nodeKey(entry.kind, entry.id);
  return writtenBy(entry).every(mayWrite ?? mayWriteAt(rights, at));
}

/** Whether the person may restore what was deleted together. */
export const mayRestore = ({ rights, name }: Person, entries: readonly TrashEntry[]): boolean =>
  rights.edit(somewhere) || (rights.edits && entries.every(({ actor }) => actor === name));
