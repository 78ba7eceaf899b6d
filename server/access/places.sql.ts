import type { Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";

/** Those of `nodes` that are the subcategory itself or one of its ancestors, its category included. */
export async function nodesAbove(
  reader: Reader,
  subcategoryKey: number,
  nodes: readonly number[],
): Promise<Set<number>> {
  const rows = await reader.all<{ key: number }>(
    composed(
      `with recursive above (key, parent_key) as (
          select key, parent_key from subcategories where key = ?
          union all
          select s.key, s.parent_key from subcategories s join above a on s.key = a.parent_key
        )
        select key from above where key in (?)
        union all
        select category_key from subcategories where key = ?`,
      [subcategoryKey, nodes, subcategoryKey],
    ),
  );
  if (rows.length === 0) return nodesOnceAbove(reader, subcategoryKey, nodes);
  return new Set(rows.map(({ key }) => key));
}

type TrashedRow = { key: number; parent_key: number | null; category_key: number };

/** The same for a deleted subcategory, which a repeated request may name: through the trash to what still exists. */
async function nodesOnceAbove(reader: Reader, subcategoryKey: number, nodes: readonly number[]): Promise<Set<number>> {
  const trashed = await reader.all<TrashedRow>(
    sql`with recursive above (link, next) as (
        select key, parent_key from trash_subcategories where key = ${subcategoryKey}
        union all
        select t.key, t.parent_key from trash_subcategories t join above on t.key = next
      )
      select key, parent_key, category_key from trash_subcategories where key in (select link from above)`,
  );
  const found = new Set(trashed.flatMap(({ key, category_key }) => [key, category_key]));
  const top = trashed.find(({ parent_key }) => parent_key !== null && !found.has(parent_key))?.parent_key;
  const above = top == null ? new Set<number>() : await nodesAbove(reader, top, nodes);
  return found.union(above);
}

/** The keys on the paths from the categories down to `nodes`, without `nodes`. */
export async function pathTo(reader: Reader, nodes: readonly number[]): Promise<Set<number>> {
  const rows = await reader.all<{ parent_key: number | null; category_key: number }>(
    composed(
      `with recursive above (parent_key, category_key) as (
          select parent_key, category_key from subcategories where key in (?)
          union
          select s.parent_key, s.category_key from subcategories s join above a on s.key = a.parent_key
        )
        select parent_key, category_key from above`,
      [nodes],
    ),
  );
  const path = new Set<number>();
  for (const { parent_key, category_key } of rows) {
    path.add(category_key);
    if (parent_key !== null) path.add(parent_key);
  }
  return path;
}

type PlaceNames = { project: string | null; subtree: string | null };

/** The public ids of a place, to name a missing grant. */
export async function placeNames(reader: Reader, projectKey: number, nodeKey: number | null): Promise<PlaceNames> {
  const project = await reader.get<{ id: string }>(sql`select id from projects where key = ${projectKey}`);
  return { project: project?.id ?? null, subtree: nodeKey === null ? null : ((await nodeId(reader, nodeKey)) ?? null) };
}

/** The public id of a category or subcategory, or its last id if it is deleted. */
export async function nodeId(reader: Reader, key: number): Promise<string | undefined> {
  type Row = { id: string };
  const row =
    (await reader.get<Row>(sql`select id from subcategories where key = ${key}`)) ??
    (await reader.get<Row>(sql`select id from categories where key = ${key}`)) ??
    (await reader.get<Row>(sql`select id from trash_subcategories where key = ${key}`)) ??
    (await reader.get<Row>(sql`select id from trash_categories where key = ${key}`));
  return row?.id;
}

type NodeRow = { key: number; project_key: number };

/** A category or subcategory by its public id. A subcategory wins, as in a move. */
export async function nodeById(reader: Reader, id: string): Promise<NodeRow | undefined> {
  return (
    (await reader.get<NodeRow>(
      sql`select s.key, c.project_key from subcategories s join categories c on c.key = s.category_key where s.id = ${id}`,
    )) ?? (await reader.get<NodeRow>(sql`select key, project_key from categories where id = ${id}`))
  );
}

/** The one with this id that was deleted last. */
export async function trashedNodeById(reader: Reader, id: string): Promise<NodeRow | undefined> {
  return (
    (await reader.get<NodeRow>(
      sql`select t.key, d.project_key from trash_subcategories t join deletions d on d.seq = t.deleted_by
        where t.id = ${id} order by t.deleted_by desc limit 1`,
    )) ??
    (await reader.get<NodeRow>(
      sql`select key, project_key from trash_categories where id = ${id} order by deleted_by desc limit 1`,
    ))
  );
}

export async function projectOfSubcategory(reader: Reader, key: number): Promise<number> {
  const row = await reader.get<{ project_key: number }>(
    sql`select c.project_key from subcategories s join categories c on c.key = s.category_key where s.key = ${key}`,
  );
  return row?.project_key ?? 0;
}
