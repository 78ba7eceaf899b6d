import { allow } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { Author } from "../log/changes.sql.ts";
import { missing } from "../log/missing.sql.ts";
import { lowerChildCount, raiseChildCount } from "./leaf-rule.sql.ts";
import type { PlacedSubcategoryRow } from "./tree.rows.ts";
import { categoryById, subcategoryById } from "./tree.sql.ts";

export type NewParent = Pick<PlacedSubcategoryRow, "category_key" | "category_id" | "parent_key" | "parent_id">;

/** Moves a subcategory and everything below it to another parent, a category or a subcategory, in the same project. */
export async function moveSubcategory(tx: Tx, row: PlacedSubcategoryRow, parent: NewParent): Promise<void> {
  if (parent.parent_key !== null) await raiseChildCount(tx, parent.parent_key, parent.parent_id);
  if (row.parent_key !== null) await lowerChildCount(tx, row.parent_key);
  await tx.run(sql`update subcategories set parent_key = ${parent.parent_key} where key = ${row.key}`);
  if (parent.category_key !== row.category_key) {
    await tx.run(
      sql`with recursive below (key) as (
          select key from subcategories where key = ${row.key}
          union all
          select s.key from subcategories s join below b on s.parent_key = b.key
        )
        update subcategories set category_key = ${parent.category_key} where key in (select key from below)`,
    );
    tx.touch(`tree:${parent.category_key}`);
  }
}

/** The parent that `parentId` names, checked as the target of a move of `row`. */
export async function newParent(
  tx: Tx,
  row: PlacedSubcategoryRow,
  parentId: string,
  { caller }: Author,
): Promise<NewParent> {
  const unseen = () => notFound("subcategory", parentId);
  const parent = await subcategoryById(tx, parentId);
  if (parent) {
    await allow(tx, caller, "edit", { projectKey: parent.project_key, subcategoryKey: parent.key }, unseen);
    if (parent.project_key !== row.project_key) throw otherProject(parentId);
    if (await isBelow(tx, parent.key, row.key)) {
      throw new Problem("move_not_possible", `The subcategory "${row.id}" cannot be moved below itself.`);
    }
    return {
      category_key: parent.category_key,
      category_id: parent.category_id,
      parent_key: parent.key,
      parent_id: parent.id,
    };
  }
  const category = await categoryById(tx, parentId);
  if (!category) throw await missing(tx, "subcategory", parentId, caller);
  await allow(tx, caller, "edit", { projectKey: category.project_key, categoryKey: category.key }, unseen);
  if (category.project_key !== row.project_key) throw otherProject(parentId);
  return { category_key: category.key, category_id: category.id, parent_key: null, parent_id: category.id };
}

const otherProject = (id: string) =>
  new Problem("move_not_possible", `"${id}" belongs to another project. A move must stay within its project.`);

export async function isBelow(tx: Tx, nodeKey: number, ancestor: number): Promise<boolean> {
  const found = await tx.get(
    sql`with recursive above (key) as (
        select cast(${nodeKey} as bigint)
        union all
        select s.parent_key from subcategories s join above a on s.key = a.key where s.parent_key is not null
      )
      select 1 from above where key = ${ancestor}`,
  );
  return found !== undefined;
}
