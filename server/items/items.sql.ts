import type { ItemCreate, ItemMergePatch, ItemPatch } from "../../contract/items.ts";
import { allow, sentFields } from "../access/allow.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, sql, updateByKey } from "../db/sql.ts";
import type { Precondition } from "../http/conditional.ts";
import { newId } from "../http/ids.ts";
import { notFound, Problem } from "../http/problem.ts";
import { type Author, appendChange } from "../log/changes.sql.ts";
import { refuseConflicts, refuseStaleDelete } from "../log/conflicts.ts";
import { type FieldChanges, isEmpty } from "../log/field-changes.ts";
import { missing } from "../log/missing.sql.ts";
import { noNotes, noteStale } from "../log/stale-translations.ts";
import { moveToTrash } from "../log/trash.sql.ts";
import { countItems, uncountItems } from "../tree/leaf-rule.sql.ts";
import { lockLeaves, lockSubcategory } from "../tree/shape-lock.sql.ts";
import { foldedNames } from "./fold.ts";
import type { ItemCache } from "./item-cache.ts";
import {
  type Details,
  detailBytes,
  detailsOf,
  type ItemPlace,
  type ItemRow,
  indexedColumns,
  itemChanges,
  itemFields,
  newItem,
  type PlacedItemRow,
} from "./items.rules.ts";

export const itemSelection = `i.key, i.id, i.subcategory_key, i.priority, i.visible, i.name, i.quantity, i.price, i.discount,
  i.currency, i.imgs, i.tags, i.details, i.version, s.id as subcategory_id`;
const placedItems = `select ${itemSelection}, i.stale, s.category_key, c.project_key
  from items i join subcategories s on s.key = i.subcategory_key join categories c on c.key = s.category_key where i.id`;

const placedItemById = `${placedItems} = ?`;

export const itemById = (id: string) => composed(placedItemById, [id]);

export const readItem = (reader: Reader, id: string) => reader.get<PlacedItemRow>(itemById(id));

/** `false` if items stay where they are; else they leave, to `target` where that is a place. */
export type Leaving = false | { target: string | undefined };

/** An item that is to be changed, as it is once nobody else is changing it. */
export async function readPlacedItem(
  tx: Tx,
  id: string,
  caller: Author["caller"],
  leaving: Leaving = false,
  items?: ItemCache,
): Promise<PlacedItemRow> {
  const kept = tx.rowVersions && items?.row(id, tx.rowVersions);
  if (kept) return kept;
  if (leaving) {
    await lockLeaves(tx, [id], leaving.target);
    await tx.lock(sql`select key from items where id = ${id}`);
    // It may have moved in between: then this is another leaf.
    await lockLeaves(tx, [id], leaving.target);
  }
  const query = itemById(id);
  const row = leaving ? await tx.get<PlacedItemRow>(query) : await tx.take<PlacedItemRow>("items", id, query);
  if (!row) throw await missing(tx, "item", id, caller);
  return row;
}

export async function readPlacedItems(tx: Tx, ids: readonly string[], leaving: Leaving): Promise<PlacedItemRow[]> {
  if (leaving) await lockLeaves(tx, ids, leaving.target);
  await tx.lock(composed(`select key from items where id in (?) order by key`, [ids]));
  if (leaving) await lockLeaves(tx, ids, leaving.target);
  return tx.all<PlacedItemRow>(composed(`${placedItems} in (?)`, [ids]));
}

export const readItemsByKey = (reader: Reader, keys: readonly number[]) =>
  reader.all<ItemRow>(
    composed(
      `select ${itemSelection} from items i join subcategories s on s.key = i.subcategory_key
        where i.key in (?) order by i.priority, i.key`,
      [keys],
    ),
  );

/** An item that the caller is to change. What the change is, decides which fields he needs a grant for. */
export async function readItemFor(
  tx: Tx,
  id: string,
  need: "translate" | "edit",
  author: Author,
  leaving: Leaving = false,
  items?: ItemCache,
): Promise<PlacedItemRow> {
  const row = await readPlacedItem(tx, id, author.caller, leaving, items);
  await allow(tx, author.caller, need, placeOfItem(row), () => notFound("item", id));
  return row;
}

