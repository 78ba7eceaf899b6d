import { allow, type Place } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import { notFound } from "../http/problem.ts";
import { placeOfItem } from "../items/items.sql.ts";
import type { Author, Kind } from "./changes.sql.ts";
import { type LiveThing, liveThing } from "./live-things.sql.ts";
import { noteName, readNote, writeNote } from "./translation-notes.sql.ts";
import { writeThing } from "./write-thing.sql.ts";

/**
 * Someone says that a translation still holds though its original was changed: the note goes, the text stays. That is a
 * change of the thing like any other, in its history and its events, and can be taken back.
 */
export async function confirmTranslation(
  tx: Tx,
  kind: Kind,
  key: number,
  { language, field }: { language: string; field: string },
  author: Author,
): Promise<void> {
  const thing = await liveThing(tx, kind, key);
  if (!thing) return;
  const name = noteName(language, field);
  // Asked of everyone who says so, of those too who find nothing to confirm.
  await allow(
    tx,
    author.caller,
    "translate",
    placeOf(thing),
    () => notFound(kind, thing.id),
    () => [name],
  );
  const translatedFrom = await readNote(tx, key, name);
  if (translatedFrom === null) return;
  await writeThing(
    tx,
    thing,
    { columns: {}, before: { [name]: translatedFrom }, after: { [name]: null } },
    undefined,
    author,
  );
  await writeNote(tx, key, name, null);
}

function placeOf(thing: LiveThing): Place {
  if (thing.kind === "item") return placeOfItem(thing.row);
  const projectKey = thing.row.project_key;
  if (thing.kind === "category") return { projectKey, categoryKey: thing.row.key };
  return { projectKey, subcategoryKey: thing.row.key };
}
