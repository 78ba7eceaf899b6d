import { sees } from "../access/allow.ts";
import { followComments, resolutionOf } from "../items/comment-states.sql.ts";
import { itemChanges, type PlacedItemRow } from "../items/items.rules.ts";
import { addMove, isExternalKeyTaken, touchMembership } from "../items/items.sql.ts";
import { changesSinceMoment, type Fields } from "../log/changes.sql.ts";
import { commentName, isResolution, resolutionIdOf } from "../log/comment-changes.ts";
import { type Parent, parentByKey, whereOf } from "../log/entity-places.sql.ts";
import type { FieldChanges } from "../log/field-changes.ts";
import { currentValue, isParentField, same, toWrite } from "../log/field-values.ts";
import { isNote, readNote } from "../log/stale-translations.ts";
import { deletionBySeq, trashByKey } from "../log/trash.sql.ts";
import { lowerItemCount, raiseItemCount } from "../tree/leaf-rule.sql.ts";
import { isBelow } from "../tree/move-subcategory.sql.ts";
import { nodeChanges } from "../tree/nodes.ts";
import { idIsTaken, type LiveEntity, liveEntity } from "./live-entities.sql.ts";
import { fieldDiffs } from "./readable.ts";
import { takenOver } from "./taken-over.sql.ts";
import { notesToReturn } from "./undo-notes.ts";
import { addUndone, keep, type Undo } from "./undo-run.ts";
import type { UpdateStep } from "./undo-steps.ts";
import { keepField, type UpdateUndo } from "./update-undo.ts";
import { writeEntity } from "./write-entity.sql.ts";

/** Restores the earlier value of each field that still has the value of the change. */
export async function undoUpdate(run: Undo, step: UpdateStep): Promise<void> {
  const entity = await liveEntity(run.tx, step.kind, step.key);
  if (!entity) return keepDeleted(run, step);
  const taken = await takenOver(run, step, entity);
  const net = await changesSinceMoment(run.tx, entity.version, step.seq);
  const undoing = { run, step, entity, since: net && new Map([...net, ...taken]) };
  const values: Fields = {};
  let parent: Parent | undefined;
  for (const field of Object.keys(step.after)) {
    if (isNote(field) || isResolution(field)) continue;
    if (isParentField(field)) {
      parent = await parentToReturnTo(undoing, field, taken.has(field));
      continue;
    }
    const now = currentValue(entity.fields, field);
    const before = step.before[field];
    if (same(now, before)) continue;
    if (!same(now, step.after[field]) || taken.has(field)) keepField(undoing, field, now);
    else if (field === "id" && (await idIsTaken(run.tx, before as string, step.key))) {
      keep(run, entity, "id_taken", `Another subcategory has the id "${before}" now.`, { field, now });
    } else if (entity.kind === "item" && field === "key" && (await hasTakenKey(run, entity.row, before))) {
      keep(run, entity, "key_taken", `Another item has the key "${before}" now.`, { field, now });
    } else values[field] = before;
  }
  const notes = await notesToReturn(undoing, values);
  const resolutions = await resolutionsToReturn(undoing, values);
  const changes = await write(run, entity, { values, parent, notes, resolutions });
  if (!changes) return;
  const { kind } = entity;
  const name = (changes.after.name ?? entity.name) as string;
  const id = (changes.after.id ?? entity.id) as string;
  addUndone(run, { kind, id, name }, "update", { fields: () => fieldDiffs(changes.before, changes.after) });
}

/**
 * The resolutions of comments before the step, if they are still as the step left them. A comment that the undo removes
 * takes its own with it, and one that it brings back has the one with which it went.
 */
async function resolutionsToReturn(undoing: UpdateUndo, values: Fields): Promise<{ before: Fields; after: Fields }> {
  const { run, step, entity } = undoing;
  const changes = { before: {} as Fields, after: {} as Fields };
  for (const field of Object.keys(step.after)) {
    const commentId = resolutionIdOf(field);
    const comment = values[commentName(commentId ?? "")];
    if (commentId === undefined || comment === null) continue;
    const now = await resolutionOf(run.tx, entity.row.key, commentId, comment !== undefined);
    if (now !== undefined && same(now, step.before[field])) continue;
    if (now === undefined || !same(now, step.after[field])) keepField(undoing, field, now ?? null);
    else {
      changes.before[field] = now;
      changes.after[field] = step.before[field];
    }
  }
  return changes;
}

