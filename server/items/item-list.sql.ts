import { limits } from "../../contract/limits.ts";
import type { ItemListQuery } from "../../contract/queries.ts";
import type { Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import type { Languages } from "../http/language.ts";
import { badCursor } from "../http/problem.ts";
import { type IndexedRow, ItemIndex, type ListFilter } from "./item-index.ts";
import { type ItemRow, itemBytes } from "./items.rules.ts";
import { itemSelection, readItemsByKey } from "./items.sql.ts";

type ListedLeaf = { key: number; id: string; item_count: number };

export const leafOfList = (reader: Reader, id: string) =>
  reader.get<ListedLeaf>(sql`select key, id, item_count from subcategories where id = ${id}`);

/** The last item of the page before: its priority, its key, and the number of its page, so that pages keep numbers. */
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
    // Not JSON: the same error as a cursor with wrong contents.
  }
  throw badCursor();
}

export type ListRequest = {
  limit: number;
  page: number;
  after: Cursor | undefined;
  filter: ListFilter;
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

/** A page as the contract shows it, and the cursor of the next one. */
export async function itemList(
  reader: Reader,
  indexes: ItemIndexes,
  leaf: ListedLeaf,
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

/** Reads one row more than requested to know whether there are more, so that nothing is counted. */
async function plainPage(reader: Reader, leaf: ListedLeaf, { limit, page, after }: ListRequest): Promise<Page> {
  const rows = after
    ? await reader.all<ItemRow>(
        composed(
          `select ${itemSelection} from items i join subcategories s on s.key = i.subcategory_key
            where i.subcategory_key = ? and (i.priority, i.key) > (?, ?) order by i.priority, i.key limit ?`,
          [leaf.key, after.priority, after.key, limit + 1],
        ),
      )
    : await reader.all<ItemRow>(
        // The inner select skips rows by the index, without reading them.
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
 * A cache of item indexes, each with the version of its subcategory's names. It removes the least recently used first,
 * but never the current one, however large: otherwise each typed letter of a search would build it again.
 */
export class ItemIndexes {
  readonly #cached = new Map<number, { version: number; index: ItemIndex }>();
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
    const cached = this.#cached.get(subcategoryKey);
    if (cached) this.#drop(subcategoryKey);
    const index =
      cached && cached.version === version ? cached.index : new ItemIndex(await indexedRows(reader, subcategoryKey));
    if (version === undefined) return index;
    this.#cached.set(subcategoryKey, { version, index });
    this.#bytes += index.bytes;
    for (const oldest of this.#cached.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === subcategoryKey) break;
      this.#drop(oldest);
    }
    return index;
  }

  #drop(subcategoryKey: number): void {
    this.#bytes -= this.#cached.get(subcategoryKey)?.index.bytes ?? 0;
    this.#cached.delete(subcategoryKey);
  }
}

const indexedRows = (reader: Reader, subcategoryKey: number) =>
  reader.all<IndexedRow>(
    sql`select key, priority, visible, folded, tags from items
      where subcategory_key = ${subcategoryKey} order by priority, key`,
  );
