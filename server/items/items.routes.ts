import { allowViewIn } from "../access/allow.ts";
import type { BodyCache } from "../api/body-cache.ts";
import { type Route, route } from "../api/route.ts";
import type { Db } from "../db/db.ts";
import { contentEtag } from "../http/conditional.ts";
import { contentLanguage } from "../http/language.ts";
import { nextLink } from "../http/next-link.ts";
import { notFound } from "../http/problem.ts";
import { missing } from "../log/missing.sql.ts";
import { createComment, deleteComment, updateComment } from "./comments.sql.ts";
import { encodeCursor, type ItemIndexes, itemList, leafOfList, listRequest } from "./item-list.sql.ts";
import { type ItemRow, itemBytes, itemEtag } from "./items.rules.ts";
import { createItem, deleteItem, moveItem, readItem, updateItem } from "./items.sql.ts";

const itemAnswer = (row: ItemRow) => ({ body: itemBytes(row, []), etag: itemEtag(row, []) });

export function itemRoutes(db: Db, cache: BodyCache, indexes: ItemIndexes): Route[] {
  return [
    route(
      "listItems",
      ({ params, query, languages, caller, target, request }) =>
        db.read(async (reader) => {
          const leaf = await leafOfList(reader, params.subcategoryId);
          if (!leaf) throw await missing(reader, "subcategory", params.subcategoryId, caller);
          await allowViewIn(reader, caller, leaf.key, () => notFound("subcategory", params.subcategoryId));
          const wanted = listRequest(query, languages);
          return cache.of(target, `items:${leaf.key}`, reader, async () => {
            const shown = new Set<string>();
            const { body, next, rows } = await itemList(reader, indexes, leaf, wanted, shown);
            return {
              body,
              etag: contentEtag(body),
              language: contentLanguage(shown),
              headers: {
                ...(next && { link: nextLink(request, encodeCursor(next)) }),
                ...(wanted.etags && { "item-etags": rows.map((row) => itemEtag(row, languages)).join(",") }),
              },
            };
          });
        }),
      ({ target }) => cache.known(target),
    ),
    route(
      "getItem",
      async ({ params, languages, caller, target }) => {
        // One row needs no snapshot, which would cost two more statements.
        const row = await readItem(db.single, params.itemId);
        if (!row) throw await missing(db.single, "item", params.itemId, caller);
        await allowViewIn(db.single, caller, row.subcategory_key, () => notFound("item", params.itemId));
        const answer = () => {
          const shown = new Set<string>();
          const body = itemBytes(row, languages, shown);
          return { body, etag: itemEtag(row, languages), language: contentLanguage(shown) };
        };
        // Where a version is a query to the database, building the answer is faster than asking for it.
        return db.localVersions ? cache.of(target, `row:${row.key}`, db.single, answer) : answer();
      },
      ({ target }) => cache.known(target),
    ),
    route("createItem", ({ params, body, author, changeRow }) =>
      changeRow(async (tx) => itemAnswer(await createItem(tx, params.subcategoryId, body, author))),
    ),
    route("updateItem", ({ params, body, merge, precondition, author, write, changeRow }) => {
      const patch = { fields: body, merge, precondition };
      return body.subcategoryId === undefined
        ? changeRow(async (tx) => itemAnswer(await updateItem(tx, params.itemId, patch, author)))
        : write(async (tx) => itemAnswer(await moveItem(tx, params.itemId, patch, author)));
    }),
    route("deleteItem", ({ params, precondition, author, write }) =>
      write(async (tx) => {
        await deleteItem(tx, params.itemId, precondition, author);
        return undefined;
      }),
    ),

    route("createComment", ({ params, body, author, changeRow }) =>
      changeRow(async (tx) => ({ body: JSON.stringify(await createComment(tx, params.itemId, body, author)) })),
    ),
    route("updateComment", ({ params, body, precondition, author, changeRow }) =>
      changeRow(async (tx) => ({
        body: JSON.stringify(await updateComment(tx, params.itemId, params.commentId, body, precondition, author)),
      })),
    ),
    route("deleteComment", ({ params, precondition, author, changeRow }) =>
      changeRow(async (tx) => {
        await deleteComment(tx, params.itemId, params.commentId, precondition, author);
        return undefined;
      }),
    ),
  ];
}
