import type { Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { Problem } from "../http/problem.ts";

/**
 * The leaf rule: a subcategory accepts a child only while it has no items, and an item only while it has no children.
 * One statement checks and counts, so no race leaves a node with both.
 */
export async function raiseChildCount(tx: Tx, subcategoryKey: number, id: string): Promise<void> {
  const counted = await tx.run(
    sql`update subcategories set child_count = child_count + 1 where key = ${subcategoryKey} and item_count = 0`,
  );
  if (counted === 0) {
    throw new Problem("has_items", `The subcategory "${id}" holds items, so it cannot hold subcategories.`);
  }
}

export const lowerChildCount = (tx: Tx, subcategoryKey: number) =>
  tx.run(sql`update subcategories set child_count = child_count - 1 where key = ${subcategoryKey}`);

export async function raiseItemCount(tx: Tx, subcategoryKey: number, id: string, count: number): Promise<void> {
  const counted = await tx.run(
    sql`update subcategories set item_count = item_count + ${count} where key = ${subcategoryKey} and child_count = 0`,
  );
  if (counted === 0) throw notALeaf(id);
}

/** The same for items of several subcategories, by their keys. */
export async function raiseItemCounts(tx: Tx, counts: ReadonlyMap<number, number>): Promise<void> {
  const byCount = Map.groupBy(counts, ([, count]) => count);
  for (const [count, group] of byCount) {
    const keys = group.map(([key]) => key);
    const counted = await tx.run(
      composed("update subcategories set item_count = item_count + ? where key in (?) and child_count = 0", [
        count,
        keys,
      ]),
    );
    if (counted === keys.length) continue;
    const held = await tx.get<{ id: string }>(
      composed("select id from subcategories where key in (?) and child_count > 0", [keys]),
    );
    throw notALeaf(held?.id ?? "");
  }
}

export const notALeaf = (id: string) =>
  new Problem("has_subcategories", `The subcategory "${id}" holds subcategories, so it cannot hold items.`);

export const lowerItemCount = (tx: Tx, subcategoryKey: number, count: number) =>
  tx.run(sql`update subcategories set item_count = item_count - ${count} where key = ${subcategoryKey}`);
