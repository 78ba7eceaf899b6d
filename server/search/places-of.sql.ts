import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";

export type Place = { id: string; name: string };

/** The id and the name of every node on these paths. */
export async function placesOf(reader: Reader, paths: readonly (readonly number[])[]): Promise<Map<number, Place>> {
  const keys = [...new Set(paths.flat())];
  const places = new Map<number, Place>();
  for (let from = 0; from < keys.length; from += 1_000) {
    const some = keys.slice(from, from + 1_000);
    for (const table of ["categories", "subcategories"]) {
      const query = composed(`select key, id, name from ${table} where key in (?)`, [some]);
      for (const { key, id, name } of await reader.all<Place & { key: number }>(query)) places.set(key, { id, name });
    }
  }
  return places;
}
