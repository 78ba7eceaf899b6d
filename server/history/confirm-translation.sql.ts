import { allow } from "../access/allow.ts";
import type { Place } from "../access/caller.ts";
import type { Tx } from "../db/db.ts";
import { notFound } from "../http/problem.ts";
import { placeOfItem } from "../items/items.sql.ts";
import type { Author, Kind } from "../log/changes.sql.ts";
import { noNotes, noteName, readNote, type Translated } from "../log/stale-translations.ts";
import { type LiveThing, liveThing } from "./live-things.sql.ts";
import { writeThing } from "./write-thing.sql.ts";

/**
 * Confirms that a translation is still right although its original changed: removes the note and keeps the text. This
 * is a change like any other, with history, events and undo. Returns the notes that are left.
 */
export async function confirmTranslation(
  tx: Tx,
  kind: Kind,
  key: number,
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
  const translatedFrom = readNote(thing.row.stale, name);
  if (translatedFrom === null) return thing.row.stale;
  const changes = { columns: {}, before: { [name]: translatedFrom }, after: { [name]: null } };
  return (await writeThing(tx, thing, changes, undefined, author)).stale;
}

function placeOf(thing: LiveThing): Place {
  if (thing.kind === "item") return placeOfItem(thing.row);
  const projectKey = thing.row.project_key;
  if (thing.kind === "category") return { projectKey, categoryKey: thing.row.key };
  return { projectKey, subcategoryKey: thing.row.key };
}
