import type { ImportOptions } from "../../contract/imports.ts";
import type { Caller } from "../access/caller.ts";
import { hasLostLetters, lettersLost } from "../columns/lost-text.ts";
import { textOfPath } from "../columns/path-text.ts";
import type { RowPatch } from "../columns/read-cells.ts";
import { shownCell } from "../columns/read-value.ts";
import type { Reader } from "../db/db.ts";
import type { PlacedItemRow } from "../items/items.rules.ts";
import { damagedNumbers, type NumberColumn } from "./damaged-cells.ts";
import { nameOf, type ReadRow, type RowFault } from "./read-row.ts";
import { notALeaf, type PlaceFinder, type RowPlace, type RowPlaceOf } from "./row-places.sql.ts";

/** What decides what becomes of the rows of an import, beside the catalog. */
export type Deciding = {
  projectKey: number;
  caller: Caller | undefined;
  options: ImportOptions;
  /** Of the file. */
  format: string;
  places: PlaceFinder;
};

/** Where rows say that their items belong, and where the import says that new items go. */
export type RowPlaces = {
  /** Undefined if the row does not say. */
  named: RowPlaceOf;
  ofNew: RowPlaceOf;
};

export async function placesOf(
  reader: Reader,
  { places, options }: Deciding,
  rows: readonly ReadRow[],
): Promise<RowPlaces> {
  const ids = new Set<string>();
  const names = new Map<string, readonly string[]>();
  if (options.subcategoryId !== undefined) ids.add(options.subcategoryId);
  for (const { patch } of rows) {
    if (patch.subcategoryId !== undefined) ids.add(patch.subcategoryId);
    else if (patch.path) names.set(textOfPath(patch.path), patch.path);
  }
  const byId = await places.byId(reader, [...ids]);
  const paths = await places.byPath(reader, names);
  const placeWithId = (id: string): RowPlace => {
    const leaf = byId.get(id);
    if (!leaf) return { fault: { code: "not_found", message: `is not a subcategory of this project` } };
    return leaf.child_count > 0 ? { fault: notALeaf([id]) } : { leaf };
  };
  const named: RowPlaceOf = ({ subcategoryId, path }) => {
    if (subcategoryId !== undefined) return placeWithId(subcategoryId);
    return path && paths.get(textOfPath(path));
  };
  const general = options.subcategoryId === undefined ? undefined : placeWithId(options.subcategoryId);
  return { named, ofNew: (patch) => named(patch) ?? general };
}

export type GoodPlace = Exclude<RowPlace, { fault: unknown }>;

/** Where grants decide about a place: for nodes that do not exist yet, at the last one that does. */
export function inTree(projectKey: number, place: GoodPlace) {
  const [kind, node] = "leaf" in place ? ["subcategory", place.leaf] : [place.missing.above?.kind, place.missing.above];
  return { projectKey, ...(node && (kind === "category" ? { categoryKey: node.key } : { subcategoryKey: node.key })) };
}

export const shownPlace = ({ subcategoryId, path }: RowPatch) =>
  subcategoryId !== undefined
    ? { column: "subcategoryId", value: subcategoryId }
    : { column: "subcategory", value: path ? textOfPath(path) : "" };

/** What is wrong with a row before its values are compared with those of its item, which is undefined for a new one. */
export function faultsOfRow(
  { patch }: ReadRow,
  item: Pick<PlacedItemRow, NumberColumn | "external_key"> | undefined,
  { named, ofNew }: RowPlaces,
  { options, format }: Deciding,
): RowFault[] {
  const faults: RowFault[] = patch.faults.flatMap(({ either, ...fault }) =>
    item && either?.includes(numberIn(item, fault.column)) ? [] : [fault],
  );
  faults.push(...damagedNumbers(patch, item, format));
  const place = named(patch);
  if (place && !("leaf" in place) && hasLostLetters(shownPlace(patch).value)) {
    faults.push({ ...shownPlace(patch), ...lettersLost });
  } else if (place && "fault" in place) faults.push({ ...shownPlace(patch), ...place.fault });
  else if (place && "missing" in place && !options.createSubcategories) {
    const message = "does not exist; let the import create it, or correct the path";
    faults.push({ ...shownPlace(patch), code: "not_found", message });
  } else if (place && "missing" in place && item) {
    const message = "does not exist yet: an item moves to a subcategory that exists";
    faults.push({ ...shownPlace(patch), code: "not_found", message });
  }
  if (!item && patch.id !== undefined) faults.push(unknownItem(patch.id));
  else if (!item) faults.push(...missingFields(patch, ofNew(patch), options, faults));
  return faults;
}

/** A number that an item has; a cell that may mean this or another number leaves it as it is. */
const numberIn = (item: Pick<PlacedItemRow, NumberColumn>, column: string): number =>
  numberColumns.includes(column) ? item[column as NumberColumn] : Number.NaN;

const numberColumns: readonly string[] = ["price", "discount", "quantity", "priority"] satisfies NumberColumn[];

export const unknownItem = (id: string): RowFault => ({
  column: "id",
  value: id,
  code: "not_found",
  message: "is not an item of this project",
});

export const keyTakenFault = (externalKey: string): RowFault => ({
  column: "key",
  value: externalKey,
  code: "key_taken",
  message: "is the key of another item",
});

/** The fault of a row that finds its item by name. */
export const nameFault = (patch: RowPatch, code: "ambiguous" | "repeated", message: string): RowFault => ({
  column: "name",
  value: shownCell(nameOf(patch) ?? ""),
  code,
  message,
});

/** What a new item needs and the row does not have, apart from what is wrong with it anyway. */
function missingFields(
  patch: RowPatch,
  place: RowPlace | undefined,
  { subcategoryId }: ImportOptions,
  known: readonly RowFault[],
): RowFault[] {
  const faults: RowFault[] = [];
  if (nameOf(patch) === undefined && !known.some(({ column }) => column === "name"))
    faults.push({ column: "name", value: "", code: "required", message: "is required for a new item" });
  if (known.some(({ column }) => column === "subcategory" || column === "subcategoryId")) return faults;
  if (!place) {
    const message = "is required for a new item, unless the import says where new items go";
    faults.push({ column: "subcategory", value: "", code: "required", message });
  } else if ("fault" in place) {
    faults.push({ column: "subcategory", value: subcategoryId ?? "", ...place.fault });
  }
  return faults;
}
