import { allow } from "../access/allow.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, inStatements, sql } from "../db/sql.ts";
import { notFound } from "../http/problem.ts";
import { touchMembership } from "../items/items.sql.ts";
import { type Author, appendChange, type Kind } from "../log/changes.sql.ts";
import { type Parent, whereOf } from "../log/entity-places.sql.ts";
import {
  categoryColumns,
  type Deletion,
  itemColumnList,
  itemsOfLeaves,
  keysAtOnce,
  type LeafCount,
  subcategoryColumns,
  type TrashRow,
} from "../log/trash.sql.ts";
import { raiseChildCount, raiseItemCount } from "../tree/leaf-rule.sql.ts";
import { liveEntity } from "./live-entities.sql.ts";

/** Subcategories of a deletion whose parent is restored, but whose own ids were taken. */
export const waitingRoots = (reader: Reader, deletedBy: number) =>
  reader.all<TrashRow>(
    sql`select t.key, t.id, t.name, t.version, t.deleted_by from trash_subcategories t
      where t.deleted_by = ${deletedBy} and not exists (
        select 1 from trash_subcategories p where p.key = t.parent_key and p.deleted_by = t.deleted_by
      ) order by t.key`,
  );

type ToRestore = {
  deletion: Deletion;
  kind: Kind;
  row: TrashRow;
  parent: Parent | undefined;
  /** The change before, in the chain of its changes. */
  previous: number;
};

type ToRestoreNodes = { kind: Kind; nodeKey: number; categoryKey: number; parentKey: number | null };

type Restored = { subcategories: number; items: number };

/**
 * Restores a deleted entity under `parent`, with everything that was deleted with it. A subcategory whose id was taken
 * since stays in the trash with everything below it. Rows keep their keys, and so their order, history and addresses.
 */
export async function restore(
  tx: Tx,
  author: Author,
  { deletion, kind, row, parent, previous }: ToRestore,
): Promise<Restored> {
  // A caller who could delete their own branch can restore it, even without a grant for its parent.
  const where = { ...(parent ? whereOf(parent) : { projectKey: deletion.project_key }), deletedKey: row.key };
  await allow(tx, author.caller, "edit", where, () => notFound(kind, row.id));
  if (parent?.parent_key != null) {
    if (kind === "item") await raiseItemCount(tx, parent.parent_key, parent.parent_id, 1);
    else await raiseChildCount(tx, parent.parent_key, parent.parent_id);
  }
  const restored =
    kind === "item"
      ? await restoreItem(tx, row.key)
      : await restoreNodes(tx, deletion.seq, {
          kind,
          nodeKey: row.key,
          categoryKey: parent?.category_key ?? row.key,
          parentKey: parent?.parent_key ?? null,
        });
  const entity = await liveEntity(tx, kind, row.key);
  if (!entity) throw new Error(`The ${kind} ${row.key} was not restored.`);
  const version = await appendChange(tx, author, {
    projectKey: entity.row.project_key,
    kind,
    action: "create",
    entityKey: row.key,
    entityId: row.id,
    previous,
    before: {},
    after: parent
      ? { ...entity.fields, [kind === "item" ? "subcategoryId" : "parentId"]: parent.parent_id }
      : entity.fields,
    ...(parent && { toKey: parent.parent_key ?? parent.category_key }),
  });
  const table = kind === "item" ? "items" : kind === "category" ? "categories" : "subcategories";
  await tx.run(composed(`update ${table} set version = ? where key = ?`, [version, row.key]));
  if (entity.kind === "item") touchMembership(tx, entity.row.subcategory_key, entity.row);
  else {
    tx.touch(`tree:${entity.kind === "category" ? entity.row.key : entity.row.category_key}`);
    tx.touch(`project:${entity.row.project_key}`);
  }
  await settleDeletion(tx, deletion);
  return restored;
}

/** Whether another item has got the key of a deleted one since. `trashed` is the name of the trash in the query. */
export const isKeyTaken = (trashed: string): string =>
  `exists (select 1 from items o where o.external_key = ${trashed}.external_key and o.external_key <> '')`;

const isTaken = isKeyTaken("t");
/** An item comes back without a key that another one has got since. */
const restoredItem = itemColumnList.replace("external_key", `case when ${isTaken} then '' else external_key end`);

/** The items of a deletion whose keys others have got since. */
export const itemsWithTakenKeys = (reader: Reader, deletedBy: number) =>
  reader.all<Pick<TrashRow, "id" | "name"> & { external_key: string }>(
    composed(`select id, name, external_key from trash_items t where deleted_by = ? and ${isTaken} order by key`, [
      deletedBy,
    ]),
  );

async function restoreItem(tx: Tx, itemKey: number): Promise<Restored> {
  await tx.run(
    composed(`insert into items (${itemColumnList}) select ${restoredItem} from trash_items t where key = ?`, [
      itemKey,
    ]),
  );
  await tx.run(sql`delete from trash_items where key = ${itemKey}`);
  return { subcategories: 0, items: 0 };
}

