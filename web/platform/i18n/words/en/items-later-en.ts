import { plural } from "./phrases-later-en.ts";

export const itemsLaterEn = {
  /** The parts of the open item. */
  itemSections: {
    inItem: "In the open item",
    keys: "Next or previous section",
  },
  grid: { compact: "Compact rows" },
  itemMenu: { duplicate: "Duplicate" },
  /** Properties that were pasted. */
  pasted: {
    pasted: (count: number) => `${plural(count, { one: "property", other: "properties" })} pasted`,
    /** How many are new, where others got a new value. */
    parts: (added: number, changed: number) => ` (${added} new, ${changed} changed)`,
    notPasted: (lines: string) => `Not pasted: ${lines}.`,
    line: (number: number, text: string, why: string) => `line ${number} “${text}” (${why})`,
    more: (count: number) => `and ${plural(count, { one: "more line", other: "more lines" })}`,
    faults: {
      no_pair: "no colon",
      no_name: "no name",
      name_too_long: "the name is too long",
      value_too_long: "the value is too long",
      invalid_text: "it has characters that cannot be stored",
      too_many: "the item has too many properties",
    },
  },
};
