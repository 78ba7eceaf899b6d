import type { Reader, Tx } from "../db/db.ts";
import { composed, deleteWhere, insertIfAbsent, placeholders } from "../db/sql.ts";
import type { Fields } from "./changes.sql.ts";
import type { FieldChanges } from "./field-changes.ts";
import type { Translations } from "./translations.ts";

/** The fields that are translated, as the contract lists them. */
export const translatedFields = ["name", "simpleDescription", "description"] as const;
export type TranslatedField = (typeof translatedFields)[number];

const table = "stale_translations";
const noteKey = ["entity_key", "language", "field"];

export const dropNote = (tx: Tx, key: number, language: string, field: string) =>
  tx.post(deleteWhere(table, { entity_key: key, language, field }));

/** Where there is one already, it stays: the oldest original is what the translation was made from. */
export const addNote = (tx: Tx, key: number, language: string, field: string, translatedFrom: unknown) =>
  tx.post(
    insertIfAbsent(table, noteKey, { entity_key: key, language, field, original: JSON.stringify(translatedFrom) }),
  );

/** Whether a change is of a text or of a translation. Most are not, and pay no more than this. */
export function changesTexts(after: Fields): boolean {
  for (const name in after) {
    if (name.startsWith("translations.") || translatedFields.includes(name as TranslatedField)) return true;
  }
  return false;
}

/**
 * Notes which translations a change leaves behind. One that is written, or taken away, belongs to the original again;
 * an original that is changed back to what was translated makes it right again too.
 */
export async function noteStale(
  tx: Tx,
  key: number,
  { before, after }: Pick<FieldChanges, "before" | "after">,
  translations: () => Translations,
): Promise<void> {
  const written = new Set<string>();
  for (const name of Object.keys(after)) {
    if (!name.startsWith("translations.")) continue;
    written.add(name);
    const [, language = "", field] = name.split(".");
    if (field === undefined) continue;
    await dropNote(tx, key, language, field);
  }
  for (const field of translatedFields) {
    if (after[field] === undefined) continue;
    let stood = false;
    for (const [language, texts] of Object.entries(translations())) {
      if (texts[field] === undefined || written.has(`translations.${language}.${field}`)) continue;
      if ((await addNote(tx, key, language, field, before[field])) !== 1) stood = true;
    }
    // Only what stood there before can be right again.
    if (!stood) continue;
    const original = JSON.stringify(after[field]);
    await tx.post(deleteWhere(table, { entity_key: key, field, original }));
  }
}

export type StaleField = { entity_key: number; language: string; field: TranslatedField };
export type StaleRow = StaleField & { original: string };

/** Which translations are stale, by thing; without the originals, which may be long. */
export async function staleFieldsOf(reader: Reader, keys: readonly number[]): Promise<Map<number, StaleField[]>> {
  const byKey = new Map<number, StaleField[]>();
  if (keys.length === 0) return byKey;
  const rows = await reader.all<StaleField>(
    composed(
      `select entity_key, language, field from stale_translations where entity_key in (${placeholders(keys.length)})`,
      [...keys],
    ),
  );
  for (const row of rows) byKey.set(row.entity_key, [...(byKey.get(row.entity_key) ?? []), row]);
  return byKey;
}

export const staleOf = (reader: Reader, keys: readonly number[]) =>
  keys.length === 0
    ? Promise.resolve([])
    : reader.all<StaleRow>(
        composed(
          `select entity_key, language, field, original from stale_translations
            where entity_key in (${placeholders(keys.length)}) order by language, field`,
          [...keys],
        ),
      );

/** For what left the trash for good. */
export const forgetStale = (tx: Tx, keys: readonly number[]) =>
  tx.run(composed(`delete from stale_translations where entity_key in (${placeholders(keys.length)})`, [...keys]));
