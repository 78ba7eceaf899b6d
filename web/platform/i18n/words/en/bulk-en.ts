import { items, plural } from "./phrases-later-en.ts";

/** What a buyer looks for, and an item does not have. */
export type Lack = "name" | "price" | "picture";
const lackNames: Record<Lack, string> = { name: "no name of its own", price: "no price", picture: "no picture" };
const itemsHave = (count: number) => plural(count, { one: "item has", other: "items have" });
const joined = (parts: readonly string[]) => new Intl.ListFormat("en").format(parts);

export const bulkEn = {
  bulk: {
    title: (count: number) => `Edit ${items(count)}`,
    field: "Field",
    value: "New value",
    preview: "What will change",
    changes: (count: number) => `${plural(count, { one: "item changes", other: "items change" })}`,
    unchanged: (count: number) => `${plural(count, { one: "already has", other: "already have" })} these values`,
    more: (count: number) => `and ${items(count)} more`,
    apply: (count: number) => `Change ${items(count)}`,
    addField: "Add another field",
    removeField: (field: string) => `Do not change ${field}`,
    nothing: "Choose a field and a value to see what will change.",
    titleMatching: (count: number) => `Edit everything that matches: ${items(count)}`,
    matching: (count: number) => `${plural(count, { one: "item matches", other: "items match" })}`,
    looking: "Looking at what changes…",
    noPreview: "Without the network, what will change cannot be shown. The edit is sent when the network is back.",
    operations: "A number for all, or +5, −5, *1.5, +10 %, −10 %",
    round: "Rounding",
    noRounding: "None",
    roundings: { "0.99": "To .99", "0.5": "To a half", "1": "To a whole number" },
    way: "What to do",
    ways: { add: "Add", remove: "Remove", set: "Replace the whole list" },
    findAndReplace: "Find and replace",
    replaceIn: "In",
    replaceLanguage: "Language",
    original: "Original",
    find: "Find",
    replaceBy: "Replace with",
  },
  /** Before the shop gives away what had a price. */
  emptyPrices: {
    titleOf: (name: string) => `Remove the price of “${name}”?`,
    title: (count: number) => `Remove the price of ${plural(count, { one: "visible item", other: "visible items" })}?`,
    what: "The shop shows this and would offer it for nothing.",
    keep: "Keep the price",
    remove: "Remove the price",
  },
  /** What the shop would show of unfinished items. */
  showing: {
    titleOf: (name: string) => `Show “${name}” in the shop?`,
    title: (count: number) =>
      `Show ${plural(count, { one: "unfinished item", other: "unfinished items" })} in the shop?`,
    lacks: (lacks: readonly Lack[]) => `It has ${joined(lacks.map((lack) => lackNames[lack]))}.`,
    counts: {
      name: (count: number) => `${itemsHave(count)} no name of their own`,
      price: (count: number) => `${itemsHave(count)} no price`,
      picture: (count: number) => `${itemsHave(count)} no picture`,
    } satisfies Record<Lack, (count: number) => string>,
    unfinished: "The shop would show unfinished items",
    keep: "Keep hidden",
    show: "Show anyway",
  },
};