export const placeOfItem = (row: PlacedItemRow) => ({
  projectKey: row.project_key,
  subcategoryKey: row.subcategory_key,
});

export type Leaf = ItemPlace & { key: number; id: string };

/** A subcategory that the caller is to put items into. */
export async function leafById(tx: Tx, id: string, author: Author, fields?: () => string[]): Promise<Leaf> {
  const leaf = await tx.get<Leaf>(
    sql`select s.key, s.id, s.category_key, c.project_key
      from subcategories s join categories c on c.key = s.category_key where s.id = ${id}`,
  );
  if (!leaf) throw await missing(tx, "subcategory", id, author.caller);
  await allowInLeaf(tx, leaf, author, fields);
  return leaf;
}

/** Whether items with these fields may be put there. */
export async function allowInLeaf(tx: Tx, leaf: Leaf, { caller }: Author, fields?: () => string[]): Promise<void> {
  const place = { projectKey: leaf.project_key, subcategoryKey: leaf.key };
  await allow(tx, caller, "edit", place, () => notFound("subcategory", leaf.id), fields);
}

/** The items of the subcategory came or went: its list, its tree and its project's trees show it. */
export function touchMembership(tx: Tx, subcategoryKey: number, place: ItemPlace): void {
  tx.touch(`items:${subcategoryKey}`);
  tx.touch(`names:${subcategoryKey}`);
  tx.touch(`tree:${place.category_key}`);
  tx.touch(`project:${place.project_key}`);
}

export async function createItem(tx: Tx, subcategoryId: string, body: ItemCreate, author: Author): Promise<ItemRow> {
  await lockSubcategory(tx, subcategoryId);
  const leaf = await leafById(tx, subcategoryId, author, () => sentFields(body));
  await countItems(tx, leaf.key, leaf.id, 1);
  const row = await addToLeaf(tx, leaf, body, author);
  touchMembership(tx, leaf.key, leaf);
  return row;
}

/** A new item in a leaf that has counted it. A copy has the notes of what it was copied from. */
export async function addToLeaf(
  tx: Tx,
  leaf: Leaf,
  body: ItemCreate,
  author: Author,
  stale = noNotes,
): Promise<ItemRow> {
  const id = newId();
  const item = newItem(body);
  const key = await appendChange(tx, author, {
    projectKey: leaf.project_key,
    kind: "item",
    action: "create",
    entityId: id,
    before: {},
    after: { id, ...item, subcategoryId: leaf.id },
    toKey: leaf.key,
  });
  const row: ItemRow = {
    key,
    id,
    subcategory_key: leaf.key,
    priority: item.priority as number,
    visible: item.visible ? 1 : 0,
    name: item.name as string,
    quantity: item.quantity as number,
    price: item.price as number,
    discount: item.discount as number,
    currency: item.currency as string,
    imgs: JSON.stringify(item.imgs),
    tags: JSON.stringify(item.tags),
    details: detailBytes({
      badges: item.badges,
      simpleDescription: item.simpleDescription,
      description: item.description,
      translations: item.translations,
      comments: [],
    } as Details),
    version: key,
    subcategory_id: leaf.id,
  };
  await insertItem(tx, row, foldedNames(row.name, item.translations as never), stale);
  return row;
}

const insertItem = (tx: Tx, row: ItemRow, folded: string, stale: string) =>
  tx.post(
    sql`insert into items (key, id, subcategory_key, priority, visible, name, folded, quantity, price, discount, currency,
        imgs, tags, details, version, stale)
      values (${row.key}, ${row.id}, ${row.subcategory_key}, ${row.priority}, ${row.visible}, ${row.name}, ${folded},
        ${row.quantity}, ${row.price}, ${row.discount}, ${row.currency}, ${row.imgs}, ${row.tags}, ${row.details},
        ${row.version}, ${stale})`,
  );

