import type { Item } from "../../contract/items.ts";
import { itemCells, type SheetItem } from "../columns/item-cells.ts";
import type { ItemColumn } from "../columns/sheet-columns.ts";
import type { Db } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import type { Value } from "../formats/sheet.ts";
import { turn } from "../http/turns.ts";
import { plainKey } from "../items/item-key.ts";
import { detailsOf, type ItemRow } from "../items/items.rules.ts";
import { nodeNames } from "../search/node-names.sql.ts";
import type { CatalogTree } from "./catalog-tree.sql.ts";

/** Called with how many items of how many are written. */
export type Report = (done: number, of: number) => void;

/** Read and written in about five milliseconds, so that other requests hardly wait. */
const itemsPerStep = 250;

type ToWrite = { keys: Float64Array; tree: CatalogTree; columns: readonly ItemColumn[]; report: Report };

/** The cells of items in the order of their keys. Those that were deleted since are left out. */
export async function* itemRows(db: Db, { keys, tree, columns, report }: ToWrite): AsyncGenerator<Value[][]> {
  const cellsOf = itemCells(columns);
  for (let from = 0; from < keys.length; from += itemsPerStep) {
    const some = Array.from(keys.subarray(from, from + itemsPerStep));
    const byKey = new Map<number, StoredRow>();
    for (const row of await db.single.all<StoredRow>(composed(storedRows, [some]))) byKey.set(row.key, row);
    const idOf = await leafIds(db, tree, byKey.values());
    const rows: Value[][] = [];
    for (const key of some) {
      const row = byKey.get(key);
      if (row) rows.push(cellsOf(sheetItem(row, tree, idOf(row.subcategory_key))));
    }
    yield rows;
    report(Math.min(from + itemsPerStep, keys.length), keys.length);
    await turn();
  }
}

type StoredRow = Omit<ItemRow, "subcategory_id">;

/** Without their subcategories, whose ids the tree has: a join would take a third more time. */
const storedRows = `select key, id, subcategory_key, priority, visible, name, quantity, price, discount, currency, imgs,
  tags, details, version, external_key from items where key in (?)`;

/** The ids of the leaves of items. A leaf that came since the export began is not in its tree. */
async function leafIds(db: Db, tree: CatalogTree, rows: Iterable<StoredRow>): Promise<(leaf: number) => string> {
  const later: number[] = [];
  for (const { subcategory_key } of rows) if (tree.idOf(subcategory_key) === undefined) later.push(subcategory_key);
  const names = later.length === 0 ? undefined : await nodeNames(db.single, [later]);
  return (leaf) => tree.idOf(leaf) ?? names?.get(leaf)?.id ?? "";
}

function sheetItem(row: StoredRow, tree: CatalogTree, subcategoryId: string): SheetItem {
  const { badges, simpleDescription, description, translations } = detailsOf(row);
  return {
    id: row.id,
    key: plainKey(row.external_key) ?? "",
    version: row.version,
    // A leaf that came later has no path; its id says where the item is.
    path: tree.pathTo(row.subcategory_key) ?? null,
    subcategoryId,
    name: row.name,
    visible: row.visible === 1,
    priority: row.priority,
    quantity: row.quantity,
    price: row.price,
    discount: row.discount,
    currency: row.currency as Item["currency"],
    imgs: row.imgs === "[]" ? [] : JSON.parse(row.imgs),
    tags: row.tags === "[]" ? [] : JSON.parse(row.tags),
    badges,
    simpleDescription,
    description,
    translations: translations as Item["translations"],
  };
}
