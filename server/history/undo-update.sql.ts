import { sees } from "../access/allow.ts";
import { followComments, resolutionOf } from "../items/comment-states.sql.ts";
import { itemChanges, type PlacedItemRow } from "../items/items.rules.ts";
import { addMove, keyIsTaken, touchMembership } from "../items/items.sql.ts";
import { changesSinceMoment, type Fields } from "../log/changes.sql.ts";
import { commentName, isResolution, resolutionIdOf } from "../log/comment-changes.ts";
import type { FieldChanges } from "../log/field-changes.ts";
import { currentValue, isParentField, same, toWrite } from "../log/field-values.ts";
import { isNote, readNote } from "../log/stale-translations.ts";
import { type Parent, parentByKey, whereOf } from "../log/thing-places.sql.ts";
import { deletionBySeq, trashByKey } from "../log/trash.sql.ts";
import { countItems, uncountItems } from "../tree/leaf-rule.sql.ts";
import { isBelow } from "../tree/move-subcategory.sql.ts";
import { nodeChanges } from "../tree/nodes.ts";
import { idIsTaken, type LiveThing, liveThing } from "./live-things.sql.ts";
import { fieldDiffs } from "./readable.ts";
import { takenOver } from "./taken-over.sql.ts";
import { notesToReturn } from "./undo-notes.ts";
import { addUndone, keep, type Undo } from "./undo-run.ts";
import type { UpdateStep } from "./undo-steps.ts";
import { keepField, type UpdateUndo } from "./update-undo.ts";
import { writeThing } from "./write-thing.sql.ts";

/** Restores the earlier value of each field that still has the value of the change. */
export async function undoUpdate(run: Undo, step: UpdateStep): Promise<void> {
  const thing = await liveThing(run.tx, step.kind, step.key);
  if (!thing) return keepDeleted(run, step);
  const taken = await takenOver(run, step, thing);
  const net = await changesSinceMoment(run.tx, thing.version, step.seq);
  const undoing = { run, step, thing, since: net && new Map([...net, ...taken]) };
  const values: Fields = {};
  let parent: Parent | undefined;
  for (const field of Object.keys(step.after)) {
    if (isNote(field) || isResolution(field)) continue;
    if (isParentField(field)) {
      parent = await parentToReturnTo(undoing, field, taken.has(field));
      continue;
    }
    const now = currentValue(thing.fields, field);
    const before = step.before[field];
    if (same(now, before)) continue;
    if (!same(now, step.after[field]) || taken.has(field)) keepField(undoing, field, now);
    else if (field === "id" && (await idIsTaken(run.tx, before as string, step.key))) {
      keep(run, thing, "id_taken", `Another subcategory has the id "${before}" now.`, { field, now });
    } else if (thing.kind === "item" && field === "key" && (await hasTakenKey(run, thing.row, before))) {
      keep(run, thing, "key_taken", `Another item has the key "${before}" now.`, { field, now });
    } else values[field] = before;
  }
  const notes = await notesToReturn(undoing, values);
  const resolutions = await resolutionsToReturn(undoing, values);
  const changes = await write(run, thing, { values, parent, notes, resolutions });
  if (!changes) return;
  const { kind } = thing;
  const name = (changes.after.name ?? thing.name) as string;
  const id = (changes.after.id ?? thing.id) as string;
  addUndone(run, { kind, id, name }, "update", { fields: () => fieldDiffs(changes.before, changes.after) });
}

/**
 * The resolutions of comments before the step, if they are still as the step left them. A comment that the undo removes
 * takes its own with it, and one that it brings back has the one with which it went.
 */
