import type { Tx } from "../db/db.ts";
import { composed, inStatements, sql } from "../db/sql.ts";

/**
 * Locks the shape of a project's trees (which node has which parent), so that one transaction at a time changes it.
 * Otherwise two concurrent moves could form a cycle, or a child could be added below a node while that node moves to
 * another category. Frequent edits, such as items and names, do not take this lock.
 */
export const lockShape = (tx: Tx, nodeId: string) =>
  tx.lock(
    sql`select key from projects where key in (
        select project_key from categories where id = ${nodeId}
          or key in (select category_key from subcategories where id = ${nodeId})
      ) order by key`,
  );

export const lockCategory = (tx: Tx, id: string) => tx.lock(sql`select key from categories where id = ${id}`);

export const lockSubcategory = (tx: Tx, id: string) => tx.lock(sql`select key from subcategories where id = ${id}`);

export async function lockSubcategories(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const some of inStatements(ids)) {
    await tx.lock(composed("select key from subcategories where id in (?) order by key", [some]));
  }
}

/**
 * Locks the subcategories that items leave and enter, so that their counts and their trees do not change. Call it
 * before locking the items: a deletion of a tree locks in that order too, and each lock takes its rows by key, so no
 * two transactions deadlock.
 */
export const lockLeaves = (tx: Tx, itemIds: readonly string[], target = "") =>
  tx.lock(
    composed(
      `select key from subcategories
        where id = ? or key in (select subcategory_key from items where id in (?)) order by key`,
      [target, itemIds],
    ),
  );

/** Locks everything that a deletion removes: no other transaction can change its rows or add an item to it. */
export async function lockBelow(tx: Tx, kind: "category" | "subcategory", nodeKey: number): Promise<void> {
  const below =
    kind === "category"
      ? "select key from subcategories where category_key = ?"
      : `with recursive below (link) as (
          select key from subcategories where key = ?
          union all
          select s.key from subcategories s join below on s.parent_key = link
        ) select link from below`;
  await tx.lock(composed(`select key from subcategories where key in (${below}) order by key`, [nodeKey]));
  await tx.lock(composed(`select key from items where subcategory_key in (${below}) order by key`, [nodeKey]));
}
