import { sees } from "../access/allow.ts";
import type { RowPatch } from "../columns/read-cells.ts";
import type { Reader } from "../db/db.ts";
import { storedKey } from "../items/item-key.ts";
import type { PlacedItemRow } from "../items/items.rules.ts";
import { placeOfItem, readPlacedByKey } from "../items/items.sql.ts";
import { type NamedItemRow, readNamedBy, sizesOfItems } from "../items/named-items.sql.ts";
import type { Deciding } from "./deciding.sql.ts";
import { isByName, type MatchedRow, nameOf, type ReadRow } from "./read-row.ts";
import type { RowPlace, RowPlaceOf } from "./row-places.sql.ts";

/** Bytes of items that are held in memory together, but for a single one that is larger. */
const mostBytes = 2 * 1024 * 1024;

/** Divides rows by the bytes of the items that they are matched to. */
export async function piecesOf(reader: Reader, rows: readonly MatchedRow[]): Promise<MatchedRow[][]> {
  const sizes = await sizesOfItems(reader, keysMatched(rows));
  const pieces: MatchedRow[][] = [];
  let room = 0;
  for (const row of rows) {
    const size = typeof row.match === "number" ? (sizes.get(row.match) ?? 0) : 0;
    const piece = pieces.at(-1);
    room -= size;
    if (piece && room >= 0) piece.push(row);
    else {
      pieces.push([row]);
      room = mostBytes - size;
    }
  }
  return pieces;
}

const keysMatched = (rows: readonly MatchedRow[]): number[] =>
  rows.flatMap(({ match }) => (typeof match === "number" ? [match] : []));

/** A name in a subcategory, as the key of a map. */
export const inLeaf = (leaf: number, name: string) => `${leaf} ${name}`;

type ItemsByName = ReadonlyMap<string, NamedItemRow | "ambiguous">;

/** The items that rows name. One that the caller may not see is as one that does not exist, but for its key. */
export class NamedItems {
  readonly #options: Deciding["options"];
  readonly #withId = new Map<string, NamedItemRow>();
  readonly #withExternalKey = new Map<string, NamedItemRow>();
  readonly #named: ItemsByName;
  readonly #keys: KeyHolders;

  private constructor(options: Deciding["options"], keys: KeyHolders, named: ItemsByName) {
    this.#options = options;
    this.#keys = keys;
    this.#named = named;
  }

  static async load(
    reader: Reader,
    { projectKey, caller, options }: Deciding,
    rows: readonly ReadRow[],
    placeOf: RowPlaceOf,
  ): Promise<NamedItems> {
    const keys = await KeyHolders.load(reader, projectKey, rows);
    const named = await itemsNamed(reader, options, rows, placeOf);
    const items = new NamedItems(options, keys, named);
    const isVisible = (row: NamedItemRow) => sees(reader, caller, placeOfItem(row));
    const ids = rows.flatMap(({ patch: { id } }) => (id === undefined ? [] : [id]));
    for (const row of await readNamedBy(reader, "id", ids))
      if (row.project_key === projectKey && (await isVisible(row))) items.#withId.set(row.id, row);
    for (const row of keys.rows) if (await isVisible(row)) items.#withExternalKey.set(row.external_key, row);
    return items;
  }

