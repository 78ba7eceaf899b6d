import { allow } from "../access/allow.ts";
import type { Place } from "../access/caller.ts";
import type { Tx } from "../db/db.ts";
import { type LiveThing, liveThing } from "../history/live-things.sql.ts";
import { writeThing } from "../history/write-thing.sql.ts";
import { notFound } from "../http/problem.ts";
import { placeOfItem } from "../items/items.sql.ts";
import type { Author, Kind } from "../log/changes.sql.ts";
import { currentValue, same } from "../log/field-values.ts";
import {
  noNotes,
  noteName,
  readNote,
  type Translated,
  translatedTexts,
  translationName,
} from "../log/stale-translations.ts";
import type { Translations } from "../log/translations.ts";

/**
 * Confirms that a translation is right although its original changed, or although it is the same as its original. The
 * text stays, and the note of the row changes. This is a change like any other, with history, events and undo. Returns the
 * notes of the row.
 */
export async function confirmTranslation(
  tx: Tx,
  { kind, key }: { kind: Kind; key: number },
  text: Translated,
  author: Author,
): Promise<string> {
  const thing = await liveThing(tx, kind, key);
  if (!thing) return noNotes;
  const name = noteName(text);
  // Checked even if there is nothing to confirm.
  await allow(
    tx,
    author.caller,
    "translate",
    placeOf(thing),
    () => notFound(kind, thing.id),
    () => [name],
  );
  const { fields, row } = thing;
  const texts = translatedTexts(fields, fields.translations as Translations, row.stale);
  const state = texts.find(({ language, field }) => language === text.language && field === text.field)?.state;
  if (state !== "stale" && state !== "copied") return row.stale;
  const original = fields[text.field];
  const isCopy = same(original, currentValue(fields, translationName(text)));
  const before = { [name]: readNote(row.stale, name) };
  const changes = { columns: {}, before, after: { [name]: isCopy ? { confirmed: original } : null } };
  return (await writeThing(tx, thing, changes, undefined, author)).stale;
}

function placeOf(thing: LiveThing): Place {
  if (thing.kind === "item") return placeOfItem(thing.row);
  const projectKey = thing.row.project_key;
  if (thing.kind === "category") return { projectKey, categoryKey: thing.row.key };
  return { projectKey, subcategoryKey: thing.row.key };
}