const hasTakenKey = async ({ tx }: Undo, { project_key, key }: PlacedItemRow, before: unknown): Promise<boolean> =>
  typeof before === "string" && (await isExternalKeyTaken(tx, project_key, before, key));

async function keepDeleted(run: Undo, step: UpdateStep): Promise<void> {
  const row = await trashByKey(run.tx, step.kind, step.key);
  const deletion = row && (await deletionBySeq(run.tx, row.deleted_by));
  const entity = { kind: step.kind, id: row?.id ?? step.id, name: row?.name ?? step.id };
  const who = deletion && { actor: deletion.actor, at: deletion.at };
  keep(run, entity, "deleted_since", `The ${step.kind} "${entity.id}" was deleted since.`, who);
}

/** The parent before the move, if the entity is still where the move put it and can go back. */
async function parentToReturnTo(undoing: UpdateUndo, field: string, isTaken: boolean): Promise<Parent | undefined> {
  const { run, step, entity } = undoing;
  const { tx } = run;
  if (entity.kind === "category" || entity.parentKey === step.fromKey) return undefined;
  const now = entity.kind === "item" ? entity.row.subcategory_id : entity.row.parent_id;
  if (entity.parentKey !== step.toKey || isTaken) {
    keepField(undoing, field, now);
    return undefined;
  }
  const former = step.before[field];
  const found = await parentByKey(tx, step.fromKey);
  // A caller who cannot see it must not learn its current id or contents.
  const parent = found && (await sees(tx, run.author.caller, whereOf(found))) ? found : undefined;
  if (!parent) {
    keep(run, entity, "parent_gone", `"${former}", where it was before, no longer exists.`, { field, now });
  } else if (entity.kind === "item" && parent.child_count > 0) {
    keep(run, entity, "parent_holds_subcategories", `"${parent.parent_id}" holds subcategories now.`, { field, now });
  } else if (entity.kind === "subcategory" && parent.item_count > 0) {
    keep(run, entity, "parent_holds_items", `"${parent.parent_id}" holds items now.`, { field, now });
  } else if (
    parent.parent_key !== null &&
    entity.kind === "subcategory" &&
    (await isBelow(tx, parent.parent_key, entity.row.key))
  ) {
    keep(run, entity, "below_itself", `"${parent.parent_id}" is below it now.`, { field, now });
  } else return parent;
  return undefined;
}

/** What an undo of an update writes. */
type Returning = {
  values: Fields;
  parent: Parent | undefined;
  notes: Fields;
  resolutions: { before: Fields; after: Fields };
};

/** Writes the values as a normal update; undefined if there is nothing to write. */
async function write(run: Undo, entity: LiveEntity, returning: Returning): Promise<FieldChanges | undefined> {
  const { tx, author } = run;
  const { values, parent, notes, resolutions } = returning;
  const sent = toWrite(entity.fields, values);
  const changes = entity.kind === "item" ? itemChanges(entity.row, sent, false) : nodeChanges(entity.row, sent, false);
  if (values.id !== undefined) {
    changes.columns.id = values.id as string;
    changes.before.id = entity.id;
    changes.after.id = values.id;
  }
  if (entity.kind === "item" && parent?.parent_key != null) {
    const { row } = entity;
    await raiseItemCount(tx, parent.parent_key, parent.parent_id, 1);
    await lowerItemCount(tx, row.subcategory_key, 1);
    touchMembership(tx, parent.parent_key, parent);
    touchMembership(tx, row.subcategory_key, row);
    addMove(changes, row, { key: parent.parent_key, id: parent.parent_id });
  }
  if (entity.kind === "subcategory" && parent) {
    changes.before.parentId = entity.row.parent_id;
    changes.after.parentId = parent.parent_id;
  }
  for (const name of Object.keys(notes)) {
    changes.before[name] = readNote(entity.row.stale, name);
    changes.after[name] = notes[name];
  }
  Object.assign(changes.before, resolutions.before);
  Object.assign(changes.after, resolutions.after);
  if (Object.keys(changes.after).length === 0) return undefined;
  await writeEntity(tx, entity, { changes, parent }, author);
  if (entity.kind === "item") await followComments(tx, entity.row, changes.after, author);
  return changes;
}