  /** The item of a row; undefined if there is none. */
  of(patch: RowPatch, place: RowPlace | undefined): NamedItemRow | "ambiguous" | undefined {
    if (patch.id !== undefined) return this.#withId.get(patch.id);
    if (patch.key != null) return this.#withExternalKey.get(this.#keys.stored(patch.key));
    const name = nameOf(patch);
    if (!isByName(patch, this.#options) || name === undefined || !place || !("leaf" in place)) return undefined;
    return this.#named.get(inLeaf(place.leaf.key, name));
  }

  isExternalKeyTaken(externalKey: string, item: NamedItemRow | undefined): boolean {
    return this.#keys.isTaken(externalKey, item);
  }
}

/** The items that rows were matched to, and what has been added since. */
export class MatchedItems {
  readonly #items: ReadonlyMap<number, PlacedItemRow>;
  readonly #keys: KeyHolders;
  readonly #named: ItemsByName;

  private constructor(items: ReadonlyMap<number, PlacedItemRow>, keys: KeyHolders, named: ItemsByName) {
    this.#items = items;
    this.#keys = keys;
    this.#named = named;
  }

  static async load(
    reader: Reader,
    { projectKey, caller, options }: Deciding,
    rows: readonly MatchedRow[],
    placeOf: RowPlaceOf,
  ): Promise<MatchedItems> {
    const items = new Map<number, PlacedItemRow>();
    for (const row of await readPlacedByKey(reader, keysMatched(rows)))
      if (await sees(reader, caller, placeOfItem(row))) items.set(row.key, row);
    const fresh = rows.filter(({ match }) => match === null);
    // Of a row whose item has its key already, nobody else can have it.
    const given = rows.filter(({ match, patch: { key } }) => {
      const item = typeof match === "number" ? items.get(match) : undefined;
      return key != null && item?.external_key !== storedKey(projectKey, key);
    });
    return new MatchedItems(
      items,
      await KeyHolders.load(reader, projectKey, given),
      await itemsNamed(reader, options, fresh, placeOf),
    );
  }

  byItemKey(itemKey: number): PlacedItemRow | undefined {
    return this.#items.get(itemKey);
  }

  isExternalKeyTaken(externalKey: string, item: PlacedItemRow | undefined): boolean {
    return this.#keys.isTaken(externalKey, item);
  }

  isNameTaken(name: string, place: RowPlace): boolean {
    return "leaf" in place && this.#named.has(inLeaf(place.leaf.key, name));
  }
}

/** Which items have the keys that rows name. */
class KeyHolders {
  readonly #projectKey: number;
  readonly rows: readonly NamedItemRow[];
  readonly #items: ReadonlyMap<string, number>;

  private constructor(projectKey: number, rows: readonly NamedItemRow[]) {
    this.#projectKey = projectKey;
    this.rows = rows;
    this.#items = new Map(rows.map(({ external_key, key }) => [external_key, key]));
  }

  static async load(reader: Reader, projectKey: number, rows: readonly ReadRow[]): Promise<KeyHolders> {
    const keys = rows.flatMap(({ patch: { key } }) => (key == null ? [] : [storedKey(projectKey, key)]));
    return new KeyHolders(projectKey, await readNamedBy(reader, "external_key", keys));
  }

  stored(externalKey: string): string {
    return storedKey(this.#projectKey, externalKey);
  }

  /** Whether an item has the key, other than this one. */
  isTaken(externalKey: string, item: Pick<PlacedItemRow, "key"> | undefined): boolean {
    const holder = this.#items.get(this.stored(externalKey));
    return holder !== undefined && holder !== item?.key;
  }
}

/** The items with the names and in the subcategories of rows that find their items by name. */
async function itemsNamed(
  reader: Reader,
  options: Deciding["options"],
  rows: readonly ReadRow[],
  placeOf: RowPlaceOf,
): Promise<ItemsByName> {
  const leaves = new Set<number>();
  const names: string[] = [];
  for (const { patch } of rows) {
    const place = placeOf(patch);
    const name = nameOf(patch);
    if (!isByName(patch, options) || name === undefined || !place || !("leaf" in place)) continue;
    leaves.add(place.leaf.key);
    names.push(name);
  }
  const named = new Map<string, NamedItemRow | "ambiguous">();
  if (names.length === 0) return named;
  for (const row of await readNamedBy(reader, "subcategory_key", [...leaves], names)) {
    const place = inLeaf(row.subcategory_key, row.name);
    named.set(place, named.has(place) ? "ambiguous" : row);
  }
  return named;
}
