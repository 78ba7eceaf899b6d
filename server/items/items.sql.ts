import type { ItemCreate, ItemMergePatch, ItemPatch } from "../../contract/items.ts";
import { allow, sentFields } from "../access/allow.ts";
import { type Reader, type RowTx, type Tx, UniqueViolation } from "../db/db.ts";
import type { Scope } from "../db/scope.ts";
import { composed, sql } from "../db/sql.ts";
import type { Precondition } from "../http/conditional.ts";
import { newId } from "../http/ids.ts";
import { notFound, Problem } from "../http/problem.ts";
import { type Author, appendChange, changeOf, changeRow } from "../log/changes.sql.ts";
import { refuseConflicts, refuseStaleDelete } from "../log/conflicts.ts";
import { type FieldChanges, isEmpty } from "../log/field-changes.ts";
import { missing } from "../log/missing.sql.ts";
import { noNotes, noteStale } from "../log/stale-translations.ts";
import { moveItemsToTrash, moveToTrash } from "../log/trash.sql.ts";
import { lowerItemCount, notALeaf, raiseItemCount } from "../tree/leaf-rule.sql.ts";
import { lockLeaves } from "../tree/shape-lock.sql.ts";
import { storedKey } from "./item-key.ts";
import {
  detailsOf,
  type ItemPlace,
  type ItemRow,
  indexedColumns,
  itemChanges,
  itemFields,
  newItem,
  type PlacedItemRow,
  storedItem,
} from "./items.rules.ts";

export const itemSelection = `i.key, i.id, i.subcategory_key, i.priority, i.visible, i.name, i.quantity, i.price, i.discount,
  i.currency, i.imgs, i.tags, i.details, i.version, i.external_key, s.id as subcategory_id`;
const placedItems = `select ${itemSelection}, i.stale, s.category_key, c.project_key
  from items i join subcategories s on s.key = i.subcategory_key join categories c on c.key = s.category_key where`;

const placedItemById = `${placedItems} i.id = ?`;

const itemById = (id: string) => composed(placedItemById, [id]);

export const readItem = (reader: Reader, id: string) => reader.get<PlacedItemRow>(itemById(id));

/** The index of the keys has only items with one: a query that does not say so reads all items. */
export const hasExternalKey = "external_key <> ''";

/** The item with an external key, if a project has one. */
export const readItemWithKey = (reader: Reader, projectKey: number, externalKey: string) =>
  reader.get<PlacedItemRow>(
    composed(`${placedItems} i.external_key = ? and i.${hasExternalKey}`, [storedKey(projectKey, externalKey)]),
  );

/** Whether another item has the key. */
export const isExternalKeyTaken = async (
  reader: Reader,
  projectKey: number,
  externalKey: string,
  itemKey: number,
): Promise<boolean> =>
  (await reader.get(
    composed(`select 1 as found from items where external_key = ? and ${hasExternalKey} and key <> ?`, [
      storedKey(projectKey, externalKey),
      itemKey,
    ]),
  )) !== undefined;

/** Reads an item for a change, which is written only while the item still has this version. */
export async function holdItem(tx: RowTx, id: string, caller: Author["caller"]): Promise<PlacedItemRow> {
  const row = await tx.hold<PlacedItemRow>("items", id, itemById(id), ["version"]);
  if (!row) throw await missing(tx, "item", id, caller);
  return row;
}

/** `false` if items stay in their subcategory; otherwise they leave it, to `target`, or to the trash if undefined. */
export type Leaving = false | { target: string | undefined };

/** Locks and reads an item that leaves its subcategory. */
async function holdLeavingItem(
  tx: Tx,
  id: string,
  target: string | undefined,
  caller: Author["caller"],
): Promise<PlacedItemRow> {
  await lockLeaves(tx, [id], target);
  await tx.lock(sql`select key from items where id = ${id}`);
  // The item may have moved to another leaf before it was locked.
  await lockLeaves(tx, [id], target);
  const row = await readItem(tx, id);
  if (!row) throw await missing(tx, "item", id, caller);
  return row;
}

export async function readPlacedItems(tx: Tx, ids: readonly string[], leaving: Leaving): Promise<PlacedItemRow[]> {
  if (leaving) await lockLeaves(tx, ids, leaving.target);
  await tx.lock(composed(`select key from items where id in (?) order by key`, [ids]));
  if (leaving) await lockLeaves(tx, ids, leaving.target);
  return tx.all<PlacedItemRow>(composed(`${placedItems} i.id in (?)`, [ids]));
}

/** Items by their keys in the database; empty for none. */
export const readPlacedByKey = async (reader: Reader, keys: readonly number[]): Promise<PlacedItemRow[]> =>
  keys.length === 0 ? [] : reader.all(composed(`${placedItems} i.key in (?)`, [keys]));

export const readItemsByKey = (reader: Reader, keys: readonly number[]) =>
  reader.all<ItemRow>(
    composed(
      `select ${itemSelection} from items i join subcategories s on s.key = i.subcategory_key
        where i.key in (?) order by i.priority, i.key`,
      [keys],
    ),
  );

