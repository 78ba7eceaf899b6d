import type { KeptChange, UndoneChange } from "../../contract/changes.ts";
import type { Tx } from "../db/db.ts";
import type { Author, Kind } from "../log/changes.sql.ts";

/** The state of a running undo. What was deleted at `restorableSince` or before cannot be restored. */
export type Undo = {
  tx: Tx;
  author: Author;
  restorableSince: number;
  undone: UndoneChange[];
  kept: KeptChange[];
};

/** Records that a change was not undone, and why. */
export function keep(
  run: Undo,
  thing: { kind: Kind; id: string; name: string },
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