async function restoreNodes(
  tx: Tx,
  deletedBy: number,
  { kind, nodeKey, categoryKey, parentKey }: ToRestoreNodes,
): Promise<Restored> {
  if (kind === "category") {
    await tx.run(
      composed(
        `insert into categories (${categoryColumns}) select ${categoryColumns} from trash_categories where key = ?`,
        [nodeKey],
      ),
    );
    await tx.run(sql`delete from trash_categories where key = ${nodeKey}`);
  }
  const free = "not exists (select 1 from subcategories s where s.id = t.id)";
  // The cross join fixes the join order for SQLite, which would otherwise scan the whole trash for each level. Parents
  // come first, as nothing may stand below what does not exist.
  const going = await tx.all<{ key: number }>(
    composed(
      `with recursive going (link, depth) as (
          select t.key, 0 from trash_subcategories t
            where t.deleted_by = ? and ${free} and ${kind === "category" ? "t.parent_key is null" : "t.key = ?"}
          union all
          select t.key, depth + 1 from going cross join trash_subcategories t
            where t.parent_key = link and t.deleted_by = ? and ${free}
        )
        select link as key from going order by depth`,
      [deletedBy, ...(kind === "category" ? [] : [nodeKey]), deletedBy],
    ),
  );
  for (const some of inStatements(going.map((node) => node.key))) {
    await tx.run(
      composed(
        `insert into subcategories (category_key, ${subcategoryColumns})
          select cast(? as bigint), ${subcategoryColumns} from trash_subcategories where key in (?)`,
        [categoryKey, some],
      ),
    );
    await tx.run(composed("delete from trash_subcategories where key in (?)", [some]));
  }
  if (kind === "subcategory")
    await tx.run(sql`update subcategories set parent_key = ${parentKey} where key = ${nodeKey}`);
  const leaves = await tx.all<LeafCount>(
    sql`select t.subcategory_key as key, count(*) as item_count from trash_items t join subcategories s on s.key = t.subcategory_key
      where t.deleted_by = ${deletedBy} group by t.subcategory_key`,
  );
  let items = 0;
  for await (const { which, values } of itemsOfLeaves(tx, leaves, deletedBy)) {
    items += await tx.run(
      composed(
        `insert into items (${itemColumnList}) select ${restoredItem} from trash_items t where ${which}`,
        values,
      ),
    );
    await tx.run(composed(`delete from trash_items where ${which}`, values));
  }
  // A subcategory that stays in the trash is no longer a child.
  await tx.run(
    sql`update subcategories set child_count =
        (select count(*) from subcategories c where c.parent_key = subcategories.key)
      where key in (select parent_key from trash_subcategories where deleted_by = ${deletedBy})`,
  );
  return { subcategories: kind === "subcategory" ? going.length - 1 : going.length, items };
}

type Left = { subcategories: number; items: number; categories: number };

/** Updates the counts of a deletion to what is left of it, or removes it from the trash. */
async function settleDeletion(tx: Tx, { seq }: Deletion): Promise<void> {
  const left = await tx.get<Left>(
    sql`select (select count(*) from trash_subcategories where deleted_by = ${seq}) as subcategories,
      (select count(*) from trash_items where deleted_by = ${seq}) as items,
      (select count(*) from trash_categories where deleted_by = ${seq}) as categories`,
  );
  if (left && left.subcategories + left.items + left.categories > 0) {
    await tx.run(
      sql`update deletions set subcategories = ${left.subcategories}, items = ${left.items} where seq = ${seq}`,
    );
  } else await tx.run(sql`delete from deletions where seq = ${seq}`);
}

/** Moves what is left of an earlier deletion of an entity into the later one, so that one undo restores everything. */
export async function joinDeletions(tx: Tx, earlier: number, later: number): Promise<void> {
  // Their parent was counted without them when it was restored.
  await tx.run(
    sql`update trash_subcategories set child_count = child_count +
        (select count(*) from trash_subcategories c where c.parent_key = trash_subcategories.key and c.deleted_by = ${earlier})
      where deleted_by = ${later} and key in (select parent_key from trash_subcategories where deleted_by = ${earlier})`,
  );
  const subcategories = await joinRows(tx, "trash_subcategories", earlier, later);
  const items = await joinRows(tx, "trash_items", earlier, later);
  await tx.run(
    sql`update deletions set subcategories = subcategories + ${subcategories}, items = items + ${items} where seq = ${later}`,
  );
  await tx.run(sql`delete from deletions where seq = ${earlier}`);
}

/** Some rows at a time, so that others have their turns in between. */
async function joinRows(tx: Tx, table: "trash_subcategories" | "trash_items", earlier: number, later: number) {
  let joined = 0;
  for (;;) {
    const rows = await tx.all<{ key: number }>(
      composed(`select key from ${table} where deleted_by = ? limit ${keysAtOnce}`, [earlier]),
    );
    if (rows.length === 0) return joined;
    for (const some of inStatements(rows.map(({ key }) => key)))
      joined += await tx.run(composed(`update ${table} set deleted_by = ? where key in (?)`, [later, some]));
  }
}
