import type { ImageUsage } from "../../contract/images.ts";
import { sees } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import type { Db, Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";

const windowSize = 10_000;
/** Per kind; more than anyone reads. */
const mostUses = 1_000;

type Window = { after: number; upTo: number };

/**
 * The rows of a table in windows of some thousand, each in its own read: other requests wait for one window at most,
 * however large the table is.
 */
export async function* windows(db: Db, table: string, key: string, size = windowSize): AsyncIterable<Window> {
  for (let after = 0; ; ) {
    const last = await db.read((reader) =>
      reader.get<{ last: number | null }>(
        composed(
          `select max(k) as last from (select ${key} as k from ${table} where ${key} > ? order by ${key} limit ?) w`,
          [after, size],
        ),
      ),
    );
    if (last === undefined || last.last === null) return;
    yield { after, upTo: last.last };
    after = last.last;
  }
}

type Row = {
  id: string;
  name: string;
  parent_id: string;
  project_key: number;
  category_key: number;
  place_key: number;
};

/** What uses a picture, limited to what the caller may see. */
export async function usageOf(db: Db, hash: string, caller: Caller): Promise<ImageUsage> {
  const pattern = `%${hash}%`;
  const found = { categories: [] as Row[], subcategories: [] as Row[], items: [] as Row[] };
  const search = async (
    kind: keyof typeof found,
    query: (reader: Reader, window: Window) => Promise<Row[]>,
  ): Promise<void> => {
    for await (const window of windows(db, kind, "key")) {
      const seen = await db.read(async (reader) => {
        const rows: Row[] = [];
        for (const row of await query(reader, window)) {
          const subcategoryKey = kind === "categories" ? null : row.place_key;
          const place = { projectKey: row.project_key, categoryKey: row.category_key, subcategoryKey };
          if (await sees(reader, caller, place)) rows.push(row);
        }
        return rows;
      });
      found[kind].push(...seen);
      if (found[kind].length >= mostUses) return;
    }
  };
  await search("categories", (reader, { after, upTo }) =>
    reader.all<Row>(
      sql`select c.id, c.name, p.id as parent_id, c.project_key, c.key as category_key, c.key as place_key
        from categories c join projects p on p.key = c.project_key
        where c.key > ${after} and c.key <= ${upTo} and c.img like ${pattern} order by c.key`,
    ),
  );
  await search("subcategories", (reader, { after, upTo }) =>
    reader.all<Row>(
      sql`select s.id, s.name, c.id as parent_id, c.project_key, s.category_key, s.key as place_key
        from subcategories s join categories c on c.key = s.category_key
        where s.key > ${after} and s.key <= ${upTo} and s.img like ${pattern} order by s.key`,
    ),
  );
  await search("items", (reader, { after, upTo }) =>
    reader.all<Row>(
      sql`select i.id, i.name, s.id as parent_id, c.project_key, s.category_key, s.key as place_key
        from items i join subcategories s on s.key = i.subcategory_key join categories c on c.key = s.category_key
        where i.key > ${after} and i.key <= ${upTo} and i.imgs like ${pattern} order by i.key`,
    ),
  );
  const shown = (rows: Row[]) => rows.slice(0, mostUses);
  return {
    hash,
    categories: shown(found.categories).map(({ id, name, parent_id }) => ({ id, name, projectId: parent_id })),
    subcategories: shown(found.subcategories).map(({ id, name, parent_id }) => ({ id, name, categoryId: parent_id })),
    items: shown(found.items).map(({ id, name, parent_id }) => ({ id, name, subcategoryId: parent_id })),
  };
}
