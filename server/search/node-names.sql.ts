import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { type Languages, nameIn } from "../http/language.ts";

export type NodeName = { id: string; name: string };

/** The ids and names of all nodes on these paths, each name in the first of `languages` that it has. */
export async function nodeNames(
  reader: Reader,
  paths: readonly (readonly number[])[],
  languages: Languages = [],
  shown?: Set<string>,
): Promise<Map<number, NodeName>> {
  const keys = [...new Set(paths.flat())];
  const translations = languages.length === 0 ? "'{}' as translations" : "translations";
  const names = new Map<number, NodeName>();
  for (let from = 0; from < keys.length; from += 1_000) {
    const some = keys.slice(from, from + 1_000);
    for (const table of ["categories", "subcategories"]) {
      const query = composed(`select key, id, name, ${translations} from ${table} where key in (?)`, [some]);
      for (const row of await reader.all<NodeName & { key: number; translations: string }>(query))
        names.set(row.key, { id: row.id, name: nameIn(row, languages, shown) });
    }
  }
  return names;
}
