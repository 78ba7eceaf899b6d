import type { Tx } from "../db/db.ts";
import { chainOf, type Fields, isRestore } from "../log/changes.sql.ts";
import { currentValue, same } from "../log/field-values.ts";
import { noteName, readNote, type Translated, translatedIn, translationName } from "../log/stale-translations.ts";
import type { UpdateStep } from "./undo-steps.ts";
import { keepField, type UpdateUndo } from "./update-undo.ts";

/**
 * The notes of stale translations that change when an undo writes `values`, by their names in the log. An undo of a
 * translation, or of its confirmation, also restores which original it was made from. The translation is stale if that
 * differs from the original after the undo. A note returns only to the translation that it was about.
 */
export async function notesToReturn(undoing: UpdateUndo, values: Fields): Promise<Fields> {
  const notes: Fields = {};
  for (const text of translatedIn(undoing.step.after)) {
    const note = await noteToReturn(undoing, values, text);
    if (note !== undefined) notes[noteName(text)] = note;
  }
  return notes;
}

/** The note after the undo, null if the translation is not stale then; undefined if the note does not change. */
async function noteToReturn(undoing: UpdateUndo, values: Fields, text: Translated): Promise<unknown> {
  const { run, step, entity, since } = undoing;
  const { field } = text;
  const note = noteName(text);
  const translation = translationName(text);
  const now = readNote(entity.row.stale, note);
  const original = currentValue(entity.fields, field);
  if (!since || since.has(translation)) return keepNote(undoing, text, translation);
  const originalThen = since.get(field)?.before ?? original;
  if (!same(now ?? original, step.after[note] ?? originalThen)) return keepNote(undoing, text, note);

  const restored = values[translation];
  if ((restored === undefined ? currentValue(entity.fields, translation) : restored) === null) return undefined;
  const known = step.after[translation] === undefined ? (step.before[note] ?? null) : null;
  const madeFrom = known ?? (await madeFromBefore(run.tx, step, text, originalThen));
  if (madeFrom === undefined) return undefined;
  const next = values[field] ?? original;
  const unnoted = restored === undefined ? (now ?? original) : next;
  if (same(madeFrom, unnoted)) return undefined;
  return same(madeFrom, next) ? null : madeFrom;
}

/** Reports `field` as kept, unless the step wrote the translation itself: then the undo has already reported it. */
function keepNote(undoing: UpdateUndo, text: Translated, field: string): undefined {
  const { step, entity } = undoing;
  const note = noteName(text);
  const now = readNote(entity.row.stale, note);
  if (step.after[translationName(text)] !== undefined || same(now, step.before[note])) return;
  keepField(undoing, field, field === note ? now : currentValue(entity.fields, field));
}

/** The original that a translation was made from before the step; undefined if the log does not reach back so far. */
async function madeFromBefore(tx: Tx, step: UpdateStep, text: Translated, originalThen: unknown): Promise<unknown> {
  let original = originalThen;
  for await (const change of chainOf(tx, step.seq)) {
    if (change.action === "create" && !isRestore(change)) return original;
    if (change.action !== "update") continue;
    const after: Fields = JSON.parse(change.after);
    if (change.seq < step.oldest) {
      const note = after[noteName(text)];
      if (note !== undefined) return note ?? original;
      if (after[translationName(text)] !== undefined) return original;
    }
    if (after[text.field] !== undefined) original = (JSON.parse(change.before) as Fields)[text.field];
  }
  return undefined;
}
