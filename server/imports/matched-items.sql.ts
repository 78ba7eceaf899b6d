import type { ImportOptions } from "../../contract/imports.ts";
import type { Reader } from "../db/db.ts";
import { storedKey } from "../items/item-key.ts";
import type { PlacedItemRow } from "../items/items.rules.ts";
import { readPlacedBy } from "../items/items.sql.ts";
import type { RowPatch } from "../sheets/read-cells.ts";
import { nameOf, type ReadRow } from "./read-row.ts";
import type { Place, PlaceOf } from "./row-places.sql.ts";

/** The items that rows name. */
export type Loaded = {
  projectKey: number;
  /** The item of a row; undefined if there is none. */
  itemOf(patch: RowPatch, place: Place | undefined): PlacedItemRow | "ambiguous" | undefined;
  /** Whether another item has the key. */
  hasKey(key: string, than: PlacedItemRow): boolean;
  /** Where new items go whose rows name no subcategory. */
  defaultPlace: Place | undefined;
};

/** A name in a subcategory, as the key of a map. */
export const inLeaf = (leaf: number, name: string) => `${leaf} ${name}`;

export async function loadItems(
  reader: Reader,
  projectKey: number,
  options: ImportOptions,
  rows: readonly ReadRow[],
  placeOf: PlaceOf,
): Promise<Loaded> {
  const ids: string[] = [];
  const keys: string[] = [];
  const leaves = new Set<number>();
  const names: string[] = [];
  const defaultPlace =
    options.subcategoryId === undefined
      ? undefined
      : placeOf({ subcategoryId: options.subcategoryId, values: [], faults: [] });
  const byName = options.match === "name";
  for (const { patch } of rows) {
    if (patch.id !== undefined) ids.push(patch.id);
    if (patch.key != null) keys.push(storedKey(projectKey, patch.key));
    if (!byName || patch.id !== undefined || patch.key != null) continue;
    const place = placeOf(patch) ?? defaultPlace;
    const name = nameOf(patch);
    if (name === undefined || !place || !("leaf" in place)) continue;
    leaves.add(place.leaf.key);
    names.push(name);
  }
  const ofProject = (row: PlacedItemRow) => row.project_key === projectKey;
  const withId = new Map<string, PlacedItemRow>();
  for (const row of await readPlacedBy(reader, "id", ids)) if (ofProject(row)) withId.set(row.id, row);
  const withKey = new Map<string, PlacedItemRow>();
  for (const row of await readPlacedBy(reader, "external_key", keys)) withKey.set(row.external_key, row);
  const named = new Map<string, PlacedItemRow | "ambiguous">();
  if (names.length > 0) {
    for (const row of await readPlacedBy(reader, "subcategory_key", [...leaves], names)) {
      const place = inLeaf(row.subcategory_key, row.name);
      named.set(place, named.has(place) ? "ambiguous" : row);
    }
  }
  return {
    projectKey,
    defaultPlace,
    itemOf(patch, place) {
      if (patch.id !== undefined) return withId.get(patch.id);
      if (patch.key != null) return withKey.get(storedKey(projectKey, patch.key));
      const where = place ?? defaultPlace;
      const name = nameOf(patch);
      if (!byName || name === undefined || !where || !("leaf" in where)) return undefined;
      return named.get(inLeaf(where.leaf.key, name));
    },
    hasKey: (key, than) => {
      const other = withKey.get(storedKey(projectKey, key));
      return other !== undefined && other.key !== than.key;
    },
  };
}
