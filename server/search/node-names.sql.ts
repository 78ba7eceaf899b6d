import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";

export type NodeName = { id: string; name: string };

/** The ids and names of all nodes on these paths. */
export async function nodeNames(reader: Reader, paths: readonly (readonly number[])[]): Promise<Map<number, NodeName>> {
  const keys = [...new Set(paths.flat())];
  const names = new Map<number, NodeName>();
  for (let from = 0; from < keys.length; from += 1_000) {
    const some = keys.slice(from, from + 1_000);
    for (const table of ["categories", "subcategories"]) {
      const query = composed(`select key, id, name from ${table} where key in (?)`, [some]);
      for (const { key, id, name } of await reader.all<NodeName & { key: number }>(query)) names.set(key, { id, name });
    }
  }
  return names;
}
