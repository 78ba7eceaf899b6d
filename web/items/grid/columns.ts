import type { SortField } from "../../../contract/found-items.ts";
import type { Item } from "../../../contract/items.ts";
import type { ColumnId } from "../../catalog/column-ids.ts";
import type { Text } from "../../platform/i18n/i18n.ts";
import { createStore, createStoredStore, type Store } from "../../platform/store.ts";

export type Column = {
  id: ColumnId;
  label(t: Text): string;
  width: string;
  kind: "text" | "number" | "switch" | "computed";
  align?: "right";
  /** What the list is sorted by with a click on the head. */
  sort?: SortField;
};

export const columns: readonly Column[] = [
  { id: "name", label: (t) => t.items.name, width: "minmax(170px, 3fr)", kind: "text", sort: "name" },
  { id: "place", label: (t) => t.items.place, width: "minmax(130px, 1.5fr)", kind: "computed" },
  { id: "price", label: (t) => t.items.price, width: "104px", kind: "number", align: "right", sort: "price" },
  { id: "discount", label: (t) => t.items.discount, width: "88px", kind: "number", align: "right", sort: "discount" },
  { id: "buyerPays", label: (t) => t.items.buyerPays, width: "104px", kind: "computed", align: "right", sort: "pays" },
  { id: "quantity", label: (t) => t.items.quantity, width: "96px", kind: "number", align: "right", sort: "quantity" },
  { id: "visible", label: (t) => t.items.visible, width: "84px", kind: "switch" },
  { id: "priority", label: (t) => t.items.priority, width: "92px", kind: "number", align: "right", sort: "priority" },
  { id: "currency", label: (t) => t.items.currency, width: "84px", kind: "computed" },
  { id: "tags", label: (t) => t.items.tags, width: "minmax(140px, 1fr)", kind: "computed" },
  { id: "badges", label: (t) => t.items.badges, width: "minmax(120px, 1fr)", kind: "computed" },
  { id: "languages", label: (t) => t.items.languages, width: "104px", kind: "computed" },
];

/** Whether a cell of it is opened to be typed into. */
export const isTypedInto = (column: Column | undefined) => column?.kind === "text" || column?.kind === "number";

const usual: ColumnId[] = ["name", "price", "discount", "buyerPays", "quantity", "visible"];

/** The chosen columns: in the list of one leaf, where everything is in one place, and in all others. */
const ofLeaf = createStoredStore<ColumnId[]>("editor-columns", usual);
const ofMany = createStoredStore<ColumnId[]>("editor-columns-many", ["name", "place", ...usual.slice(1)]);

type ViewColumns = { shown: ColumnId[] | undefined; choose(next: ColumnId[]): void };

/** While a view is open, its columns are shown, and what people choose then is a change of the view. */
export const viewColumns = createStore<ViewColumns | undefined>(undefined);

function unlessViewed(own: Store<ColumnId[]>): Store<ColumnId[]> {
  const get = () => viewColumns.get()?.shown ?? own.get();
  return {
    get,
    set(next) {
      const made = typeof next === "function" ? next(get()) : next;
      const view = viewColumns.get();
      if (view) view.choose(made);
      else own.set(made);
    },
    subscribe(listener) {
      const ends = [own.subscribe(listener), viewColumns.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

const shownOfLeaf = unlessViewed(ofLeaf);
const shownOfMany = unlessViewed(ofMany);

export const chosenColumns = (leaf: boolean): Store<ColumnId[]> => (leaf ? shownOfLeaf : shownOfMany);

/** The columns that a list can show. */
export const offeredColumns = (leaf: boolean): readonly Column[] =>
  leaf ? columns.filter(({ id }) => id !== "place") : columns;

/** The order in which columns are hidden where an open panel leaves too little room: the panel shows their fields too. */
const spared: readonly ColumnId[] = [
  "languages",
  "badges",
  "tags",
  "currency",
  "priority",
  "buyerPays",
  "discount",
  "place",
  "visible",
  "quantity",
  "price",
];

/** What is before the first column, in pixels: the grip, which has the margin of the list, the box, and the picture. */
const leading = [20, 26, 38];
/** The same without anything to pick or to drag. */
const leadingPlain = [20, 0, 38];
/** The margin after the last column. */
const trailing = 8;

/** `picks`: whether there is a box to pick the row, and a grip to drag it by. */
export const templateOf = (shown: readonly Column[], picks: boolean) =>
  [...(picks ? leading : leadingPlain).map((width) => `${width}px`), ...shown.map(({ width }) => width)].join(" ");

const leastWidth = ({ width }: Column) => Number(/\d+/.exec(width)?.[0]);

/** The chosen columns that fit into this width in pixels; the name is always shown. */
export function fittingColumns(chosen: readonly ColumnId[], room: number): readonly ColumnId[] {
  const shown = new Set(chosen);
  const needed = () =>
    columns.reduce(
      (sum, column) => (shown.has(column.id) ? sum + leastWidth(column) : sum),
      leading.reduce((sum, width) => sum + width, trailing),
    );
  for (const id of spared) {
    if (needed() <= room) break;
    shown.delete(id);
  }
  return chosen.filter((id) => shown.has(id));
}

/** Chosen columns that are hidden now for want of room. */
export const hiddenColumns = createStore<readonly ColumnId[]>([]);

const textFields = ["name", "simpleDescription", "description"] as const;

/**
 * Translated fields of an item, of those that have something to translate. A list does not say which copies of the original
 * somebody confirmed, so there none of them counts.
 */
export function translatedShare(
  item: Item,
  language: string,
  isLeft = (field: (typeof textFields)[number]) =>
    JSON.stringify(item.translations[language]?.[field]) === JSON.stringify(item[field]),
): { done: number; of: number } {
  const texts = item.translations[language] ?? {};
  const needed = textFields.filter((field) => item[field].length > 0);
  return { done: needed.filter((field) => texts[field]?.length && !isLeft(field)).length, of: needed.length };
}
