import { limits } from "../../contract/limits.ts";
import type { ItemListQuery } from "../../contract/queries.ts";
import type { Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import type { Languages } from "../http/language.ts";
import { invalid } from "../http/problem.ts";
import { type IndexedRow, type ItemFilter, ItemIndex } from "./item-index.ts";
import { type ItemRow, itemBytes } from "./items.rules.ts";
import { itemSelection, readItemsByKey } from "./items.sql.ts";

export type Leaf = { key: number; id: string; item_count: number };

export const leafOfList = (reader: Reader, id: string) =>
  reader.get<Leaf>(sql`select key, id, item_count from subcategories where id = ${id}`);

/** Where a page starts after: the place of the last item before it, and that item's page, so that pages stay numbered. */
export type Cursor = { priority: number; key: number; page: number };

export function encodeCursor({ priority, key, page }: Cursor): string {
  return Buffer.from(JSON.stringify([priority, key, page])).toString("base64url");
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;

function decodeCursor(text: string): Cursor {
  try {
    const [priority, key, page] = JSON.parse(Buffer.from(text, "base64url").toString()) as number[];
    if (Number.isFinite(priority) && isCount(key) && isCount(page)) return { priority, key, page } as Cursor;
  } catch {
    // Not even JSON: the same fault as a cursor with other contents.
  }
  throw invalid("invalid_query", [
    { pointer: "/cursor", code: "not_allowed", message: "is not a cursor that this service gave out" },
  ]);
}

export type ListRequest = {
  limit: number;
  page: number;
  after: Cursor | undefined;
  filter: ItemFilter;
  etags: boolean;
};

export function listRequest(query: ItemListQuery, languages: Languages): ListRequest {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  return {
    limit: query.limit ?? limits.defaultLimit,
    page: after ? after.page + 1 : (query.page ?? limits.defaultPage),
    after,
    etags: query.etags ?? false,
    filter: {
      search: query.search ?? "",
      visible: query.visible,
      tags: [
        ...new Set(
          (query.tags ?? "")
            .split(",")
            .map((tag) => tag.trim())
            .filter((tag) => tag !== ""),
        ),
      ],
      allTags: query.tagsMode === "all",
      languages,
    },
  };
}

export type ItemList = { body: Uint8Array; next: Cursor | undefined; rows: readonly ItemRow[] };

const pageStart = Buffer.from('{"items":[');
const comma = Buffer.from(",");

/** The page as the contract shows it, and where the next one starts. */
export async function itemList(
  reader: Reader,
  indexes: ItemIndexes,
  leaf: Leaf,
  request: ListRequest,
  shown: Set<string>,
): Promise<ItemList> {
  const { filter, limit, page } = request;
  const filtered = filter.search !== "" || filter.visible !== undefined || filter.tags.length > 0;
  const { rows, total, hasMore } = filtered
    ? await filteredPage(reader, await indexes.of(reader, leaf.key), request)
    : await plainPage(reader, leaf, request);
  const parts: Uint8Array[] = [pageStart];
  for (const [index, row] of rows.entries()) {
    if (index > 0) parts.push(comma);
    parts.push(itemBytes(row, filter.languages, shown));
  }
  parts.push(Buffer.from(`],"total":${total},"page":${page},"limit":${limit},"hasMore":${hasMore}}`));
  const last = rows.at(-1);
  return {
    body: Buffer.concat(parts),
    next: hasMore && last ? { priority: last.priority, key: last.key, page } : undefined,
    rows,
  };
}

type Page = { rows: ItemRow[]; total: number; hasMore: boolean };

/** One row more than asked for tells whether there are more; nothing is counted. */
async function plainPage(reader: Reader, leaf: Leaf, { limit, page, after }: ListRequest): Promise<Page> {
  const rows = after
    ? await reader.all<ItemRow>(
        composed(
          `select ${itemSelection} from items i join subcategories s on s.key = i.subcategory_key
            where i.subcategory_key = ? and (i.priority, i.key) > (?, ?) order by i.priority, i.key limit ?`,
          [leaf.key, after.priority, after.key, limit + 1],
        ),
      )
    : await reader.all<ItemRow>(
        // The skipped rows are stepped over in the index alone.
        composed(
          `select ${itemSelection} from items i join subcategories s on s.key = i.subcategory_key
            where i.key in (
              select key from items where subcategory_key = ? order by priority, key limit ? offset ?
            ) order by i.priority, i.key`,
          [leaf.key, limit + 1, (page - 1) * limit],
        ),
      );
  return { rows: rows.slice(0, limit), total: leaf.item_count, hasMore: rows.length > limit };
}

async function filteredPage(reader: Reader, index: ItemIndex, request: ListRequest): Promise<Page> {
  const found = index.matches(request.filter);
  const { after, limit, page } = request;
  const start = after ? index.countUpTo(found, after.priority, after.key) : (page - 1) * limit;
  const keys = found.slice(start, start + limit).map((ordinal) => index.keyOf(ordinal));
  const rows = keys.length > 0 ? await readItemsByKey(reader, keys) : [];
  return { rows, total: found.length, hasMore: start + limit < found.length };
}

/**
 * The indexes in use, each under the version of the subcategory's names. What was not used for longest goes first; the one
 * in use stays, however large its subcategory is: it would be made anew for each letter that is typed.
 */
export class ItemIndexes {
  readonly #kept = new Map<number, { version: number; index: ItemIndex }>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async of(reader: Reader, subcategoryKey: number): Promise<ItemIndex> {
    const version = await reader.version(`names:${subcategoryKey}`);
    const kept = this.#kept.get(subcategoryKey);
    if (kept) this.#drop(subcategoryKey);
    const index =
      kept && kept.version === version ? kept.index : new ItemIndex(await indexedRows(reader, subcategoryKey));
    if (version === undefined) return index;
    this.#kept.set(subcategoryKey, { version, index });
    this.#bytes += index.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === subcategoryKey) break;
      this.#drop(oldest);
    }
    return index;
  }

  #drop(subcategoryKey: number): void {
    this.#bytes -= this.#kept.get(subcategoryKey)?.index.bytes ?? 0;
    this.#kept.delete(subcategoryKey);
  }
}

const indexedRows = (reader: Reader, subcategoryKey: number) =>
  reader.all<IndexedRow>(
    sql`select key, priority, visible, folded, tags from items
      where subcategory_key = ${subcategoryKey} order by priority, key`,
  );
