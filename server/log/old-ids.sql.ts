import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { Kind } from "./changes.sql.ts";

/** Stores a former id of a subcategory. It leads to that subcategory until another one takes the id. */
export const rememberId = (tx: Tx, id: string, subcategoryKey: number) =>
  tx.run(
    sql`insert into id_aliases (id, key) values (${id}, ${subcategoryKey}) on conflict (id) do update set key = excluded.key`,
  );

/** The subcategory that had the id last, if it still exists. */
export const formerOwner = (reader: Reader, id: string) =>
  reader.get<{ key: number; id: string; project_key: number }>(
    sql`select s.key, s.id, c.project_key from id_aliases a
      join subcategories s on s.key = a.key join categories c on c.key = s.category_key where a.id = ${id}`,
  );

/** The ids from the category down to an entity: the segments of its address. */
export async function addressOf(reader: Reader, kind: Kind, entityKey: number): Promise<string[]> {
  const ids: string[] = [];
  let subcategoryKey: number | null = entityKey;
  if (kind === "item") {
    const item = await reader.get<{ id: string; subcategory_key: number }>(
      sql`select id, subcategory_key from items where key = ${entityKey}`,
    );
    if (!item) return [];
    ids.push(item.id);
    subcategoryKey = item.subcategory_key;
  }
  if (kind !== "category") {
    const rows = await reader.all<{ id: string; category_key: number }>(
      sql`with recursive above (link, up, depth) as (
          select key, parent_key, 1 from subcategories where key = ${subcategoryKey}
          union all
          select s.key, s.parent_key, above.depth + 1 from subcategories s join above on s.key = above.up
        )
        select id, category_key from above join subcategories on key = link order by depth`,
    );
    for (const row of rows) ids.push(row.id);
    subcategoryKey = rows[0]?.category_key ?? null;
  }
  const category = await reader.get<{ id: string }>(sql`select id from categories where key = ${subcategoryKey}`);
  if (!category) return [];
  ids.push(category.id);
  return ids.reverse();
}

export const pathOf = (ids: readonly string[]): string => `/${ids.join("/")}`;
