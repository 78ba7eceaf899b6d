import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { PruningJob, PruningStep } from "./pruning.ts";

const rowsPerStep = 1_000;
/** Kept whatever the size: webhooks retry for up to three days, and people want to undo changes of last week. */
const alwaysKeptMs = 7 * 86_400_000;

/** Removes changes that are older than `historyMs`, and the oldest beyond `historyBytes`. Infinity keeps all of them. */
export const pruneChanges =
  ({ historyMs, historyBytes }: { historyMs: number; historyBytes: number }): PruningJob =>
  async (db, now) => {
    const upTo = Number.isFinite(historyBytes) ? await db.read((reader) => lastBeyondSize(reader, historyBytes)) : 0;
    const before = Number.isFinite(historyMs) ? now - historyMs : 0;
    return stepFrom(0, { before, upTo, keepSince: now - alwaysKeptMs });
  };

/** Changes made before `before` go, and those with a number of at most `upTo` that were made before `keepSince`. */
type Old = { before: number; upTo: number; keepSince: number };

const stepFrom =
  (after: number, old: Old): PruningStep =>
  async (tx) => {
    const { removed, reached } = await removeAfter(tx, after, old);
    return { removed, next: reached === undefined ? undefined : stepFrom(reached, old) };
  };

/** Keeps deletions that can be undone. `reached` is where the next step continues. */
async function removeAfter(
  tx: Tx,
  after: number,
  { before, upTo, keepSince }: Old,
): Promise<{ removed: number; reached: number | undefined }> {
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
async function lastBeyondSize(reader: Reader, bytes: number): Promise<number> {
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
