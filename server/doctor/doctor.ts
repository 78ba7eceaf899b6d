import type { Reader } from "../db/db.ts";
import { type Query, sql } from "../db/sql.ts";
import { contentFaults } from "./contents.ts";

type Check = { query: Query; words: (row: Record<string, never>) => string };

/** Every invariant of the catalog: a query that finds the rows that break it, and a sentence about such a row. */
const checks: readonly Check[] = [
  {
    query: sql`select s.id, s.item_count, count(i.key) as found from subcategories s
      left join items i on i.subcategory_key = s.key group by s.key, s.id, s.item_count having s.item_count <> count(i.key)`,
    words: ({ id, item_count, found }) =>
      `The item count of subcategory "${id}" is ${item_count}, but should be ${found}.`,
  },
  {
    query: sql`select s.id, s.child_count, count(c.key) as found from subcategories s
      left join subcategories c on c.parent_key = s.key group by s.key, s.id, s.child_count
      having s.child_count <> count(c.key)`,
    words: ({ id, child_count, found }) =>
      `The subcategory count of subcategory "${id}" is ${child_count}, but should be ${found}.`,
  },
  {
    query: sql`select s.id from subcategories s where exists (select 1 from items i where i.subcategory_key = s.key)
      and exists (select 1 from subcategories c where c.parent_key = s.key)`,
    words: ({ id }) => `Subcategory "${id}" holds both items and subcategories.`,
  },
  {
    query: sql`select s.id, p.id as parent_id from subcategories s join subcategories p on p.key = s.parent_key
      where s.category_key <> p.category_key`,
    words: ({ id, parent_id }) => `Subcategory "${id}" has another root category than its parent "${parent_id}".`,
  },
  {
    query: sql`select s.id, s.parent_key from subcategories s left join subcategories p on p.key = s.parent_key
      where s.parent_key is not null and p.key is null`,
    words: ({ id }) => `Subcategory "${id}" has a parent that does not exist.`,
  },
  {
    query: sql`select s.id from subcategories s left join categories c on c.key = s.category_key where c.key is null`,
    words: ({ id }) => `Subcategory "${id}" belongs to a category that does not exist.`,
  },
  {
    query: sql`select c.id from categories c left join projects p on p.key = c.project_key where p.key is null`,
    words: ({ id }) => `Category "${id}" belongs to a project that does not exist.`,
  },
  {
    query: sql`select i.id from items i left join subcategories s on s.key = i.subcategory_key where s.key is null`,
    words: ({ id }) => `Item "${id}" belongs to a subcategory that does not exist.`,
  },
  {
    query: sql`select i.id from items i join subcategories s on s.key = i.subcategory_key
      join categories c on c.key = s.category_key
      where i.external_key <> '' and i.external_key not like cast(c.project_key as text) || ':_%'`,
    words: ({ id }) => `The key of item "${id}" is stored for another project than its own.`,
  },
  {
    query: sql`select w.id from webhooks w left join projects p on p.key = w.project_key where p.key is null`,
    words: ({ id }) => `Webhook "${id}" belongs to a project that does not exist.`,
  },
  {
    query: sql`select v.id from views v left join projects p on p.key = v.project_key where p.key is null`,
    words: ({ id }) => `View "${id}" belongs to a project that does not exist.`,
  },
  {
    query: sql`select t.id from (
        select id, deleted_by from trash_categories union all select id, deleted_by from trash_subcategories
        union all select id, deleted_by from trash_items
      ) t left join deletions d on d.seq = t.deleted_by where d.seq is null`,
    words: ({ id }) => `"${id}" is in the trash, but its deletion is missing: it can neither be restored nor removed.`,
  },
  {
    // A subcategory that cannot be reached from a category is in a circle.
    query: sql`with recursive reached (key) as (
        select key from subcategories where parent_key is null
        union all
        select s.key from subcategories s join reached r on s.parent_key = r.key
      )
      select s.id from subcategories s left join reached r on r.key = s.key where r.key is null`,
    words: ({ id }) => `Subcategory "${id}" cannot be reached from its category: its parents form a circle.`,
  },
];

const mostWords = 1_000;

/** What is wrong with the catalog, one sentence for each fault. */
export async function faultsOf(reader: Reader): Promise<string[]> {
  const faults: string[] = [];
  for (const { query, words } of checks) {
    for (const row of await reader.all<Record<string, never>>(query)) faults.push(words(row));
  }
  faults.push(...(await contentFaults(reader)));
  return faults.slice(0, mostWords);
}
