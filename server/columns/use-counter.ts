import type { AttributeColumn } from "../../contract/column-headers.ts";
import type { Item } from "../../contract/items.ts";
import { mostColumns } from "../formats/sheet.ts";
import type { InUse } from "./sheet-columns.ts";

/** Attributes beyond these have no column of their own, so there is no need to count them. */
const mostAttributes = 10 * mostColumns;

type Use = { count: number; most: number; languages: Map<string, number> };

/** Counts which languages and attributes items use. */
export class UseCounter {
  readonly #languages = new Map<string, number>();
  readonly #attributes = new Map<string, Use>();

  add({ description, translations }: Pick<Item, "description" | "translations">): void {
    if (description.length > 0) this.#addAttributes(description, undefined);
    for (const language in translations) {
      this.#languages.set(language, (this.#languages.get(language) ?? 0) + 1);
      const translated = translations[language]?.description;
      if (translated) this.#addAttributes(translated, language);
    }
  }

  #addAttributes(attributes: Item["description"], language: string | undefined): void {
    for (const [at, { key }] of attributes.entries()) {
      const use = this.#use(key);
      if (!use) continue;
      let nth = 1;
      for (let before = 0; before < at; before++) if (attributes[before]?.key === key) nth++;
      if (language === undefined) {
        use.count++;
        use.most = Math.max(use.most, nth);
      } else use.languages.set(language, Math.max(use.languages.get(language) ?? 0, nth));
    }
  }

  #use(key: string): Use | undefined {
    let use = this.#attributes.get(key);
    if (!use && this.#attributes.size < mostAttributes) {
      use = { count: 0, most: 0, languages: new Map() };
      this.#attributes.set(key, use);
    }
    return use;
  }

  /** The languages by their code; the attributes that most items have first, each beside its translations. */
  result(): InUse {
    const attributes: Omit<AttributeColumn, "name">[] = [];
    const byUse = [...this.#attributes].sort(([, one], [, other]) => other.count - one.count);
    for (const [key, { most, languages }] of byUse) {
      for (let nth = 1; nth <= most; nth++) attributes.push({ key, nth });
      for (const [language, mostTranslated] of languages)
        for (let nth = 1; nth <= mostTranslated; nth++) attributes.push({ key, nth, language });
    }
    return { languages: [...this.#languages.keys()].sort(), attributes };
  }
}
