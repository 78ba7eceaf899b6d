import type { ImportOptions } from "../../contract/imports.ts";
import type { ItemMergePatch } from "../../contract/items.ts";
import { allow, sentFields } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import { plainKey } from "../items/item-key.ts";
import { itemFields, type PlacedItemRow } from "../items/items.rules.ts";
import { type Leaf, placeOfItem } from "../items/items.sql.ts";
import { type CellChange, changesOfCells, type ItemFields, newItemOf } from "../sheets/cell-changes.ts";
import { textOfPath } from "../sheets/path-text.ts";
import type { RowPatch } from "../sheets/read-cells.ts";
import { shownCell } from "../sheets/read-value.ts";
import type { Value } from "../sheets/sheet.ts";
import { headerOf } from "../sheets/sheet-columns.ts";
import { conflictingFields } from "./conflicts.sql.ts";
import { type Loaded, loadItems } from "./matched-items.sql.ts";
import { nameOf, type ReadRow, type RowFault } from "./read-row.ts";
import { notALeaf, type Place, type PlaceOf, type Places } from "./row-places.sql.ts";

/** A cell that is not written, because somebody has changed the value since the export. */
type Conflict = { column: string; value: Value; current: Value };

/** What becomes of a row. */
export type Decision =
  | { status: "refused"; faults: RowFault[] }
  | { status: "unchanged"; item: PlacedItemRow; conflicts: Conflict[] }
  | {
      status: "changed";
      item: PlacedItemRow;
      patch: ItemMergePatch;
      /** The new external key; undefined if it stays. */
      key: string | null | undefined;
      /** The subcategory that the item moves to. */
      target: Leaf | undefined;
      changes: CellChange[];
      conflicts: Conflict[];
    }
  | {
      status: "created";
      place: GoodPlace;
      patch: ItemMergePatch;
      key: string | null;
      changes: CellChange[];
    };

export type Deciding = {
  projectKey: number;
  caller: Caller | undefined;
  options: ImportOptions;
  places: Places;
};

/** Decides what becomes of rows, by what the catalog holds now. Nothing is written. */
export async function decideRows(
  reader: Reader,
  { projectKey, caller, options, places }: Deciding,
  rows: readonly ReadRow[],
): Promise<Decision[]> {
  const whereTo = await placesOf(reader, places, options, rows);
  const loaded = await loadItems(reader, projectKey, options, rows, whereTo);
  const decisions: Decision[] = [];
  for (const row of rows) {
    const place = whereTo(row.patch);
    try {
      decisions.push(await decided(reader, { caller, options }, row, place, loaded));
    } catch (error) {
      // A grant is missing, or what the row names is not visible.
      if (!(error instanceof Problem)) throw error;
      const fault = { column: null, value: "", code: error.code, message: error.message };
      decisions.push({ status: "refused", faults: [fault] });
    }
  }
  return decisions;
}

/** Where each row says that its item belongs; undefined if it does not say. */
async function placesOf(
  reader: Reader,
  places: Places,
  options: ImportOptions,
  rows: readonly ReadRow[],
): Promise<PlaceOf> {
  const ids = new Set<string>();
  const names = new Map<string, readonly string[]>();
  if (options.subcategoryId !== undefined) ids.add(options.subcategoryId);
  for (const { patch } of rows) {
    if (patch.subcategoryId !== undefined) ids.add(patch.subcategoryId);
    else if (patch.path) names.set(textOfPath(patch.path), patch.path);
  }
  const byId = await places.byId(reader, [...ids]);
  const paths = await places.byPath(reader, names);
  const placeWithId = (id: string): Place => {
    const leaf = byId.get(id);
    if (!leaf) return { fault: { code: "not_found", message: `is not a subcategory of this project` } };
    return leaf.child_count > 0 ? { fault: notALeaf([id]) } : { leaf };
  };
  return ({ subcategoryId, path }) => {
    if (subcategoryId !== undefined) return placeWithId(subcategoryId);
    return path && paths.get(textOfPath(path));
  };
}

async function decided(
  reader: Reader,
  { caller, options }: Pick<Deciding, "caller" | "options">,
  { patch, fault, repeats }: ReadRow,
  named: Place | undefined,
  loaded: Loaded,
): Promise<Decision> {
  if (fault) return refused({ column: null, value: "", ...fault });
  if (repeats !== undefined) return refused(repetition(patch, repeats));
  const faults: RowFault[] = [...patch.faults];
  const place = named;
  if (place && "fault" in place) faults.push({ ...shownPlace(patch), ...place.fault });
  if (place && "missing" in place && !options.createSubcategories) {
    const message = "does not exist; let the import create it, or correct the path";
    faults.push({ ...shownPlace(patch), code: "not_found", message });
  }
  const item = loaded.itemOf(patch, place);
  if (item === "ambiguous") {
    const message = "is the name of several items of this subcategory: give the row an id or a key";
    faults.push({ column: "name", value: shownCell(nameOf(patch) ?? ""), code: "ambiguous", message });
    return { status: "refused", faults };
  }
  if (!item && patch.id !== undefined) {
    faults.push({ column: "id", value: patch.id, code: "not_found", message: "is not an item of this project" });
  } else if (!item) faults.push(...missingFields(patch, place, loaded, options, faults));
  if (faults.length > 0) return { status: "refused", faults };
  return item
    ? changeOf(reader, caller, patch, item, place as GoodPlace | undefined, loaded)
    : creation(reader, { caller, options }, patch, (place ?? loaded.defaultPlace) as GoodPlace, loaded.projectKey);
}

type GoodPlace = Exclude<Place, { fault: unknown }>;