export async function updateItem(
  tx: Tx,
  id: string,
  patch: ItemPatch | ItemMergePatch,
  merge: boolean,
  precondition: Precondition,
  author: Author,
  items?: ItemCache,
): Promise<PlacedItemRow> {
  const leaving = patch.subcategoryId !== undefined && { target: patch.subcategoryId };
  const row = await readItemFor(tx, id, "translate", author, leaving, items);
  const changes = itemChanges(row, patch, merge);
  const target = await moveTarget(tx, row, patch.subcategoryId, author);
  if (target) addMove(changes, row, target);
  if (isEmpty(changes)) return row;
  if (precondition) await refuseConflicts(tx, precondition, row.version, changes.after, changes.before);
  if (target) {
    await countItems(tx, target.key, target.id, 1);
    await uncountItems(tx, row.subcategory_key, 1);
    touchMembership(tx, target.key, target);
    touchMembership(tx, row.subcategory_key, row);
  }
  const written = await writeItem(tx, row, changes, author);
  if (target) written.category_key = target.category_key;
  return written;
}

/** The leaf that `subcategoryId` names, where that is a move; of the same project. */
export async function moveTarget(tx: Tx, row: PlacedItemRow, subcategoryId: string | undefined, author: Author) {
  if (subcategoryId === undefined || subcategoryId === row.subcategory_id) return undefined;
  const target = await leafById(tx, subcategoryId, author);
  if (target.project_key !== row.project_key) {
    throw new Problem("move_not_possible", `"${subcategoryId}" is part of another project; a move stays within one.`);
  }
  return target;
}

export function addMove(changes: FieldChanges, row: ItemRow, target: { key: number; id: string }): void {
  changes.columns.subcategory_key = target.key;
  changes.before.subcategoryId = row.subcategory_id;
  changes.after.subcategoryId = target.id;
}

/** Writes what changed, and the change itself. The counts of a move are the caller's. */
export async function writeItem(
  tx: Tx,
  row: PlacedItemRow,
  changes: FieldChanges,
  author: Author,
): Promise<PlacedItemRow> {
  const unseen = () => notFound("item", row.id);
  await allow(tx, author.caller, "translate", placeOfItem(row), unseen, () => Object.keys(changes.after));
  const target = changes.columns.subcategory_key as number | undefined;
  if (target !== undefined) {
    const place = { projectKey: row.project_key, subcategoryKey: target };
    await allow(tx, author.caller, "edit", place, () => notFound("subcategory", String(changes.after.subcategoryId)));
  }
  const version = await appendChange(tx, author, {
    projectKey: row.project_key,
    kind: "item",
    action: "update",
    entityKey: row.key,
    entityId: row.id,
    previous: row.version,
    before: changes.before,
    after: changes.after,
    ...(changes.columns.subcategory_key !== undefined && {
      fromKey: row.subcategory_key,
      toKey: changes.columns.subcategory_key as number,
    }),
  });
  noteStale(row, changes, () => changes.translations ?? detailsOf(row).translations);
  const { columns } = changes;
  columns.version = version;
  await tx.post(updateByKey("items", columns, row.key));
  tx.touchRow(row.key);
  tx.touch(`items:${row.subcategory_key}`);
  if (indexedColumns.some((column) => columns[column] !== undefined)) tx.touch(`names:${row.subcategory_key}`);
  const written: PlacedItemRow = Object.assign(row, columns);
  if (changes.after.subcategoryId !== undefined) written.subcategory_id = changes.after.subcategoryId as string;
  return written;
}

/** Writes down that an item is deleted, with all that it was. */
export const appendDeletion = (tx: Tx, row: PlacedItemRow, author: Author): Promise<number> =>
  appendChange(tx, author, {
    projectKey: row.project_key,
    kind: "item",
    action: "delete",
    entityKey: row.key,
    entityId: row.id,
    previous: row.version,
    before: itemFields(row),
    after: {},
  });

export async function deleteItem(tx: Tx, id: string, precondition: Precondition, author: Author): Promise<void> {
  const row = await readItemFor(tx, id, "edit", author, { target: undefined });
  await refuseStaleDelete(tx, precondition, row.version);
  const seq = await appendDeletion(tx, row, author);
  await moveToTrash(tx, author, {
    seq,
    projectKey: row.project_key,
    kind: "item",
    key: row.key,
    id: row.id,
    name: row.name,
  });
  await uncountItems(tx, row.subcategory_key, 1);
  touchMembership(tx, row.subcategory_key, row);
}
