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
 * Someone says that a translation still holds though its original was changed: the note goes, the text stays. That is a
 * change of the thing like any other, in its history and its events, and can be taken back. The notes that are left.
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
  // Asked of everyone who says so, of those too who find nothing to confirm.
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
