import { allowViewIn } from "../access/allow.ts";
import type { BodyCache } from "../api/body-cache.ts";
import { type Route, route } from "../api/route.ts";
import type { Db, RowTx } from "../db/db.ts";
import { contentEtag } from "../http/conditional.ts";
import { contentLanguage, type Languages } from "../http/language.ts";
import { nextLink } from "../http/next-link.ts";
import { notFound, Problem } from "../http/problem.ts";
import { missing } from "../log/missing.sql.ts";
import { itemWithExternalKey, putItem } from "./item-by-key.sql.ts";
import { externalKeyHeader, externalKeyInHeaders } from "./item-key.ts";
import { encodeCursor, type ItemIndexes, itemList, leafOfList, listRequest } from "./item-list.sql.ts";
import { type ItemRow, itemBytes, itemEtag } from "./items.rules.ts";
import { createItem, deleteItem, moveItem, readItem, updateItem } from "./items.sql.ts";

const itemAnswer = (row: ItemRow) => ({
  body: itemBytes(row, []),
  etag: itemEtag(row, []),
  headers: externalKeyHeader(row.external_key),
});

function shownItem(row: ItemRow, languages: Languages) {
  const shown = new Set<string>();
  const body = itemBytes(row, languages, shown);
  return {
    body,
    etag: itemEtag(row, languages),
    language: contentLanguage(shown),
    headers: externalKeyHeader(row.external_key),
  };
}

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
        const answer = () => shownItem(row, languages);
        // Where a version is a query to the database, building the answer is faster than asking for it.
        return db.localVersions ? cache.of(target, `row:${row.key}`, db.single, answer) : answer();
      },
      ({ target }) => cache.known(target),
    ),
    route("createItem", ({ params, body, author, request, write, changeRow }) => {
      const externalKey = externalKeyInHeaders(request.headers);
      const create = async (tx: RowTx) =>
        itemAnswer(await createItem(tx, params.subcategoryId, body, author, externalKey));
      return externalKey == null ? changeRow(create) : write(create);
    }),
    route("updateItem", ({ params, body, merge, precondition, author, request, write, changeRow }) => {
      const externalKey = externalKeyInHeaders(request.headers);
      const patch = { fields: externalKey === undefined ? body : { ...body, key: externalKey }, merge, precondition };
      const update = async (tx: RowTx) => itemAnswer(await updateItem(tx, params.itemId, patch, author));
      if (body.subcategoryId !== undefined) {
        return write(async (tx) => itemAnswer(await moveItem(tx, params.itemId, patch, author)));
      }
      return externalKey === undefined ? changeRow(update) : write(update);
    }),
    route("deleteItem", ({ params, precondition, author, write }) =>
      write(async (tx) => {
        await deleteItem(tx, params.itemId, precondition, author);
        return undefined;
      }),
    ),
    route("getItemByKey", ({ params, languages, caller }) =>
      db.read(async (reader) => {
        const row = await itemWithExternalKey(reader, params.projectId, params.itemKey, caller);
        return shownItem(row, languages);
      }),
    ),
    route("putItemByKey", ({ params, body, precondition, author, write }) => {
      const put = () =>
        write(async (tx) => {
          const given = { fields: body, precondition };
          const { row, isNew } = await putItem(tx, params, given, author);
          return isNew ? itemAnswer(row) : { ...itemAnswer(row), status: 200 };
        });
      // Another request may have created the item since this one looked for it.
      return put().catch((error) => {
        if (error instanceof Problem && error.code === "key_taken") return put();
        throw error;
      });
    }),
    route("deleteItemByKey", ({ params, precondition, author, caller, write }) =>
      write(async (tx) => {
        const { id } = await itemWithExternalKey(tx, params.projectId, params.itemKey, caller);
        await deleteItem(tx, id, precondition, author);
        return undefined;
      }),
    ),
  ];
}