async function resolutionsToReturn(undoing: UpdateUndo, values: Fields): Promise<{ before: Fields; after: Fields }> {
  const { run, step, thing } = undoing;
  const changes = { before: {} as Fields, after: {} as Fields };
  for (const field of Object.keys(step.after)) {
    const commentId = resolutionIdOf(field);
    const comment = values[commentName(commentId ?? "")];
    if (commentId === undefined || comment === null) continue;
    const now = await resolutionOf(run.tx, thing.row.key, commentId, comment !== undefined);
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
  typeof before === "string" && (await keyIsTaken(tx, project_key, before, key));

async function keepDeleted(run: Undo, step: UpdateStep): Promise<void> {
  const row = await trashByKey(run.tx, step.kind, step.key);
  const deletion = row && (await deletionBySeq(run.tx, row.deleted_by));
  const thing = { kind: step.kind, id: row?.id ?? step.id, name: row?.name ?? step.id };
  const who = deletion && { actor: deletion.actor, at: deletion.at };
  keep(run, thing, "deleted_since", `The ${step.kind} "${thing.id}" was deleted since.`, who);
}

/** The parent before the move, if the thing is still where the move put it and can go back. */
async function parentToReturnTo(undoing: UpdateUndo, field: string, isTaken: boolean): Promise<Parent | undefined> {
  const { run, step, thing } = undoing;
  const { tx } = run;
  if (thing.kind === "category" || thing.parentKey === step.fromKey) return undefined;
  const now = thing.kind === "item" ? thing.row.subcategory_id : thing.row.parent_id;
  if (thing.parentKey !== step.toKey || isTaken) {
    keepField(undoing, field, now);
    return undefined;
  }
  const former = step.before[field];
  const found = await parentByKey(tx, step.fromKey);
  // A caller who cannot see it must not learn its current id or contents.
  const parent = found && (await sees(tx, run.author.caller, whereOf(found))) ? found : undefined;
  if (!parent) {
    keep(run, thing, "parent_gone", `"${former}", where it was before, no longer exists.`, { field, now });
  } else if (thing.kind === "item" && parent.child_count > 0) {
    keep(run, thing, "parent_holds_subcategories", `"${parent.parent_id}" holds subcategories now.`, { field, now });
  } else if (thing.kind === "subcategory" && parent.item_count > 0) {
    keep(run, thing, "parent_holds_items", `"${parent.parent_id}" holds items now.`, { field, now });
  } else if (
    parent.parent_key !== null &&
    thing.kind === "subcategory" &&
    (await isBelow(tx, parent.parent_key, thing.row.key))
  ) {
    keep(run, thing, "below_itself", `"${parent.parent_id}" is below it now.`, { field, now });
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
async function write(run: Undo, thing: LiveThing, returning: Returning): Promise<FieldChanges | undefined> {
  const { tx, author } = run;
  const { values, parent, notes, resolutions } = returning;
  const sent = toWrite(thing.fields, values);
  const changes = thing.kind === "item" ? itemChanges(thing.row, sent, false) : nodeChanges(thing.row, sent, false);
  if (values.id !== undefined) {
    changes.columns.id = values.id as string;
    changes.before.id = thing.id;
    changes.after.id = values.id;
  }
  if (thing.kind === "item" && parent?.parent_key != null) {
    const { row } = thing;
    await countItems(tx, parent.parent_key, parent.parent_id, 1);
    await uncountItems(tx, row.subcategory_key, 1);
    touchMembership(tx, parent.parent_key, parent);
    touchMembership(tx, row.subcategory_key, row);
    addMove(changes, row, { key: parent.parent_key, id: parent.parent_id });
  }
  if (thing.kind === "subcategory" && parent) {
    changes.before.parentId = thing.row.parent_id;
    changes.after.parentId = parent.parent_id;
  }
  for (const name of Object.keys(notes)) {
    changes.before[name] = readNote(thing.row.stale, name);
    changes.after[name] = notes[name];
  }
  Object.assign(changes.before, resolutions.before);
  Object.assign(changes.after, resolutions.after);
  if (Object.keys(changes.after).length === 0) return undefined;
  await writeThing(tx, thing, { changes, parent }, author);
  if (thing.kind === "item") await followComments(tx, thing.row, changes.after, author);
  return changes;
}
