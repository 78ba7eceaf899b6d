import type { Reader } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { CategoryRow, NodeRow, PlacedSubcategoryRow, SubcategoryRow } from "./tree.rows.ts";
import { byParent, categoryOpening, pruned, type TreeView, writeSubcategories } from "./tree.rules.ts";

export const categoryById = (reader: Reader, id: string) =>
  reader.get<CategoryRow>(
    sql`select c.key, c.id, c.project_key, p.id as project_id, c.name, c.visible, c.priority, c.img, c.translations,
        c.version, c.stale
      from categories c join projects p on p.key = c.project_key where c.id = ${id}`,
  );

/** Whether a category has this id, including one in the trash that can be restored. */
export const isCategoryId = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.get(
    sql`select id from categories where id = ${id} union all select id from trash_categories where id = ${id}`,
  )) !== undefined;

export const subcategoryById = (reader: Reader, id: string) =>
  reader.get<PlacedSubcategoryRow>(
    sql`select s.key, s.id, s.category_key, s.parent_key, s.name, s.visible, s.priority, s.img, s.translations,
        s.child_count, s.item_count, s.version, s.stale, c.id as category_id, coalesce(p.id, c.id) as parent_id,
        c.project_key
      from subcategories s
        join categories c on c.key = s.category_key
        left join subcategories p on p.key = s.parent_key
      where s.id = ${id}`,
  );

const rowsOfCategory = (reader: Reader, categoryKey: number) =>
  reader.all<SubcategoryRow>(
    sql`select key, id, category_key, parent_key, name, visible, priority, img, translations, child_count, item_count,
        version
      from subcategories where category_key = ${categoryKey} order by priority, key`,
  );

const rowsOfProject = (reader: Reader, projectKey: number) =>
  reader.all<SubcategoryRow>(
    sql`select s.key, s.id, s.category_key, s.parent_key, s.name, s.visible, s.priority, s.img, s.translations,
        s.child_count, s.item_count, s.version
      from subcategories s join categories c on c.key = s.category_key
      where c.project_key = ${projectKey} order by s.priority, s.key`,
  );

const rowsBelow = (reader: Reader, subcategoryKey: number, depth: number) =>
  reader.all<SubcategoryRow>(
    sql`with recursive below (key, level) as (
        select key, 1 from subcategories where parent_key = ${subcategoryKey}
        union all
        select s.key, b.level + 1 from subcategories s join below b on s.parent_key = b.key where b.level < ${depth}
      )
      select s.key, s.id, s.category_key, s.parent_key, s.name, s.visible, s.priority, s.img, s.translations,
        s.child_count, s.item_count, s.version
      from below b join subcategories s on s.key = b.key order by s.priority, s.key`,
  );

/** SQL has no infinity: stands in for it with a depth that no tree reaches. */
const bounded = (depth: number) => Math.min(depth, 2 ** 31 - 1);

export async function categoryTree(reader: Reader, row: CategoryRow, view: TreeView): Promise<string> {
  const parts = [categoryOpening(row, row.project_id, view)];
  if (view.depth > 0) {
    const children = pruned(byParent(await rowsOfCategory(reader, row.key)), null, row.key, view.branches);
    writeSubcategories(parts, children.get(null) ?? [], children, row.id, row.id, view);
  }
  parts.push("]}");
  return parts.join("");
}

export async function subcategoriesOfCategory(reader: Reader, row: CategoryRow, view: TreeView): Promise<string> {
  const children = pruned(byParent(await rowsOfCategory(reader, row.key)), null, row.key, view.branches);
  const parts = ["["];
  // The list itself is the first level; `depth` counts the levels below it.
  writeSubcategories(parts, children.get(null) ?? [], children, row.id, row.id, { ...view, depth: view.depth + 1 });
  parts.push("]");
  return parts.join("");
}

export async function subcategoryTree(reader: Reader, row: PlacedSubcategoryRow, view: TreeView): Promise<string> {
  const nested = row.child_count > 0 && view.depth > 0;
  const below = byParent(nested ? await rowsBelow(reader, row.key, bounded(view.depth)) : []);
  // A caller who may see all of this branch has no `branches` in their view.
  const children = pruned(below, row.key, row.key, view.branches);
  const parts: string[] = [];
  writeSubcategories(parts, [row], children, row.category_id, row.parent_id, { ...view, depth: view.depth + 1 });
  return parts.join("");
}

export async function projectTrees(
  reader: Reader,
  project: { key: number; id: string },
  view: TreeView,
): Promise<string> {
  const categories = await reader.all<NodeRow>(
    sql`select key, id, name, visible, priority, img, translations, version
      from categories where project_key = ${project.key} order by priority, key`,
  );
  const byCategory = new Map<number, SubcategoryRow[]>();
  if (view.depth > 0) {
    for (const row of await rowsOfProject(reader, project.key)) {
      const rows = byCategory.get(row.category_key);
      if (rows) rows.push(row);
      else byCategory.set(row.category_key, [row]);
    }
  }
  const parts = ["["];
  const { branches } = view;
  const seen = branches
    ? categories.filter(({ key }) => branches.granted.has(key) || branches.path.has(key))
    : categories;
  for (const [index, row] of seen.entries()) {
    if (index > 0) parts.push(",");
    parts.push(categoryOpening(row, project.id, view));
    const children = pruned(byParent(byCategory.get(row.key) ?? []), null, row.key, branches);
    writeSubcategories(parts, children.get(null) ?? [], children, row.id, row.id, view);
    parts.push("]}");
  }
  parts.push("]");
  return parts.join("");
}
