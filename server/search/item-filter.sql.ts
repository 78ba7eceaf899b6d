import type { ItemFilterBody } from "../../contract/found-items.ts";
import { limits } from "../../contract/limits.ts";
import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import type { Problem } from "../http/problem.ts";
import { itemKeyOf } from "../items/item-key.ts";
import { readItemWithKey } from "../items/items.sql.ts";
import { firstChangeSince } from "../log/follow.sql.ts";
import type { ItemFilter } from "./index/item-filter.ts";
import type { Asked } from "./questions.ts";
import { visibleNode } from "./visible-node.sql.ts";

type FilterQuery = Omit<ItemFilterBody, "projectId">;

/** `refuseBranch` makes the problem for a `within` that names nothing. */
export async function filterOf(
  reader: Reader,
  { index: { tree }, projectKey, branches }: Asked,
  query: FilterQuery,
  refuseBranch: (message: string) => Problem,
): Promise<ItemFilter> {
  const { within, tags, badges, currency, changedSince } = query;
  const branch = within === undefined ? 0 : await visibleNode(reader, { tree, projectKey, branches }, within);
  if (branch === undefined) throw refuseBranch("is not the id of a category or subcategory of this project");
  const range = (min: number | undefined, max: number | undefined) => ({ min, max });
  return {
    within: within === undefined ? undefined : tree.within(branch),
    visible: query.visible,
    tags: tags?.length ? { values: tags, mode: query.tagsMode ?? "any" } : undefined,
    badges: badges?.length ? { values: badges, mode: query.badgesMode ?? "any" } : undefined,
    price: range(query.priceMin, query.priceMax),
    discount: range(query.discountMin, query.discountMax),
    quantity: range(query.quantityMin, query.quantityMax),
    currency: currency?.length ? currency : undefined,
    picture: query.picture,
    commented: query.commented,
    missing: query.missing,
    outdated: query.outdated,
    changedFrom:
      changedSince === undefined
        ? undefined
        : ((await firstChangeSince(reader, projectKey, Date.parse(changedSince))) ?? Number.POSITIVE_INFINITY),
    changedBy: query.changedBy,
  };
}

/** A shorter beginning of an id says too little. */
export const shortestIdPart = 8;
const mostById = 100;

/**
 * The keys of categories, subcategories and items of which this text is the id, the beginning of one that was generated, or the external key; and
 * what it is of each.
 */
export async function keysById(reader: Reader, projectKey: number, text: string): Promise<Map<number, string>> {
  const id = text.trim();
  const keys = new Map<number, string>();
  if (id === "" || id.length > limits.idLength || !id.isWellFormed() || id.includes("\0")) return keys;
  for (const table of ["categories", "subcategories", "items"]) {
    const row = await reader.get<{ key: number; id: string }>(
      composed(`select key, id from ${table} where id = ?`, [table === "subcategories" ? id.normalize("NFC") : id]),
    );
    if (row) keys.set(row.key, row.id);
  }
  const externalKey = itemKeyOf(text);
  const item = externalKey === undefined ? undefined : await readItemWithKey(reader, projectKey, externalKey);
  if (item && !keys.has(item.key)) keys.set(item.key, externalKey as string);
  if (id.length < shortestIdPart || !/^[a-z0-9]+$/.test(id) || !/\d/.test(id)) return keys;
  const rows = await reader.all<{ key: number; id: string }>(
    composed(`select key, id from items where id >= ? order by id limit ${mostById}`, [id]),
  );
  for (const row of rows) if (row.id.startsWith(id)) keys.set(row.key, row.id);
  return keys;
}
