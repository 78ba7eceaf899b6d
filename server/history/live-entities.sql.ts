import type { Reader, Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import type { PlacedItemRow } from "../items/items.rules.ts";
import { itemFields } from "../items/items.rules.ts";
import { holdItem } from "../items/items.sql.ts";
import type { Fields, Kind } from "../log/changes.sql.ts";
import { liveTables } from "../log/entity-places.sql.ts";
import { nodeFields } from "../tree/nodes.ts";
import type { CategoryRow, PlacedSubcategoryRow } from "../tree/tree.rows.ts";
import { categoryById, subcategoryById } from "../tree/tree.sql.ts";

/** An entity that is not deleted; `fields` are as the contract shows them. */
export type LiveEntity = { id: string; name: string; version: number; fields: Fields; parentKey: number | null } & (
  | { kind: "category"; row: CategoryRow }
  | { kind: "subcategory"; row: PlacedSubcategoryRow }
  | { kind: "item"; row: PlacedItemRow }
);

/** Locks an entity and then reads it. */
export async function liveEntity(tx: Tx, kind: Kind, entityKey: number): Promise<LiveEntity | undefined> {
  await tx.lock(composed(`select key from ${liveTables[kind]} where key = ?`, [entityKey]));
  const found = await tx.get<{ id: string }>(composed(`select id from ${liveTables[kind]} where key = ?`, [entityKey]));
  if (!found) return undefined;
  const { id } = found;
  if (kind === "item") {
    const row = await holdItem(tx, id, undefined);
    return {
      kind,
      id,
      name: row.name,
      version: row.version,
      fields: itemFields(row),
      parentKey: row.subcategory_key,
      row,
    };
  }
  if (kind === "category") {
    const row = await categoryById(tx, id);
    return row && { kind, id, name: row.name, version: row.version, fields: nodeFields(row), parentKey: null, row };
  }
  const row = await subcategoryById(tx, id);
  const parentKey = row && (row.parent_key ?? row.category_key);
  return (
    row && {
      kind,
      id,
      name: row.name,
      version: row.version,
      fields: nodeFields(row),
      parentKey: parentKey ?? null,
      row,
    }
  );
}

export type ChangedRow = { kind: Kind; key: number; id: string; name: string; version: number };

/** The entities below a category or a subcategory that were written after the change `since`. */
export async function changedBelow(reader: Reader, kind: Kind, nodeKey: number, since: number): Promise<ChangedRow[]> {
  if (kind === "item") return [];
  return reader.all<ChangedRow>(
    sql`with recursive below (link) as (
        select key from subcategories where key = ${nodeKey} or (category_key = ${nodeKey} and parent_key is null)
        union all
        select s.key from subcategories s join below on s.parent_key = link
      )
      select 'subcategory' as kind, key, id, name, version from subcategories
        where key in (select link from below) and key <> ${nodeKey} and version > ${since}
      union all
      select 'item' as kind, key, id, name, version from items
        where subcategory_key in (select link from below) and version > ${since}`,
  );
}

export const hasSubcategories = async (reader: Reader, categoryKey: number): Promise<boolean> =>
  (await reader.get(sql`select 1 as found from subcategories where category_key = ${categoryKey} limit 1`)) !==
  undefined;

/** Whether another subcategory has the id. */
export const idIsTaken = async (reader: Reader, id: string, ownKey: number): Promise<boolean> =>
  (await reader.get(sql`select 1 as found from subcategories where id = ${id} and key <> ${ownKey}`)) !== undefined;
