import type { itemsLaterEn } from "../en/items-later-en.ts";
import { plural } from "./phrases-later-de.ts";

export const itemsLaterDe: typeof itemsLaterEn = {
  itemSections: {
    inItem: "Im geöffneten Artikel",
    keys: "Nächster oder vorheriger Abschnitt",
  },
  grid: { compact: "Kompakte Zeilen" },
  itemMenu: { duplicate: "Duplizieren" },
  /** Properties that were pasted. */
  pasted: {
    pasted: (count) => `${plural(count, { one: "Eigenschaft", other: "Eigenschaften" })} eingefügt`,
    parts: (added, changed) => ` (${added} neu, ${changed} geändert)`,
    notPasted: (lines) => `Nicht eingefügt: ${lines}.`,
    line: (number, text, why) => `Zeile ${number} „${text}“ (${why})`,
    more: (count) => `und ${plural(count, { one: "weitere Zeile", other: "weitere Zeilen" })}`,
    faults: {
      no_pair: "kein Doppelpunkt",
      no_name: "kein Name",
      name_too_long: "Name zu lang",
      value_too_long: "Wert zu lang",
      invalid_text: "enthält Zeichen, die nicht gespeichert werden können",
      too_many: "der Artikel hat zu viele Eigenschaften",
    },
  },
};
