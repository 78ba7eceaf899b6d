import type { UndoResult } from "../../contract/changes.ts";
import type { Tx } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { notFound } from "../http/problem.ts";
import { plainKey } from "../items/item-key.ts";
import { deleteItem } from "../items/items.sql.ts";
import {
  type Author,
  type ChangeRow,
  changesSinceMoment,
  isRestore,
  type Kind,
  keyOf,
  type NetChange,
} from "../log/changes.sql.ts";
import { isResolution } from "../log/comment-changes.ts";
import { allowUndoOf, parentByKey, trashedParent } from "../log/entity-places.sql.ts";
import { isNote } from "../log/stale-translations.ts";
import { type Deletion, deletionBySeq, type TrashRow, trashByKey } from "../log/trash.sql.ts";
import { deleteCategory } from "../tree/categories.sql.ts";
import { deleteSubcategory } from "../tree/subcategories.sql.ts";
import { changedBelow, hasSubcategories, idIsTaken, type LiveEntity, liveEntity } from "./live-entities.sql.ts";
import { itemsWithTakenKeys, joinDeletions, restore, waitingRoots } from "./restore.sql.ts";
import { runsOfItems, undoTogether } from "./undo-items.sql.ts";
import { addUndone, keep, type Undo, UndoTally } from "./undo-run.ts";
import { stepsToUndo } from "./undo-steps.ts";
import { undoUpdate } from "./undo-update.sql.ts";
import type { Undoable } from "./undoable.sql.ts";

/**
 * What was deleted longer than `trashMs` ago stays away. The undo has made the changes of its set above `ownAbove`, and
 * the changes are some of `source`.
 */
type Bounds = { trashMs: number; ownAbove: number; source: Undoable };

/**
 * Undoes changes of a set, which are in the order of the log, and lists what it keeps: changes that were overwritten since
 * or cannot be undone. An undo is a request like any other: it appends its own changes, which can be undone in turn.
 */
export async function undoChanges(
  tx: Tx,
  changeSetId: string,
  changes: readonly ChangeRow[],
  author: Author,
  { trashMs, ownAbove, source }: Bounds,
): Promise<UndoResult> {
  // Permissions depend on places: they are checked under this lock, after which nothing in these projects can move.
  const projects = [...new Set(changes.map((change) => change.project_key))];
  await tx.lock(composed("select key from projects where key in (?) order by key", [projects]));
  for (const change of changes) {
    // A caller who may see only a part must not learn of the rest.
    const unseen = () => notFound("change set", changeSetId);
    await allowUndoOf(
      tx,
      author.caller,
      { projectKey: change.project_key, kind: change.kind, key: keyOf(change) },
      unseen,
    );
  }
  const sets = new Set(changes.map((change) => change.set_id));
  // The saves of an entry have sets of their own, and those of other pieces are not among these changes.
  const isInRange = (seq: number) => "oldest" in source && seq >= source.oldest && seq <= source.newest;
  const run: Undo = {
    tx,
    author,
    restorableSince: author.at - trashMs,
    tally: new UndoTally(),
    isOwn: ({ set_id, seq }) => sets.has(set_id) || isInRange(seq) || (set_id === author.set && seq > ownAbove),
  };
  for (const steps of runsOfItems(stepsToUndo(changes))) {
    for (const step of await undoTogether(run, steps)) {
      if (step.action === "update") await undoUpdate(run, step);
      else if (step.action === "create") await undoCreate(run, step.change);
      else await undoDelete(run, step.change);
    }
  }
  return run.tally.result(author.set, false);
}

/** Deletes a created entity, unless it was changed or filled since. */
async function undoCreate(run: Undo, change: ChangeRow): Promise<void> {
  const { tx, author } = run;
  const entity = await liveEntity(tx, change.kind, keyOf(change));
  if (!entity) return;
  if (await wasWorkedOn(run, entity, change)) return;
  if (entity.kind === "item") await deleteItem(tx, entity.id, undefined, author);
  else if (entity.kind === "category") await deleteCategory(tx, entity.id, undefined, author);
  else await deleteSubcategory(tx, entity.id, undefined, author);
  const row = await trashByKey(tx, entity.kind, entity.row.key);
  const deletion = row && (await deletionBySeq(tx, row.deleted_by));
  if (deletion && isRestore(change) && change.previous !== null && (await deletionBySeq(tx, change.previous))) {
    await joinDeletions(tx, change.previous, deletion.seq);
  }
  const { subcategories = 0, items = 0 } = deletion ?? {};
  addUndone(run, entity, "delete", { subcategories, items });
}

