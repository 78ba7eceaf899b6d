import type { Db } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { windows } from "./usage.sql.ts";

type Columns = { table: string; key: string; columns: readonly string[] };

/**
 * Every place that can contain the address of a picture: the catalog, its texts, the trash, and the history. The
 * history comes last, because it shows what was written while the others were read.
 */
const columnsWithPictures: readonly Columns[] = [
  { table: "projects", key: "key", columns: ["logo_url"] },
  { table: "categories", key: "key", columns: ["img"] },
  { table: "subcategories", key: "key", columns: ["img"] },
  { table: "items", key: "key", columns: ["imgs", "details"] },
  { table: "trash_categories", key: "key", columns: ["img"] },
  { table: "trash_subcategories", key: "key", columns: ["img"] },
  { table: "trash_items", key: "key", columns: ["imgs", "details"] },
  { table: "changes", key: "seq", columns: ["before", "after"] },
];

const windowSize = 1_000;
const hashLength = 64;
const hashRuns = /[0-9a-f]{64,}/g;

/** Removes every hash that is in use from `hashesLeft`. */
export async function removeReferenced(db: Db, hashesLeft: Set<string>): Promise<void> {
  for (const where of columnsWithPictures) {
    for await (const { after, upTo } of windows(db, where.table, where.key, windowSize)) {
      await removeNamed(db, where, { after, upTo }, hashesLeft);
      if (hashesLeft.size === 0) return;
    }
  }
}

/** The end of the log, for `removeReferencedSince`. */
export async function lastChange(db: Db): Promise<number> {
  const row = await db.read((reader) => reader.get<{ seq: number | null }>(sql`select max(seq) as seq from changes`));
  return row?.seq ?? 0;
}

/** Does the same for changes after `seq`: a picture may have come into use while the rest was read. */
export async function removeReferencedSince(db: Db, seq: number, hashesLeft: Set<string>): Promise<void> {
  const log = columnsWithPictures.at(-1) as Columns;
  await removeNamed(db, log, { after: seq, upTo: Number.MAX_SAFE_INTEGER }, hashesLeft);
}

async function removeNamed(
  db: Db,
  where: Columns,
  { after, upTo }: { after: number; upTo: number },
  hashesLeft: Set<string>,
): Promise<void> {
  const { table, key, columns } = where;
  const rows = await db.read((reader) =>
    reader.all<Record<string, string | Uint8Array>>(
      composed(`select ${columns.join(", ")} from ${table} where ${key} > ? and ${key} <= ?`, [after, upTo]),
    ),
  );
  for (const row of rows) {
    for (const column of columns) {
      const value = row[column] ?? "";
      const text = typeof value === "string" ? value : Buffer.from(value).toString("latin1");
      for (const hash of hashesIn(text)) hashesLeft.delete(hash);
    }
  }
}

/** Every possible hash: an address within another has `%2f` before the hash, and `2f` is hex too. */
function* hashesIn(text: string): Iterable<string> {
  for (const [run] of text.matchAll(hashRuns)) {
    for (let start = 0; start + hashLength <= run.length; start++) yield run.slice(start, start + hashLength);
  }
}
