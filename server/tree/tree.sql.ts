import type { Reader } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { inTurns } from "../http/turns.ts";
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
      from subcategories where category_key = ${categoryKey}`,
  );

const rowsOfProject = (reader: Reader, projectKey: number) =>
  reader.all<SubcategoryRow>(
    sql`select s.key, s.id, s.category_key, s.parent_key, s.name, s.visible, s.priority, s.img, s.translations,
        s.child_count, s.item_count, s.version
      from subcategories s join categories c on c.key = s.category_key
      where c.project_key = ${projectKey}`,
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
      from below b join subcategories s on s.key = b.key`,
  );

/** SQL has no infinity: stands in for it with a depth that no tree reaches. */
const bounded = (depth: number) => Math.min(depth, 2 ** 31 - 1);

export async function categoryTree(reader: Reader, row: CategoryRow, view: TreeView): Promise<string> {
  const below = view.depth > 0 ? await rowsOfCategory(reader, row.key) : [];
  return inTurns(writeCategory(row, row.project_id, below, view));
}

function* writeCategory(
  row: NodeRow,
  projectId: string,
  below: readonly SubcategoryRow[],
  view: TreeView,
): Generator<void, string> {
  const children = pruned(yield* byParent(below), null, row.key, view.branches);
  const parts = [categoryOpening(row, projectId, view)];
  yield* writeSubcategories(parts, children.get(null) ?? [], children, row.id, row.id, view);
  parts.push("]}");
  return parts.join("");
}

export async function subcategoriesOfCategory(reader: Reader, row: CategoryRow, view: TreeView): Promise<string> {
  return inTurns(writeFirstLevel(row, await rowsOfCategory(reader, row.key), view));
}

function* writeFirstLevel(row: CategoryRow, below: readonly SubcategoryRow[], view: TreeView): Generator<void, string> {
  const children = pruned(yield* byParent(below), null, row.key, view.branches);
  const parts = ["["];
  // The list itself is the first level; `depth` counts the levels below it.
  const deeper = { ...view, depth: view.depth + 1 };
  yield* writeSubcategories(parts, children.get(null) ?? [], children, row.id, row.id, deeper);
  parts.push("]");
  return parts.join("");
}

export async function subcategoryTree(reader: Reader, row: PlacedSubcategoryRow, view: TreeView): Promise<string> {
  const nested = row.child_count > 0 && view.depth > 0;
  return inTurns(writeSubcategory(row, nested ? await rowsBelow(reader, row.key, bounded(view.depth)) : [], view));
}

function* writeSubcategory(
  row: PlacedSubcategoryRow,
  below: readonly SubcategoryRow[],
  view: TreeView,
): Generator<void, string> {
  // A caller who may see all of this branch has no `branches` in their view.
  const children = pruned(yield* byParent(below), row.key, row.key, view.branches);
  const parts: string[] = [];
  yield* writeSubcategories(parts, [row], children, row.category_id, row.parent_id, { ...view, depth: view.depth + 1 });
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
  const rows = view.depth > 0 ? await rowsOfProject(reader, project.key) : [];
  return inTurns(writeProject(categories, project.id, rows, view));
}

function* writeProject(
  categories: readonly NodeRow[],
  projectId: string,
  rows: readonly SubcategoryRow[],
  view: TreeView,
): Generator<void, string> {
  const byCategory = new Map<number, SubcategoryRow[]>();
  for (const row of rows) {
    const own = byCategory.get(row.category_key);
    if (own) own.push(row);
    else byCategory.set(row.category_key, [row]);
  }
  const { branches } = view;
  const trees: string[] = [];
  for (const row of categories) {
    yield;
    if (branches && !branches.granted.has(row.key) && !branches.path.has(row.key)) continue;
    trees.push(yield* writeCategory(row, projectId, byCategory.get(row.key) ?? [], view));
  }
  return `[${trees.join(",")}]`;
}
