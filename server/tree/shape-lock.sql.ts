import type { Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";

/**
 * Where there are many writers, the shape of a project's trees (what hangs where) changes one transaction at a
 * time: two moves at once could form a circle, and a child could be added below a node while that goes to another
 * category. Items, names and everything else that is edited all day long do not pass here.
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

/**
 * The subcategories that items leave and enter, so that their counts and the trees they stand in hold still. Before
 * the items themselves, as a deletion of a whole tree takes them, and in the order of keys: two transactions that
 * need the same rows cannot wait for each other.
 */
export const lockLeaves = (tx: Tx, itemIds: readonly string[], target = "") =>
  tx.lock(
    composed(
      `select key from subcategories
        where id = ? or key in (select subcategory_key from items where id in (?)) order by key`,
      [target, itemIds],
    ),
  );

/** Everything that a deletion takes along: nobody changes a row of it, or adds an item to it, from here on. */
export async function lockBelow(tx: Tx, kind: "category" | "subcategory", key: number): Promise<void> {
  const below =
    kind === "category"
      ? "select key from subcategories where category_key = ?"
      : `with recursive below (link) as (
          select key from subcategories where key = ?
          union all
          select s.key from subcategories s join below on s.parent_key = link
        ) select link from below`;
  await tx.lock(composed(`select key from subcategories where key in (${below}) order by key`, [key]));
  await tx.lock(composed(`select key from items where subcategory_key in (${below}) order by key`, [key]));
}