/** What a new item needs and the row does not have, apart from what is wrong with it anyway. */
function missingFields(
  patch: RowPatch,
  named: Place | undefined,
  { defaultPlace: place }: Loaded,
  { subcategoryId }: ImportOptions,
  known: readonly RowFault[],
): RowFault[] {
  const faults: RowFault[] = [];
  if (nameOf(patch) === undefined && !known.some(({ column }) => column === "name"))
    faults.push({ column: "name", value: "", code: "required", message: "is required for a new item" });
  if (named || known.some(({ column }) => column === "subcategory" || column === "subcategoryId")) return faults;
  if (!place) {
    const message = "is required for a new item, unless the import says where new items go";
    faults.push({ column: "subcategory", value: "", code: "required", message });
  } else if ("fault" in place) {
    faults.push({ column: "subcategory", value: subcategoryId ?? "", ...place.fault });
  }
  return faults;
}

const refused = (fault: RowFault): Decision => ({ status: "refused", faults: [fault] });

function repetition({ id, key, values }: RowPatch, row: number): RowFault {
  const message = `names the same item as row ${row}, which is taken`;
  if (id !== undefined) return { column: "id", value: id, code: "repeated", message };
  if (key != null) return { column: "key", value: key, code: "repeated", message };
  return { column: "name", value: shownCell(nameOf({ values }) ?? ""), code: "repeated", message };
}

const shownPlace = ({ subcategoryId, path }: RowPatch) =>
  subcategoryId !== undefined
    ? { column: "subcategoryId", value: subcategoryId }
    : { column: "subcategory", value: path ? textOfPath(path) : "" };

async function changeOf(
  reader: Reader,
  caller: Caller | undefined,
  patch: RowPatch,
  item: PlacedItemRow,
  place: GoodPlace | undefined,
  loaded: Loaded,
): Promise<Decision> {
  if (place && "missing" in place) {
    const message = "does not exist yet: an item moves to a subcategory that exists";
    return refused({ ...shownPlace(patch), code: "not_found", message });
  }
  const fields = itemFields(item) as unknown as ItemFields;
  let values = patch.values;
  let made = changesOfCells(fields, values);
  let target = place && place.leaf.key !== item.subcategory_key ? place.leaf : undefined;
  const currentKey = plainKey(item.external_key);
  let key = patch.key !== undefined && patch.key !== currentKey ? patch.key : undefined;
  const conflicts: Conflict[] = [];
  const isOlder = patch.version !== undefined && patch.version < item.version;
  if (isOlder && (made.changes.length > 0 || target || key !== undefined)) {
    const isConflict = await conflictingFields(reader, item, patch.version as number);
    const lost = made.changes.filter(({ column, before }) => isConflict(column, before));
    for (const { column, before, after } of lost)
      conflicts.push({ column: headerOf(column), value: after, current: before });
    if (lost.length > 0) {
      const columns = new Set(lost.map(({ column }) => headerOf(column)));
      values = values.filter(({ column }) => !columns.has(headerOf(column)));
      made = changesOfCells(fields, values);
    }
    if (target && isConflict({ name: "subcategoryId" }, item.subcategory_id)) {
      conflicts.push({ ...shownPlace(patch), current: item.subcategory_id });
      target = undefined;
    }
    if (key !== undefined && isConflict({ name: "key" }, currentKey)) {
      conflicts.push({ column: "key", value: key, current: currentKey });
      key = undefined;
    }
  }
  const faults: RowFault[] = [...made.faults];
  if (key != null && loaded.hasKey(key, item)) faults.push(keyTaken(key));
  if (faults.length > 0) return { status: "refused", faults };
  if (made.changes.length === 0 && !target && key === undefined) {
    await allow(reader, caller, "view", placeOfItem(item), () => unseen(item.id));
    return { status: "unchanged", item, conflicts };
  }
  const sent = [...sentFields(made.patch as never), ...(key === undefined ? [] : ["key"])];
  const needs = target || sent.some((field) => !field.startsWith("translations.")) ? "edit" : "translate";
  await allow(
    reader,
    caller,
    needs,
    placeOfItem(item),
    () => unseen(item.id),
    () => sent,
  );
  if (target) await allow(reader, caller, "edit", placeOfLeaf(target), () => unseen(target?.id ?? ""));
  return { status: "changed", item, patch: made.patch, key, target, changes: made.changes, conflicts };
}

const unseen = (id: string) => new Problem("not_found", `There is no "${id}".`);

const keyTaken = (key: string): RowFault => ({
  column: "key",
  value: key,
  code: "key_taken",
  message: "is the key of another item",
});

const placeOfLeaf = ({ project_key, key }: Leaf) => ({ projectKey: project_key, subcategoryKey: key });

async function creation(
  reader: Reader,
  { caller, options }: Pick<Deciding, "caller" | "options">,
  patch: RowPatch,
  place: GoodPlace,
  projectKey: number,
): Promise<Decision> {
  const made = newItemOf(patch.values, options.hideNew === true);
  if (made.faults.length > 0) return { status: "refused", faults: made.faults };
  const fields = () => sentFields(made.patch as never);
  if ("leaf" in place)
    await allow(reader, caller, "edit", placeOfLeaf(place.leaf), () => unseen(place.leaf.id), fields);
  else await allowBelow(reader, caller, projectKey, place.missing.above, fields);
  return { status: "created", place, patch: made.patch, key: patch.key ?? null, changes: made.changes };
}

function allowBelow(
  reader: Reader,
  caller: Caller | undefined,
  projectKey: number,
  above: { kind: string; key: number; id: string } | undefined,
  fields: () => string[],
): Promise<void> | undefined {
  const place = {
    projectKey,
    ...(above && (above.kind === "category" ? { categoryKey: above.key } : { subcategoryKey: above.key })),
  };
  return allow(reader, caller, "edit", place, () => unseen(above?.id ?? ""), fields);
}