/** Reads an item for a change that needs the permission `need`. `writeItem` checks the grants for its fields. */
export async function holdItemFor(
  tx: RowTx,
  id: string,
  need: "translate" | "edit",
  author: Author,
): Promise<PlacedItemRow> {
  const row = await holdItem(tx, id, author.caller);
  await allow(tx, author.caller, need, placeOfItem(row), () => notFound("item", id));
  return row;
}

export const placeOfItem = (row: Pick<PlacedItemRow, "project_key" | "subcategory_key">) => ({
  projectKey: row.project_key,
  subcategoryKey: row.subcategory_key,
});

export type Leaf = ItemPlace & { key: number; id: string; child_count: number };

const leafQuery = (id: string) =>
  sql`select s.key, s.id, s.category_key, s.child_count, c.project_key
    from subcategories s join categories c on c.key = s.category_key where s.id = ${id}`;

/** A subcategory that the caller may add items to. */
export async function leafById(tx: Tx, id: string, author: Author): Promise<Leaf> {
  const leaf = await tx.get<Leaf>(leafQuery(id));
  if (!leaf) throw await missing(tx, "subcategory", id, author.caller);
  await allowInLeaf(tx, leaf, author);
  return leaf;
}

/** Refuses a caller who may not add items with these fields to the leaf. */
export async function allowInLeaf(tx: RowTx, leaf: Leaf, { caller }: Author, fields?: () => string[]): Promise<void> {
  const place = { projectKey: leaf.project_key, subcategoryKey: leaf.key };
  await allow(tx, caller, "edit", place, () => notFound("subcategory", leaf.id), fields);
}

/** The scopes that change when items enter or leave a subcategory: its list, its tree and its project's trees. */
const membershipScopes = (subcategoryKey: number, place: ItemPlace): Scope[] => [
  `items:${subcategoryKey}`,
  `names:${subcategoryKey}`,
  `tree:${place.category_key}`,
  `project:${place.project_key}`,
];

export function touchMembership(tx: Tx, subcategoryKey: number, place: ItemPlace): void {
  for (const scope of membershipScopes(subcategoryKey, place)) tx.touch(scope);
}

export async function createItem(
  tx: RowTx,
  subcategoryId: string,
  body: ItemCreate,
  author: Author,
  externalKey: string | null = null,
): Promise<ItemRow> {
  const still = ["id", "category_key", "child_count"] as const;
  const leaf = await tx.hold<Leaf>("subcategories", subcategoryId, leafQuery(subcategoryId), still);
  if (!leaf) throw await missing(tx, "subcategory", subcategoryId, author.caller);
  await allowInLeaf(tx, leaf, author, () => sentFields(body));
  return addToLeaf(tx, leaf, body, author, { externalKey });
}

/**
 * Creates an item in a leaf that is held or locked. A copy keeps the stale notes of its original. `isCounted` says that
 * its leaf has counted it already, `isFree` that no other item has the key.
 */
export async function addToLeaf(
  tx: RowTx,
  leaf: Leaf,
  body: ItemCreate,
  author: Author,
  { stale = noNotes, isCounted = false, externalKey = null, isFree = false }: Addition = {},
): Promise<ItemRow> {
  if (leaf.child_count > 0) throw notALeaf(leaf.id);
  const id = newId();
  const { columns, fields } = storedItem(id, newItem(body), leaf, externalKey);
  const key = await refusingTakenExternalKey(
    externalKey,
    changeRow(
      tx,
      author,
      {
        projectKey: leaf.project_key,
        kind: "item",
        action: "create",
        entityId: id,
        before: {},
        after: fields,
        toKey: leaf.key,
      },
      {
        table: "items",
        columns: { ...columns, stale },
        scopes: membershipScopes(leaf.key, leaf),
        ...(isCounted ? {} : { countIn: leaf.key }),
        isFree,
      },
    ),
  );
  return { ...columns, key, version: key, subcategory_id: leaf.id };
}

type Addition = { stale?: string; isCounted?: boolean; externalKey?: string | null; isFree?: boolean };

/** A write that gives an item a key. In a transaction only: a row on its own is written with those of others. */
async function refusingTakenExternalKey<T>(externalKey: string | null | undefined, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (externalKey == null || !(error instanceof UniqueViolation)) throw error;
    throw externalKeyTaken(externalKey);
  }
}

export const externalKeyTaken = (externalKey: string) =>
  new Problem("key_taken", `Another item of the project has the key "${externalKey}".`);

/** The fields of the contract, and the external key. */
type Patch = {
  fields: (ItemPatch | ItemMergePatch) & { key?: string | null | undefined };
  merge: boolean;
  precondition: Precondition;
};

/** Changes an item within its subcategory. */
export async function updateItem(tx: RowTx, id: string, patch: Patch, author: Author): Promise<PlacedItemRow> {
  const row = await holdItemFor(tx, id, "translate", author);
  const changes = itemChanges(row, patch.fields, patch.merge);
  if (isEmpty(changes)) return row;
  await refuseConflicts(tx, patch.precondition, row.version, changes);
  return writeItem(tx, row, changes, author);
}

