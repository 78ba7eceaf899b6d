import { allow } from "../access/allow.ts";
import type { Place } from "../access/caller.ts";
import type { Tx } from "../db/db.ts";
import { type LiveEntity, liveEntity } from "../history/live-entities.sql.ts";
import { writeEntity } from "../history/write-entity.sql.ts";
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
  const entity = await liveEntity(tx, kind, key);
  if (!entity) return noNotes;
  const name = noteName(text);
  // Checked even if there is nothing to confirm.
  await allow(
    tx,
    author.caller,
    "translate",
    placeOf(entity),
    () => notFound(kind, entity.id),
    () => [name],
  );
  const { fields, row } = entity;
  const texts = translatedTexts(fields, fields.translations as Translations, row.stale);
  const state = texts.find(({ language, field }) => language === text.language && field === text.field)?.state;
  if (state !== "stale" && state !== "copied") return row.stale;
  const original = fields[text.field];
  const isCopy = same(original, currentValue(fields, translationName(text)));
  const before = { [name]: readNote(row.stale, name) };
  const changes = { columns: {}, before, after: { [name]: isCopy ? { confirmed: original } : null } };
  return (await writeEntity(tx, entity, { changes, parent: undefined }, author)).stale;
}

function placeOf(entity: LiveEntity): Place {
  if (entity.kind === "item") return placeOfItem(entity.row);
  const projectKey = entity.row.project_key;
  if (entity.kind === "category") return { projectKey, categoryKey: entity.row.key };
  return { projectKey, subcategoryKey: entity.row.key };
}
