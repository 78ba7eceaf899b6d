import type { Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import type { ChangeRow } from "./changes.sql.ts";
import { type Position, positionOf } from "./event-id.ts";

export type LoggedChange = Pick<
  ChangeRow,
  | "seq"
  | "transaction_id"
  | "set_id"
  | "kind"
  | "action"
  | "entity_key"
  | "entity_id"
  | "actor"
  | "at"
  | "before"
  | "after"
>;

/** A change larger than this is read alone: a page of them would not fit into memory. */
const largeChange = 100_000;

/**
 * Rows of the log of a project after a position and before the transaction `end`, in the order of the log. What the same
 * transaction wrote and what others wrote after it are asked for one by one: SQLite, where all of the log is one
 * transaction, would go through it from its beginning to compare the pair.
 */
export async function rowsAfter<Row>(
  reader: Reader,
  columns: string,
  projectKey: number,
  { transaction, seq }: Position,
  end: number,
  limit: number,
): Promise<Row[]> {
  const rows = await reader.all<Row>(
    composed(
      `select ${columns} from changes where project_key = ? and transaction_id = ? and seq > ? and transaction_id < ?
        order by seq limit ?`,
      [projectKey, transaction, seq, end, limit],
    ),
  );
  if (rows.length === limit) return rows;
  const later = await reader.all<Row>(
    composed(
      `select ${columns} from changes where project_key = ? and transaction_id > ? and transaction_id < ?
        order by transaction_id, seq limit ?`,
      [projectKey, transaction, end, limit - rows.length],
    ),
  );
  return [...rows, ...later];
}

const columns = `seq, transaction_id, set_id, kind, action, entity_key, entity_id, actor, at,
  case when length(before) + length(after) > ${largeChange} then '' else before end as before,
  case when length(before) + length(after) > ${largeChange} then '' else after end as after`;

/**
 * The changes of a project after a position, in the order of the log, at most `limit`. A transaction that is still
 * open can never put one in before them: they all lie below the horizon.
 */
export async function changesAfter(
  reader: Reader,
  projectKey: number,
  after: Position,
  limit: number,
): Promise<LoggedChange[]> {
  return rowsAfter(reader, columns, projectKey, after, await reader.horizon(), limit);
}

/** The fields of a change that `changesAfter` found too large to bring along. */
export const largeFields = (reader: Reader, seq: number) =>
  reader.get<{ before: string; after: string }>(sql`select before, after from changes where seq = ${seq}`);

type PlaceRow = { transaction_id: number; seq: number; at: number };

const prunedUpTo = async (reader: Reader): Promise<number> =>
  (await reader.get<{ up_to: number }>(sql`select up_to from pruned_log`))?.up_to ?? 0;

/**
 * Where the log of a project ends, below the horizon. Where it was pruned beyond the project's last change, the end
 * is where it was pruned: an older position could not be told from one that has missed something.
 */
export async function endOfLog(reader: Reader, projectKey: number): Promise<Position> {
  const horizon = await reader.horizon();
  const row = await reader.get<PlaceRow>(
    sql`select transaction_id, seq, at from changes where project_key = ${projectKey} and transaction_id < ${horizon}
      order by transaction_id desc, seq desc limit 1`,
  );
  const pruned = await prunedUpTo(reader);
  if (row && row.seq >= pruned) return positionOf(row);
  return { transaction: row?.transaction_id ?? 0, seq: pruned, mark: 0 };
}

/** Whether a project has changed since some time. */
export async function changedSince(reader: Reader, projectKey: number, at: number): Promise<boolean> {
  const horizon = await reader.horizon();
  const last = await reader.get<{ at: number }>(
    sql`select at from changes where project_key = ${projectKey} and transaction_id < ${horizon}
      order by transaction_id desc, seq desc limit 1`,
  );
  return last !== undefined && last.at >= at;
}

/** The last change of a project before some time. */
export async function positionBefore(reader: Reader, projectKey: number, at: number): Promise<Position | undefined> {
  const horizon = await reader.horizon();
  const row = await reader.get<PlaceRow>(
    sql`select transaction_id, seq, at from changes
      where project_key = ${projectKey} and at < ${at} and transaction_id < ${horizon}
      order by transaction_id desc, seq desc limit 1`,
  );
  return row && positionOf(row);
}

/**
 * Whether the log still holds everything after a position: it was not pruned beyond it, and is the same log, not that
 * of a backup that was restored since.
 */
export async function reachesBackTo(reader: Reader, position: Position): Promise<boolean> {
  const pruned = await prunedUpTo(reader);
  return position.seq >= pruned && isSameLog(reader, position, pruned);
}

/** Whether the log is still the one that a position was taken from. What was pruned cannot be compared any more. */
export async function isSameLog(
  reader: Reader,
  { transaction, seq, mark }: Position,
  pruned?: number,
): Promise<boolean> {
  if (seq <= (pruned ?? (await prunedUpTo(reader)))) return true;
  const row = await reader.get<PlaceRow>(sql`select transaction_id, seq, at from changes where seq = ${seq}`);
  return row !== undefined && row.transaction_id === transaction && positionOf(row).mark === mark;
}
