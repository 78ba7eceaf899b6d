import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { addNote, dropNote } from "./stale-translations.sql.ts";

/** How the log names the note of a stale translation: what it was made from, null where it is not stale. */
export const noteName = (language: string, field: string): string => `translatedFrom.${language}.${field}`;
export const isNote = (name: string): boolean => name.startsWith("translatedFrom.");

export function noteOf(name: string): { language: string; field: string } {
  const [, language = "", field = ""] = name.split(".");
  return { language, field };
}

export async function readNote(reader: Reader, key: number, name: string): Promise<unknown> {
  const { language, field } = noteOf(name);
  const row = await reader.get<{ original: string }>(
    sql`select original from stale_translations
      where entity_key = ${key} and language = ${language} and field = ${field}`,
  );
  return row ? JSON.parse(row.original) : null;
}

export async function writeNote(tx: Tx, key: number, name: string, translatedFrom: unknown): Promise<void> {
  const { language, field } = noteOf(name);
  if (translatedFrom === null) await dropNote(tx, key, language, field);
  else await addNote(tx, key, language, field, translatedFrom);
}
