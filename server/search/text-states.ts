import { defaultLanguage } from "../../contract/languages.ts";
import { type StaleText, type TranslatedField, translatedFields } from "../log/stale-translations.ts";
import type { Translations } from "../log/translations.ts";

/** A set of texts as bits, in the order of `translatedFields`. */
type Mask = number;
type InLanguage = { translated: Mask; stale: Mask };
export type TextState = { originals: Mask; languages: ReadonlyMap<string, InLanguage> };

const isText = (value: unknown) => (Array.isArray(value) || typeof value === "string") && value.length > 0;

const maskOf = (fields: Partial<Record<TranslatedField, unknown>>): Mask =>
  translatedFields.reduce((mask, field, bit) => (isText(fields[field]) ? mask | (1 << bit) : mask), 0);

/** Which texts a thing has, which of them each language has, and which are stale. Many things share one state. */
export function textState(
  originals: Partial<Record<TranslatedField, unknown>>,
  translations: Translations,
  stale: readonly StaleText[],
): string {
  let state = String(maskOf(originals));
  for (const [language, texts] of Object.entries(translations)) {
    if (language === defaultLanguage) continue;
    const old = stale.reduce(
      (mask, text) => (text.language === language ? mask | (1 << translatedFields.indexOf(text.field)) : mask),
      0,
    );
    const translated = maskOf(texts);
    if (translated > 0) state += ` ${language}:${translated}:${old}`;
  }
  return state;
}

function parsed(text: string): TextState {
  const [originals, ...languages] = text.split(" ");
  return {
    originals: Number(originals),
    languages: new Map(
      languages.map((part) => {
        const [language = "", translated, stale] = part.split(":");
        // A translation whose original is now empty does not count.
        const wanted = Number(translated) & Number(originals);
        return [language, { translated: wanted, stale: Number(stale) & wanted }];
      }),
    ),
  };
}

/** The states that occur, each stored once, and how many things of each node are in each state. */
export class TextStates {
  readonly #numbers = new Map<string, number>();
  readonly #states: TextState[] = [];
  /** By node, then by state. */
  readonly counts = new Map<number, Map<number, number>>();

  take(node: number, text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#states.push(parsed(text)) - 1;
      this.#numbers.set(text, number);
    }
    this.#count(node, number, 1);
    return number;
  }

  drop(node: number, number: number): void {
    this.#count(node, number, -1);
  }

  state(number: number): TextState {
    return this.#states[number] as TextState;
  }

  #count(node: number, number: number, by: 1 | -1): void {
    let states = this.counts.get(node);
    if (!states) {
      states = new Map();
      this.counts.set(node, states);
    }
    const count = (states.get(number) ?? 0) + by;
    if (count > 0) states.set(number, count);
    else states.delete(number);
    if (states.size === 0) this.counts.delete(node);
  }
}