/** Changes an item with a PATCH that names a subcategory, which may move it. */
export async function moveItem(tx: Tx, id: string, patch: Patch, author: Author): Promise<PlacedItemRow> {
  const row = await holdLeavingItem(tx, id, patch.fields.subcategoryId, author.caller);
  await allow(tx, author.caller, "translate", placeOfItem(row), () => notFound("item", id));
  const changes = itemChanges(row, patch.fields, patch.merge);
  const target = await moveTarget(tx, row, patch.fields.subcategoryId, author);
  if (target) addMove(changes, row, target);
  if (isEmpty(changes)) return row;
  await refuseConflicts(tx, patch.precondition, row.version, changes);
  if (target) {
    await raiseItemCount(tx, target.key, target.id, 1);
    await lowerItemCount(tx, row.subcategory_key, 1);
    touchMembership(tx, target.key, target);
    touchMembership(tx, row.subcategory_key, row);
  }
  const written = await writeItem(tx, row, changes, author);
  if (target) written.category_key = target.category_key;
  return written;
}

/** The target of a move, or undefined if `subcategoryId` does not move the item. */
export async function moveTarget(tx: Tx, row: PlacedItemRow, subcategoryId: string | undefined, author: Author) {
  if (subcategoryId === undefined || subcategoryId === row.subcategory_id) return undefined;
  const target = await leafById(tx, subcategoryId, author);
  if (target.project_key !== row.project_key) {
    throw new Problem(
      "move_not_possible",
      `"${subcategoryId}" belongs to another project. A move must stay within its project.`,
    );
  }
  return target;
}

export function addMove(changes: FieldChanges, row: ItemRow, target: { key: number; id: string }): void {
  changes.columns.subcategory_key = target.key;
  changes.before.subcategoryId = row.subcategory_id;
  changes.after.subcategoryId = target.id;
}

/**
 * Writes the changed columns and their entry in the log. On a move the caller updates the counts. `isFree` says that no
 * other item has the new key.
 */
export async function writeItem(
  tx: RowTx,
  row: PlacedItemRow,
  changes: FieldChanges,
  author: Author,
  isFree = false,
): Promise<PlacedItemRow> {
  const { columns, after } = changes;
  const unseen = () => notFound("item", row.id);
  await allow(tx, author.caller, "translate", placeOfItem(row), unseen, () => Object.keys(after));
  const target = columns.subcategory_key as number | undefined;
  if (target !== undefined) {
    const place = { projectKey: row.project_key, subcategoryKey: target };
    await allow(tx, author.caller, "edit", place, () => notFound("subcategory", String(after.subcategoryId)));
  }
  noteStale(row, changes, () => changes.translations ?? detailsOf(row).translations);
  const scopes: Scope[] = [`items:${row.subcategory_key}`];
  if (indexedColumns.some((column) => columns[column] !== undefined)) scopes.push(`names:${row.subcategory_key}`);
  const change = changeOf("item", "update", row, changes);
  if (target !== undefined) Object.assign(change, { fromKey: row.subcategory_key, toKey: target });
  const version = await refusingTakenExternalKey(
    after.key as string | null | undefined,
    changeRow(tx, author, change, { table: "items", columns, scopes, isFree }),
  );
  const written: PlacedItemRow = Object.assign(row, columns, { version });
  if (after.subcategoryId !== undefined) written.subcategory_id = after.subcategoryId as string;
  return written;
}

/** Deletes items that are locked, with their subcategories. */
export async function deleteItems(tx: Tx, rows: readonly PlacedItemRow[], author: Author): Promise<void> {
  const leaves = new Map<number, { place: PlacedItemRow; count: number }>();
  const deletions: number[] = [];
  for (const row of rows) {
    await allow(tx, author.caller, "edit", placeOfItem(row), () => notFound("item", row.id));
    const deletion = changeOf("item", "delete", row, { before: itemFields(row), after: {} });
    deletions.push(await appendChange(tx, author, deletion));
    const leaf = leaves.get(row.subcategory_key);
    if (leaf) leaf.count++;
    else leaves.set(row.subcategory_key, { place: row, count: 1 });
  }
  await moveItemsToTrash(tx, deletions);
  for (const [key, { place, count }] of leaves) {
    await lowerItemCount(tx, key, count);
    touchMembership(tx, key, place);
  }
}

export async function deleteItem(tx: Tx, id: string, precondition: Precondition, author: Author): Promise<void> {
  const row = await holdLeavingItem(tx, id, undefined, author.caller);
  await allow(tx, author.caller, "edit", placeOfItem(row), () => notFound("item", id));
  await refuseStaleDelete(tx, precondition, row.version);
  await moveToTrash(tx, author, { kind: "item", row, before: itemFields(row) });
  await lowerItemCount(tx, row.subcategory_key, 1);
  touchMembership(tx, row.subcategory_key, row);
}
