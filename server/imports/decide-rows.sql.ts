import type { ItemMergePatch } from "../../contract/items.ts";
import { allow, sentFields } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { type CellChange, changesOfCells, type ItemFields, newItemOf } from "../columns/cell-changes.ts";
import type { RowPatch } from "../columns/read-cells.ts";
import { headerOf } from "../columns/sheet-columns.ts";
import type { Reader } from "../db/db.ts";
import type { Value } from "../formats/sheet.ts";
import { Problem } from "../http/problem.ts";
import { inTurns, Rest } from "../http/turns.ts";
import { plainKey } from "../items/item-key.ts";
import { itemFields, type PlacedItemRow } from "../items/items.rules.ts";
import { type Leaf, placeOfItem } from "../items/items.sql.ts";
import { conflictingFields } from "./conflicts.sql.ts";
import { damagedTexts } from "./damaged-cells.ts";
import {
  type Deciding,
  faultsOfRow,
  type GoodPlace,
  inTree,
  keyTakenFault,
  nameFault,
  placesOf,
  type RowPlaces,
  shownPlace,
  unknownItem,
} from "./deciding.sql.ts";
import { MatchedItems } from "./matched-items.sql.ts";
import { isByName, type MatchedRow, nameOf, type RowFault } from "./read-row.ts";

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
      externalKey: string | null | undefined;
      /** The subcategory that the item moves to. */
      target: Leaf | undefined;
      changes: CellChange[];
      conflicts: Conflict[];
    }
  | {
      status: "created";
      place: GoodPlace;
      patch: ItemMergePatch;
      externalKey: string | null;
      changes: CellChange[];
    };

/** Decides what becomes of rows, by what the catalog holds now. Nothing is written. Items may be of any size. */
export async function decideRows(reader: Reader, deciding: Deciding, rows: readonly MatchedRow[]): Promise<Decision[]> {
  const places = await placesOf(reader, deciding, rows);
  const items = await MatchedItems.load(reader, deciding, rows, places.ofNew);
  const decisions: Decision[] = [];
  const rest = new Rest();
  for (const row of rows) {
    await rest.ifDue();
    try {
      decisions.push(await decided(reader, deciding, row, { places, items }));
    } catch (error) {
      // A grant is missing, or what the row names is not visible.
      if (!(error instanceof Problem)) throw error;
      decisions.push(refused({ column: null, value: "", code: error.code, message: error.message }));
    }
  }
  return decisions;
}

async function decided(
  reader: Reader,
  deciding: Deciding,
  row: MatchedRow,
  { places, items }: { places: RowPlaces; items: MatchedItems },
): Promise<Decision> {
  const { match, patch } = row;
  if (typeof match === "object" && match !== null) return { status: "refused", faults: match };
  const item = match === null ? undefined : items.byItemKey(match);
  if (match !== null && !item) return refused(goneItem(patch));
  const faults = faultsOfRow(row, item, places, deciding);
  faults.push(...(await inTurns(damagedTexts(patch, item, deciding.format))));
  if (patch.key != null && items.isExternalKeyTaken(patch.key, item)) faults.push(keyTakenFault(patch.key));
  const place = item ? places.named(patch) : places.ofNew(patch);
  const name = nameOf(patch);
  if (!item && isByName(patch, deciding.options) && name !== undefined && place && items.isNameTaken(name, place)) {
    faults.push(nameFault(patch, "ambiguous", "is the name of an item that was added meanwhile"));
  }
  if (faults.length > 0) return { status: "refused", faults };
  return item
    ? update(reader, deciding.caller, patch, { item, place: place as Extract<GoodPlace, { leaf: Leaf }> | undefined })
    : creation(reader, deciding, patch, place as GoodPlace);
}

/** The item was deleted, or left what the caller sees, since the rows were matched. */
const goneItem = (patch: RowPatch): RowFault =>
  patch.id !== undefined
    ? unknownItem(patch.id)
    : { column: null, value: "", code: "not_found", message: "The item of this row was deleted meanwhile." };

const refused = (fault: RowFault): Decision => ({ status: "refused", faults: [fault] });

async function update(
  reader: Reader,
  caller: Caller | undefined,
  patch: RowPatch,
  { item, place }: { item: PlacedItemRow; place: { leaf: Leaf } | undefined },
): Promise<Decision> {
  const fields = itemFields(item) as unknown as ItemFields;
  let values = patch.values;
  let made = changesOfCells(fields, values);
  let target = place && place.leaf.key !== item.subcategory_key ? place.leaf : undefined;
  const currentKey = plainKey(item.external_key);
  let externalKey = patch.key !== undefined && patch.key !== currentKey ? patch.key : undefined;
  const conflicts: Conflict[] = [];
  const isOlder = patch.version !== undefined && patch.version < item.version;
  if (isOlder && (made.changes.length > 0 || target || externalKey !== undefined)) {
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
    if (externalKey !== undefined && isConflict({ name: "key" }, currentKey)) {
      conflicts.push({ column: "key", value: externalKey, current: currentKey });
      externalKey = undefined;
    }
  }
  if (made.faults.length > 0) return { status: "refused", faults: made.faults };
  if (made.changes.length === 0 && !target && externalKey === undefined) {
    await allow(reader, caller, "view", placeOfItem(item), () => unseen(item.id));
    return { status: "unchanged", item, conflicts };
  }
  const sent = [...sentFields(made.patch as never), ...(externalKey === undefined ? [] : ["key"])];
  const needs = target || sent.some((field) => !field.startsWith("translations.")) ? "edit" : "translate";
  await allow(
    reader,
    caller,
    needs,
    placeOfItem(item),
    () => unseen(item.id),
    () => sent,
  );
  if (target)
    await allow(reader, caller, "edit", inTree(target.project_key, { leaf: target }), () => unseen(target.id));
  return { status: "changed", item, patch: made.patch, externalKey, target, changes: made.changes, conflicts };
}

const unseen = (id: string) => new Problem("not_found", `There is no "${id}".`);

async function creation(
  reader: Reader,
  { caller, options, projectKey }: Deciding,
  patch: RowPatch,
  place: GoodPlace,
): Promise<Decision> {
  const made = newItemOf(patch.values, options.hideNew === true);
  if (made.faults.length > 0) return { status: "refused", faults: made.faults };
  const node = "leaf" in place ? place.leaf : place.missing.above;
  await allow(
    reader,
    caller,
    "edit",
    inTree(projectKey, place),
    () => unseen(node?.id ?? ""),
    () => sentFields(made.patch as never),
  );
  return { status: "created", place, patch: made.patch, externalKey: patch.key ?? null, changes: made.changes };
}
