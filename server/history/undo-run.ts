import type { FieldDiff, KeptChange, UndoneChange } from "../../contract/changes.ts";
import type { Tx } from "../db/db.ts";
import type { Author, Kind } from "../log/changes.sql.ts";
import { sentence } from "./readable.ts";

/** The state of a running undo. What was deleted at `restorableSince` or before cannot be restored. */
export type Undo = {
  tx: Tx;
  author: Author;
  restorableSince: number;
  undone: UndoneChange[];
  kept: KeptChange[];
};

type Named = { kind: Kind; id: string; name: string };

/** Records what the undo did to a thing, and how much below it went with it. */
export function addUndone(
  run: Undo,
  { kind, id, name }: Named,
  action: UndoneChange["action"],
  more: { fields?: FieldDiff[]; subcategories?: number; items?: number } = {},
): void {
  const { fields = [], subcategories = 0, items = 0 } = more;
  const summary = sentence({ kind, name, action, fields, subcategories, items });
  run.undone.push({ kind, id, name, action, fields, subcategories, items, summary });
}

/** Records that a change was not undone, and why. */
export function keep(
  run: Undo,
  thing: Named,
  reason: KeptChange["reason"],
  detail: string,
  more: { field?: string; now?: unknown; actor?: string; at?: number } = {},
): void {
  run.kept.push({
    kind: thing.kind,
    id: thing.id,
    name: thing.name,
    field: more.field ?? null,
    reason,
    now: more.now ?? null,
    actor: more.actor ?? null,
    at: more.at === undefined ? null : new Date(more.at).toISOString(),
    detail,
  });
}
