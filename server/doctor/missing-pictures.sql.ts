import type { Db } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import type { Images } from "../images/create-images.ts";
import { windows } from "../images/usage.sql.ts";

const tables = [
  { table: "projects", kind: "project", column: "logo_url" },
  { table: "categories", kind: "category", column: "img" },
  { table: "subcategories", kind: "subcategory", column: "img" },
  { table: "items", kind: "item", column: "imgs" },
] as const;

const mostWords = 1_000;
const atService = /\/uploads\/([0-9a-f]{64}\.\w{3,4})(?:[?#]|$)/;
const nameOnly = /^\/([0-9a-f]{64}\.\w{3,4})(?:[?#]|$)/;

/** The name of the picture of this service that an address leads to; undefined for any other address. */
function storedName(address: string, baseUrl: string | undefined): string | undefined {
  const own = atService.exec(address)?.[1];
  if (own !== undefined || baseUrl === undefined || !address.startsWith(baseUrl)) return own;
  return nameOnly.exec(address.slice(baseUrl.length))?.[1];
}

/** The pictures that the catalog shows and the store does not have, one sentence for each. */
export async function missingPictures(
  db: Db,
  { store, baseUrl }: Pick<Images, "store" | "baseUrl">,
): Promise<string[]> {
  const stored = new Set<string>();
  for await (const { name } of store.list()) stored.add(name);
  const words: string[] = [];
  for (const { table, kind, column } of tables) {
    for await (const { after, upTo } of windows(db, table, "key")) {
      const query = composed(`select id, ${column} as shown from ${table} where key > ? and key <= ?`, [after, upTo]);
      for (const { id, shown } of await db.read((reader) => reader.all<{ id: string; shown: string }>(query))) {
        for (const address of addressesIn(shown)) {
          const name = storedName(address, baseUrl);
          if (name === undefined || stored.has(name)) continue;
          words.push(`The picture ${name} of ${kind} "${id}" is not in ${store.location}.`);
          if (words.length === mostWords) return words;
        }
      }
    }
  }
  return words;
}

/** Of a column with one address, or with a list of them. What is not readable is another fault. */
function addressesIn(shown: string): string[] {
  if (!shown.startsWith("[")) return [shown];
  try {
    return JSON.parse(shown) as string[];
  } catch {
    return [];
  }
}
