import type { FieldDiff, KeptChange, UndoneChange, UndoResult } from "../../contract/changes.ts";
import { limits } from "../../contract/limits.ts";
import { type Tx, UniqueViolation } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import type { Author, ChangeRow, Kind } from "../log/changes.sql.ts";
import { sentence } from "./readable.ts";

/** Counts everything, and lists the first entries: a set can have any number of changes, each with long texts. */
class Listed<T> {
  readonly entries: T[] = [];
  count: number;
  #charactersLeft = limits.undoListedCharacters;

  constructor(count: number) {
    this.count = count;
  }

  add(entry: () => T): void {
    this.count++;
    if (this.entries.length === limits.undoListed || this.#charactersLeft <= 0) return;
    const made = entry();
    this.#charactersLeft -= JSON.stringify(made).length;
    // The first one is always listed: an undo of a single field shows its value.
    if (this.entries.length === 0 || this.#charactersLeft >= 0) this.entries.push(made);
  }

  join(entries: readonly T[], count: number): void {
    for (const entry of entries) this.add(() => entry);
    this.count += count - entries.length;
  }
}

/** What an undo did, with a bound on what is listed. */
export class UndoTally {
  readonly undone: Listed<UndoneChange>;
  readonly kept: Listed<KeptChange>;

  /** What was done before can be counted only. */
  constructor(undone = 0, kept = 0) {
    this.undone = new Listed(undone);
    this.kept = new Listed(kept);
  }

  join({ undone, undoneCount, kept, keptCount }: UndoResult): void {
    this.undone.join(undone, undoneCount);
    this.kept.join(kept, keptCount);
  }

  result(changeSetId: string, dryRun: boolean): UndoResult {
    return {
      changeSetId: this.undone.count > 0 && !dryRun ? changeSetId : null,
      dryRun,
      undone: this.undone.entries,
      undoneCount: this.undone.count,
      kept: this.kept.entries,
      keptCount: this.kept.count,
    };
  }
}

/** The state of a running undo. What was deleted at `restorableSince` or before cannot be restored. */
export type Undo = {
  tx: Tx;
  author: Author;
  restorableSince: number;
  tally: UndoTally;
  /** Whether a change is one that the undo takes back, or that an earlier piece of it has made. */
  isOwn(change: ChangeRow): boolean;
};

/** How often a piece is tried while others take its ids or keys. */
export const mostAttempts = 5;

/** Whether somebody took an id or a key that was free when the undo looked. The next attempt keeps what has it now. */
export const wasTakenMeanwhile = (error: unknown): boolean =>
  error instanceof UniqueViolation ||
  (error instanceof Problem && (error.code === "id_taken" || error.code === "key_taken"));

type Named = { kind: Kind; id: string; name: string };

/** Records what the undo did to an entity, and how much below it went with it. */
export function addUndone(
  { tally }: Undo,
  { kind, id, name }: Named,
  action: UndoneChange["action"],
  more: { fields?: () => FieldDiff[]; subcategories?: number; items?: number } = {},
): void {
  tally.undone.add(() => {
    const { subcategories = 0, items = 0 } = more;
    const fields = more.fields?.() ?? [];
    const summary = sentence({ kind, name, action, fields, subcategories, items });
    return { kind, id, name, action, fields, subcategories, items, summary };
  });
}

/** Records that a change was not undone, and why. */
export function keep(
  { tally }: Undo,
  { kind, id, name }: Named,
  reason: KeptChange["reason"],
  detail: string,
  more: { field?: string; now?: unknown; actor?: string; at?: number } = {},
): void {
  tally.kept.add(() => ({
    kind,
    id,
    name,
    field: more.field ?? null,
    reason,
    now: more.now ?? null,
    actor: more.actor ?? null,
    at: more.at === undefined ? null : new Date(more.at).toISOString(),
    detail,
  }));
}
