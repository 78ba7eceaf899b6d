import type { Reader, Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { forgetDeletion } from "../log/trash.sql.ts";
import { deleteCommentStatesOf } from "../notices/notices.sql.ts";

/** Few enough that other writes hardly wait for a step. */
const rowsPerStep = 1_000;

/** One step of emptying the trash of what was deleted at `before` or earlier. Returns the number of removed rows. */
export async function emptyTrashStep(tx: Tx, before: number): Promise<number> {
  const oldest = await tx.get<{ seq: number }>(
    sql`select seq from deletions where at <= ${before} order by seq limit 1`,
  );
  if (!oldest) return 0;
  for (const table of ["trash_items", "trash_subcategories"]) {
    const gone = await tx.all<{ key: number }>(
      composed(
        `delete from ${table} where key in (select key from ${table} where deleted_by = ? limit ?) returning key`,
        [oldest.seq, rowsPerStep],
      ),
    );
    if (table === "trash_items") await deleteCommentStatesOf(tx, keysOf(gone));
    if (gone.length > 0) return gone.length;
  }
  await forgetDeletion(tx, oldest.seq);
  return 1;
}

const keysOf = (rows: readonly { key: number }[]): number[] => rows.map(({ key }) => key);

export type PruneStep = { removed: number; reached: number | undefined };

/**
 * One step of pruning the log, from `after` on: removes changes made before `before`, or with a number of at most
 * `upTo` and made before `keepSince`. Keeps deletions that can be undone. `reached` is where the next step continues.
 */
export async function pruneStep(
  tx: Tx,
  after: number,
  { before, upTo, keepSince }: { before: number; upTo: number; keepSince: number },
): Promise<PruneStep> {
  const rows = await tx.all<{ seq: number; at: number }>(
    sql`select seq, at from changes where seq > ${after} order by seq limit ${rowsPerStep}`,
  );
  const isOld = ({ seq, at }: { seq: number; at: number }) => at < before || (seq <= upTo && at < keepSince);
  const end = rows.findIndex((row) => !isOld(row));
  const last = (end < 0 ? rows : rows.slice(0, end)).at(-1);
  if (!last) return { removed: 0, reached: undefined };
  const removed = await tx.run(
    sql`delete from changes where seq > ${after} and seq <= ${last.seq} and seq not in (select seq from deletions)`,
  );
  if (removed > 0) {
    await tx.run(
      sql`insert into pruned_log (key, up_to) values (1, ${last.seq}) on conflict (key) do update set up_to = excluded.up_to`,
    );
  }
  return { removed, reached: end < 0 && rows.length === rowsPerStep ? last.seq : undefined };
}

const windows = 64;
const rowsPerWindow = 50;
/** The bytes of a change apart from its fields: the other columns, and its entries in three indexes. */
const bytesBeside = 200;

/**
 * The number of the last change to remove so that the log fits into `bytes`; 0 if it fits. Estimated from samples
 * across the log: an exact sum would read all of it.
 */
export async function pruneUpToForSize(reader: Reader, bytes: number): Promise<number> {
  const ends = await reader.get<{ first: number | null; last: number | null }>(
    sql`select min(seq) as first, max(seq) as last from changes`,
  );
  if (ends?.first == null || ends.last == null) return 0;
  const width = Math.max(1, Math.ceil((ends.last - ends.first + 1) / windows));
  let total = 0;
  for (let start = ends.last - width + 1; start + width > ends.first; start -= width) {
    const from = Math.max(start, ends.first);
    const length = Math.min(rowsPerWindow, start + width - from);
    const sample = await reader.get<{ found: number; size: number | null }>(
      sql`select count(*) as found, sum(octet_length(before) + octet_length(after)) as size
        from changes where seq >= ${from} and seq < ${from + length}`,
    );
    const perNumber = ((sample?.size ?? 0) + (sample?.found ?? 0) * bytesBeside) / length;
    const inWindow = perNumber * (start + width - from);
    if (total + inWindow > bytes) {
      const fits = perNumber > 0 ? Math.floor((bytes - total) / perNumber) : 0;
      return start + width - 1 - fits;
    }
    total += inWindow;
  }
  return 0;
}
