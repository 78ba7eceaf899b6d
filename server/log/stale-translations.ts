import { defaultLanguage } from "../../contract/languages.ts";
import type { Fields } from "./changes.sql.ts";
import type { FieldChanges } from "./field-changes.ts";
import { same } from "./field-values.ts";
import type { Translations } from "./translations.ts";

/** The fields that can be translated, in the order of the contract. */
export const translatedFields = ["name", "simpleDescription", "description"] as const;
export type TranslatedField = (typeof translatedFields)[number];

/**
 * The notes of a row, by language and field of a translation, `ru.name`: the original that a stale one was made from, or
 * what somebody confirmed to be the same in both languages.
 */
type Notes = Record<string, unknown>;

/** A translation that is the same as its original, and right so. While the original is another one, it is stale. */
type ConfirmedCopy = { confirmed: unknown };
export const isConfirmedCopy = (note: unknown): note is ConfirmedCopy =>
  typeof note === "object" && note !== null && "confirmed" in note;

/** The notes of nearly every row. They need no parsing. */
export const noNotes = "{}";

const notesIn = (stale: string): Notes => (stale === noNotes ? {} : JSON.parse(stale));

const ofTranslation = "translations.";
const ofNote = "translatedFrom.";

export type Translated = { language: string; field: string };

/** The name of a note in the log. Its value is the original of a stale translation, or null if it is not stale. */
export const noteName = ({ language, field }: Translated): string => `${ofNote}${language}.${field}`;
export const isNote = (name: string): boolean => name.startsWith(ofNote);
export const translationName = ({ language, field }: Translated): string => `${ofTranslation}${language}.${field}`;

/** The translations whose text or note a change concerns, without duplicates. */
export function translatedIn(after: Fields): Translated[] {
  const found = new Map<string, Translated>();
  for (const name of Object.keys(after)) {
    if (!name.startsWith(ofTranslation) && !isNote(name)) continue;
    const [, language = "", field] = name.split(".");
    if (field !== undefined && language !== defaultLanguage) found.set(`${language}.${field}`, { language, field });
  }
  return [...found.values()];
}

/** The value of a note, by its name in the log. */
export const readNote = (stale: string, name: string): unknown => notesIn(stale)[name.slice(ofNote.length)] ?? null;

/** Whether a change concerns a text, a translation or a note. Most do not, and this check is all that they cost. */
function changesNotes(after: Fields): boolean {
  for (const name in after) {
    if (name.startsWith(ofTranslation) || isNote(name) || translatedFields.includes(name as TranslatedField))
      return true;
  }
  return false;
}

/**
 * Adds to a change what it does to the notes of its row. A translation that is written or removed is no longer stale.
 * Nor is one whose original is changed back to what was translated.
 */
export function noteStale(row: { stale: string }, changes: FieldChanges, translations: () => Translations): void {
  const { after } = changes;
  if (!changesNotes(after)) return;
  const notes = notesIn(row.stale);
  for (const name in after) if (name.startsWith(ofTranslation)) delete notes[name.slice(ofTranslation.length)];
  for (const field of translatedFields) {
    if (after[field] !== undefined) noteOriginal(notes, field, changes, translations());
  }
  for (const name in after) if (isNote(name)) takeNote(notes, name.slice(ofNote.length), after[name]);
  const stale = JSON.stringify(notes);
  if (stale !== row.stale) changes.columns.stale = stale;
}

/** The original `field` changes, and with it the state of all translations that the change does not write. */
function noteOriginal(notes: Notes, field: string, { before, after }: FieldChanges, translations: Translations): void {
  for (const [language, texts] of Object.entries(translations)) {
    const note = `${language}.${field}`;
    if (language === defaultLanguage || texts[field] === undefined) continue;
    if (after[ofTranslation + note] !== undefined) continue;
    // An existing note stays: the oldest original is the one that the translation was made from.
    if (notes[note] === undefined) notes[note] = before[field];
    else if (same(notes[note], after[field])) delete notes[note];
  }
}

/** A note in the change wins over the note that the texts alone would give. */
function takeNote(notes: Notes, note: string, value: unknown): void {
  if (value === null) delete notes[note];
  else notes[note] = value;
}

/** Only `current` counts as translated. A copy of the original counts when somebody has confirmed it. */
type TranslationState = "missing" | "copied" | "stale" | "current";

type TranslatedText = {
  language: string;
  field: TranslatedField;
  state: TranslationState;
  /** The original that a stale translation was made from. */
  translatedFrom: unknown;
};

type Texts = Partial<Record<TranslatedField, unknown>>;

const isEmpty = (text: unknown) => text === undefined || text === null || (text as string | unknown[]).length === 0;

function stateOf(original: unknown, translation: unknown, note: unknown): TranslationState {
  if (isEmpty(translation)) return "missing";
  if (note !== undefined) return isConfirmedCopy(note) && same(note.confirmed, original) ? "current" : "stale";
  return same(translation, original) ? "copied" : "current";
}

/** The state of every translation of a row, in the order of its languages. */
export function translatedTexts(originals: Texts, translations: Translations, stale: string): TranslatedText[] {
  const notes = notesIn(stale);
  return Object.entries(translations).flatMap(([language, texts]) =>
    language === defaultLanguage
      ? []
      : translatedFields.map((field) => {
          const note = notes[`${language}.${field}`];
          const state = stateOf(originals[field], texts[field], note);
          const madeFrom = isConfirmedCopy(note) ? note.confirmed : note;
          return { language, field, state, translatedFrom: state === "stale" ? madeFrom : null };
        }),
  );
}
