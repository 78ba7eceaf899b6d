import { limits } from "../../contract/limits.ts";
import { json } from "../api/answer.ts";
import { type Route, route } from "../api/route.ts";
import type { Db } from "../db/db.ts";
import { contentEtag } from "../http/conditional.ts";
import { contentLanguage } from "../http/language.ts";
import { nextLink } from "../http/next-link.ts";
import { itemEtag } from "../items/items.rules.ts";
import { find } from "./find.sql.ts";
import { foundItems } from "./item-search.sql.ts";
import type { Ask } from "./questions.ts";

export function searchRoutes(db: Db, ask: Ask): Route[] {
  return [
    route("searchItems", ({ params, query, languages, caller, request }) =>
      ask(params.projectId, caller, async (asked) => {
        const { body, rows, shown, nextCursor } = await foundItems(db, asked, query, languages);
        return {
          body,
          etag: contentEtag(body),
          language: contentLanguage(shown),
          headers: {
            ...(nextCursor !== null && { link: nextLink(request, nextCursor) }),
            ...(query.etags && { "item-etags": rows.map((row) => itemEtag(row, languages)).join(",") }),
          },
        };
      }),
    ),
    route("find", ({ params, query: { q, limit = limits.defaultLimit }, languages, caller }) =>
      ask(params.projectId, caller, async (asked) => {
        const { found, shown } = await find(db, asked, { query: q, limit, languages });
        return { ...json(found), language: contentLanguage(shown) };
      }),
    ),
  ];
}
