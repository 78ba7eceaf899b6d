import type { ItemFilterBody } from "../../contract/found-items.ts";
import { defaultLanguage } from "../../contract/languages.ts";
import type { Caller } from "../access/caller.ts";
import type { Db } from "../db/db.ts";
import { composed, inStatements } from "../db/sql.ts";
import { invalid } from "../http/problem.ts";
import { inTurns } from "../http/turns.ts";
import { searchItems } from "./index/item-search.ts";
import { decodeCursor, encodeCursor } from "./item-cursor.ts";
import { filterOf, keysById } from "./item-filter.sql.ts";
import type { Ask } from "./questions.ts";

/** Some of the items that match, in the order in which they were created. */
export type MatchingItems = {
  projectKey: number;
  total: number;
  /** The version that each item had when it matched, by its id. */
  versions: Map<string, number>;
  hasMore: boolean;
  cursor: string | null;
};

type Part = { limit: number; cursor: string | undefined };

const byKey = { by: "key", descending: false } as const;

type Matching = { db: Db; ask: Ask; caller: Caller };

/** The items of a project that match the filters in a body and that the caller sees. */
export const matchingItems = ({ db, ask, caller }: Matching, where: ItemFilterBody, part: Part) =>
  ask(where.projectId, caller, async (asked): Promise<MatchingItems> => {
    const { projectKey, branches, index } = asked;
    const refuse = (pointer: string) => (message: string) =>
      invalid("invalid_body", [{ pointer, code: "not_allowed", message }]);
    const { search = "" } = where;
    const after = part.cursor === undefined ? undefined : decodeCursor(part.cursor, byKey, refuse("/cursor"));
    const { filter, byId } = await db.read(async (reader) => ({
      filter: await filterOf(reader, asked, where, refuse("/where/within")),
      byId: new Set((await keysById(reader, projectKey, search)).keys()),
    }));
    const found = await inTurns(
      searchItems(index, {
        search,
        withNodes: false,
        byId,
        filter,
        sees: branches && index.tree.sees(branches),
        sort: byKey,
        language: defaultLanguage,
        facets: [],
        offset: 0,
        after,
        limit: part.limit,
      }),
    );
    const ids = await db.read(async (reader) => {
      const known = new Map<number, string>();
      for (const keys of inStatements(found.keys)) {
        const rows = await reader.all<{ key: number; id: string }>(
          composed(`select key, id from items where key in (?)`, [keys]),
        );
        for (const { key, id } of rows) known.set(key, id);
      }
      return known;
    });
    return {
      projectKey,
      total: found.total,
      versions: new Map(
        found.keys.flatMap((key, number) => {
          const id = ids.get(key);
          return id === undefined ? [] : [[id, found.versions[number] as number]];
        }),
      ),
      hasMore: found.hasMore,
      cursor: found.hasMore && found.last ? encodeCursor(byKey, found.last, 1) : null,
    };
  });