async function wasWorkedOn(run: Undo, entity: LiveEntity, change: ChangeRow): Promise<boolean> {
  const { tx } = run;
  const before = run.tally.kept.count;
  keepChanged(run, entity, await changesSinceMoment(tx, entity.version, change.seq));
  if (isRestore(change)) {
    for (const row of await changedBelow(tx, entity.kind, entity.row.key, change.seq)) {
      if (row.key > change.seq) keep(run, row, "has_content", `The ${row.kind} "${row.id}" was added since.`);
      else keepChanged(run, row, await changesSinceMoment(tx, row.version, change.seq));
    }
  } else if (await isFilled(tx, entity)) {
    keep(run, entity, "has_content", `The ${entity.kind} "${entity.id}" is not empty.`);
  }
  return run.tally.kept.count > before;
}

async function isFilled(tx: Tx, entity: LiveEntity): Promise<boolean> {
  if (entity.kind === "category") return hasSubcategories(tx, entity.row.key);
  return entity.kind === "subcategory" && entity.row.child_count + entity.row.item_count > 0;
}

function keepChanged(
  run: Undo,
  entity: { kind: Kind; id: string; name: string },
  changes: Map<string, NetChange> | undefined,
): void {
  if (!changes) keep(run, entity, "changed_since", "The history does not reach back far enough to tell the changes.");
  for (const [field, { after, actor, at }] of changes ?? []) {
    // A note goes to the trash with its row, and a resolution with its comment. The log does not record every change of
    // them, so they prove nothing here.
    if (isNote(field) || isResolution(field)) continue;
    keep(run, entity, "changed_since", `${field} was changed since.`, { field, now: after, actor, at });
  }
}

/** Restores a deleted entity, with everything that was deleted with it. */
async function undoDelete(run: Undo, change: ChangeRow): Promise<void> {
  const { tx } = run;
  const { kind } = change;
  const key = keyOf(change);
  const row = await trashByKey(tx, kind, key);
  const deletion = await deletionBySeq(tx, row?.deleted_by ?? change.seq);
  const name = (JSON.parse(change.before) as { name: string }).name;
  const gone = { kind, id: change.entity_id, name };
  if (!deletion || deletion.at <= run.restorableSince) {
    if (await liveEntity(tx, kind, key)) return;
    keep(run, gone, "expired", `The ${kind} "${change.entity_id}" is no longer in the trash.`);
    return;
  }
  if (!row) {
    // The entity itself is restored; subcategories that stayed in the trash may be restorable now.
    for (const root of await waitingRoots(tx, deletion.seq))
      await restoreOrKeep(run, deletion, { kind: "subcategory", row: root, previous: root.version });
    return;
  }
  if (deletion.entity_key !== key) {
    const { actor, at } = deletion;
    keep(run, gone, "parent_gone", `The ${deletion.kind} "${deletion.id}" above it was deleted.`, { actor, at });
    return;
  }
  await restoreOrKeep(run, deletion, { kind, row, previous: deletion.seq });
}

async function restoreOrKeep(
  run: Undo,
  deletion: Deletion,
  trashed: { kind: Kind; row: TrashRow; previous: number },
): Promise<void> {
  const { kind, row } = trashed;
  const { tx, author } = run;
  const { id, name } = row;
  const entity = { kind, id, name };
  const parent = kind === "category" ? undefined : await parentByKey(tx, await trashedParent(tx, kind, row.key));
  if (kind !== "category" && !parent) {
    return keep(run, entity, "parent_gone", `The parent of the ${kind} "${id}" no longer exists.`);
  }
  if (kind === "item" && parent && parent.child_count > 0) {
    return keep(run, entity, "parent_holds_subcategories", `"${parent.parent_id}" holds subcategories now.`);
  }
  if (kind === "subcategory" && parent && parent.item_count > 0) {
    return keep(run, entity, "parent_holds_items", `"${parent.parent_id}" holds items now.`);
  }
  if (kind === "subcategory" && (await idIsTaken(tx, id, row.key))) {
    return keep(run, entity, "id_taken", `Another subcategory has the id "${id}" now.`);
  }
  const withoutKeys = await itemsWithTakenKeys(tx, deletion.seq);
  const { subcategories, items } = await restore(tx, author, { deletion, ...trashed, parent });
  addUndone(run, entity, "restore", { subcategories, items });
  for (const { external_key, ...item } of withoutKeys) {
    const detail = `Another item has the key "${plainKey(external_key)}" now, so this one came back without it.`;
    keep(run, { kind: "item", ...item }, "key_taken", detail, { field: "key" });
  }
  if (kind === "item") return;
  for (const left of await waitingRoots(tx, deletion.seq)) {
    if (!(await idIsTaken(tx, left.id, left.key))) continue;
    const detail = `Another subcategory has the id "${left.id}" now, so this one stays in the trash.`;
    keep(run, { kind: "subcategory", id: left.id, name: left.name }, "id_taken", detail);
  }
}
