import type { Db } from "../../server/db/db.ts";
import { inTurns } from "../../server/http/turns.ts";
import { searchItems } from "../../server/search/index/item-search.ts";
import type { Indexes } from "../../server/search/indexes.ts";

/** How many items of a project a search finds. */
export async function totalIn(indexes: Indexes, key: number, search: string): Promise<number> {
  const found = await inTurns(
    searchItems(await indexes.of(key), {
      search,
      withNodes: false,
      byId: new Set(),
      filter: {},
      sees: undefined,
      sort: { by: "relevance", descending: false },
      language: "en",
      facets: [],
      offset: 0,
      after: undefined,
      limit: 10,
    }),
  );
  return found.total;
}

/** A database that counts how often it is asked for all items of leaves, as an index that is made does. */
export function countingLeafReads(db: Db): { db: Db; reads: () => number } {
  let reads = 0;
  const read: Db["read"] = (work) =>
    db.read((reader) =>
      work({
        ...reader,
        get: (query) => reader.get(query),
        horizon: () => reader.horizon(),
        all: (query) => {
          if (query.text.includes("i.subcategory_key")) reads++;
          return reader.all(query);
        },
      }),
    );
  return { db: Object.assign(Object.create(db) as Db, { read }), reads: () => reads };
}
