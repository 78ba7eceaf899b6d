import type { PlainColumn, TranslatedField } from "../../contract/column-headers.ts";
import type { Item } from "../../contract/items.ts";
import type { Value } from "../formats/sheet.ts";
import { headerOf, type ItemColumn } from "./sheet-columns.ts";

/** An item with what an export says about it beyond its fields. `path` is the text of `textOfPath`. */
export type SheetItem = Omit<Item, "comments"> & { key: string; version: number; path: string | null };

type Attributes = Item["description"];
type Positions = {
  plain: [number, PlainColumn][];
  translated: [number, TranslatedField, string][];
  rest: number | undefined;
};

/** Texts and lists that are empty leave their cell empty: that is what an item without them has too. */
const filled = (text: string): Value => (text === "" ? null : text);
const filledList = (entries: readonly string[]): Value => (entries.length === 0 ? null : entries);

const plainValues: Record<Exclude<PlainColumn, "attributes">, (item: SheetItem) => Value> = {
  id: ({ id }) => id,
  key: ({ key }) => filled(key),
  version: ({ version }) => version,
  subcategory: ({ path }) => path,
  subcategoryId: ({ subcategoryId }) => subcategoryId,
  name: ({ name }) => name,
  simpleDescription: ({ simpleDescription }) => filled(simpleDescription),
  price: ({ price }) => price,
  discount: ({ discount }) => discount,
  currency: ({ currency }) => currency,
  quantity: ({ quantity }) => quantity,
  visible: ({ visible }) => visible,
  priority: ({ priority }) => priority,
  tags: ({ tags }) => filledList(tags),
  badges: ({ badges }) => filledList(badges),
  imgs: ({ imgs }) => filledList(imgs),
};

/** Makes the cells of items. Prepared once for all of them: an item looks up its attributes, not the columns theirs. */
export function itemCells(columns: readonly ItemColumn[]): (item: SheetItem) => Value[] {
  const { plain, translated, rest } = positionsOf(columns);
  const attributePositions = new Map(
    columns.flatMap((column, index) => (column.name === "attribute" ? [[headerOf(column), index] as const] : [])),
  );
  const known = new AttributeHeaders();
  return (item) => {
    const cells: Value[] = new Array(columns.length).fill(null);
    for (const [index, name] of plain) cells[index] = plainValues[name as keyof typeof plainValues](item);
    for (const [index, field, language] of translated) cells[index] = item.translations[language]?.[field] ?? null;
    const others: Record<string, string> = {};
    const place = (attributes: Attributes, language: string | undefined) => {
      for (const [header, value] of known.of(attributes, language)) {
        const index = attributePositions.get(header);
        if (index !== undefined) cells[index] = value;
        else others[header] = value;
      }
    };
    if (attributePositions.size === 0 && rest === undefined) return cells;
    place(item.description, undefined);
    for (const [language, { description }] of Object.entries(item.translations)) {
      if (description !== undefined) place(description, language);
    }
    if (rest !== undefined && Object.keys(others).length > 0) cells[rest] = JSON.stringify(others);
    return cells;
  };
}

function positionsOf(columns: readonly ItemColumn[]): Positions {
  const positions: Positions = { plain: [], translated: [], rest: undefined };
  columns.forEach((column, index) => {
    if (column.name === "attribute") return;
    if (column.name === "attributes") positions.rest = index;
    else if (column.language === undefined) positions.plain.push([index, column.name]);
    else positions.translated.push([index, column.name, column.language]);
  });
  return positions;
}

/** The headers of attributes. Keys repeat from item to item, so their headers are kept, up to a bound. */
class AttributeHeaders {
  readonly #first = new Map<string, string>();

  of(attributes: Attributes, language: string | undefined): [header: string, value: string][] {
    const seen = new Map<string, number>();
    return attributes.map(({ key, value }) => {
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      if (nth > 1) return [headerOf({ name: "attribute", key, nth, language }), value];
      const known = `${language ?? ""}@${key}`;
      let header = this.#first.get(known);
      if (header === undefined) {
        header = headerOf({ name: "attribute", key, nth, language });
        if (this.#first.size < 10_000) this.#first.set(known, header);
      }
      return [header, value];
    });
  }
}
