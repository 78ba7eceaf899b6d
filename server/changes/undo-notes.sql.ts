import type { Fields, NetChange } from "./changes.sql.ts";
import { currentValue, same } from "./field-values.ts";
import type { LiveThing } from "./live-things.sql.ts";
import { isNote, noteOf, readNote } from "./translation-notes.sql.ts";
import type { Undo } from "./undo-run.ts";
import type { UpdateStep } from "./undo-steps.ts";

type Since = Map<string, NetChange> | undefined;
type KeepField = (field: string, now: unknown) => void;

/**
 * The notes of stale translations that go back to what they were, by their names in the log. One comes back only to the
 * translation and the original that it spoke of.
 */
export async function notesToReturn(
  run: Undo,
  step: UpdateStep,
  thing: LiveThing,
  since: Since,
  keepField: KeepField,
): Promise<Fields> {
  const values: Fields = {};
  for (const name of Object.keys(step.after).filter(isNote)) {
    const now = await readNote(run.tx, step.key, name);
    const before = step.before[name] ?? null;
    if (same(now, before)) continue;
    if (!same(now, step.after[name])) {
      keepField(name, now);
      continue;
    }
    const { language, field } = noteOf(name);
    const translation = `translations.${language}.${field}`;
    if (before !== null && (!since || since.has(translation)))
      keepField(translation, currentValue(thing.fields, translation));
    else if (before === null || !same(thing.fields[field], before)) values[name] = before;
  }
  return values;
}
