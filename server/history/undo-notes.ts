import type { Tx } from "../db/db.ts";
import { chainOf, type Fields, isRestore, type NetChange } from "../log/changes.sql.ts";
import { currentValue, same } from "../log/field-values.ts";
import { noteName, readNote, type Translated, translatedIn, translationName } from "../log/stale-translations.ts";
import type { LiveThing } from "./live-things.sql.ts";
import type { UpdateStep } from "./undo-steps.ts";

type Since = Map<string, NetChange> | undefined;
type KeepField = (field: string, now: unknown) => void;

/**
 * The notes of stale translations that change when an undo writes `values`, by their names in the log. An undo of a
 * translation, or of its confirmation, also restores which original it was made from. The translation is stale if that
 * differs from the original after the undo. A note returns only to the translation that it was about.
 */
export async function notesToReturn(
  tx: Tx,
  step: UpdateStep,
  thing: LiveThing,
  values: Fields,
  since: Since,
  keepField: KeepField,
): Promise<Fields> {
  const notes: Fields = {};
  for (const text of translatedIn(step.after)) {
    const { field } = text;
    const note = noteName(text);
    const translation = translationName(text);
    const now = readNote(thing.row.stale, note);
    const original = currentValue(thing.fields, field);
    const written = step.after[translation] !== undefined;
    if (!since || since.has(translation)) {
      // If the step wrote the translation itself, the undo has already reported it.
      if (!written && !same(now, step.before[note])) keepField(translation, currentValue(thing.fields, translation));
      continue;
    }
    const originalThen = since.get(field)?.before ?? original;
    if (!same(now ?? original, step.after[note] ?? originalThen)) {
      if (!written && !same(now, step.before[note])) keepField(note, now);
      continue;
    }
    if ((values[translation] === undefined ? currentValue(thing.fields, translation) : values[translation]) === null)
      continue;
    const known = written ? null : (step.before[note] ?? null);
    const madeFrom = known ?? (await madeFromBefore(tx, step, text, originalThen));
    if (madeFrom === undefined) continue;
    const next = values[field] ?? original;
    const unnoted = values[translation] === undefined ? (now ?? original) : next;
    if (!same(madeFrom, unnoted)) notes[note] = same(madeFrom, next) ? null : madeFrom;
  }
  return notes;
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
