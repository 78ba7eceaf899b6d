import type { Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { type ChangeRow, isImported } from "./changes.sql.ts";
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

/** The fields of a larger change are read separately: a whole page of them would not fit into memory. */
const largeChange = 100_000;

/**
 * Rows of the log of a project after a position and before the transaction `end`, in the order of the log. Rows of the
 * same transaction and rows of later ones are two queries: on SQLite the whole log is one transaction, and comparing
 * the pair would read it from the beginning.
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
 * At most `limit` changes of a project after a position, in the order of the log. All are below the horizon, so an open
 * transaction can never add one before them.
 */
export async function changesAfter(
  reader: Reader,
  projectKey: number,
  after: Position,
  limit: number,
): Promise<LoggedChange[]> {
  return rowsAfter(reader, columns, projectKey, after, await reader.horizon(), limit);
}

/** Changes of an import that are passed over at once. */
const importedAtOnce = 5_000;

/** The last of the changes after a position that belong to imports, with no other change between. */
export async function lastImported(
  reader: Reader,
  projectKey: number,
  after: Position,
): Promise<PositionRow | undefined> {
  const light = "seq, transaction_id, at, set_id, kind";
  const rows = await rowsAfter<PositionRow & Pick<ChangeRow, "set_id" | "kind">>(
    reader,
    light,
    projectKey,
    after,
    await reader.horizon(),
    importedAtOnce,
  );
  const other = rows.findIndex((row) => !isImported(row));
  return rows.at(other < 0 ? -1 : other - 1);
}

/** The fields of a change that `changesAfter` left out because they are too large. */
export const largeFields = (reader: Reader, seq: number) =>
  reader.get<{ before: string; after: string }>(sql`select before, after from changes where seq = ${seq}`);

type PositionRow = { transaction_id: number; seq: number; at: number };

const prunedUpTo = async (reader: Reader): Promise<number> =>
  (await reader.get<{ up_to: number }>(sql`select up_to from pruned_log`))?.up_to ?? 0;

/**
 * The end of the log of a project, below the horizon. If the log was pruned beyond the last change of the project, its
 * end is where it was pruned: an older position would look as if it had missed something.
 */
export async function endOfLog(reader: Reader, projectKey: number): Promise<Position> {
  const horizon = await reader.horizon();
  const row = await reader.get<PositionRow>(
    sql`select transaction_id, seq, at from changes where project_key = ${projectKey} and transaction_id < ${horizon}
      order by transaction_id desc, seq desc limit 1`,
  );
  const pruned = await prunedUpTo(reader);
  if (row && row.seq >= pruned) return positionOf(row);
  return { transaction: row?.transaction_id ?? 0, seq: pruned, mark: 0 };
}

/** Whether a project has changed since `at`. */
export async function changedSince(reader: Reader, projectKey: number, at: number): Promise<boolean> {
  const horizon = await reader.horizon();
  const last = await reader.get<{ at: number }>(
    sql`select at from changes where project_key = ${projectKey} and transaction_id < ${horizon}
      order by transaction_id desc, seq desc limit 1`,
  );
  return last !== undefined && last.at >= at;
}

/**
 * The number of the first change of a project at a time or later. If the clock was set back, later changes may have
 * earlier times: they follow it too.
 */
export async function firstChangeSince(reader: Reader, projectKey: number, at: number): Promise<number | undefined> {
  const row = await reader.get<{ seq: number | null }>(
    sql`select min(seq) as seq from changes where project_key = ${projectKey} and at >= ${at}`,
  );
  return row?.seq ?? undefined;
}

/** The position of the last change of a project before `at`. */
export async function positionBefore(reader: Reader, projectKey: number, at: number): Promise<Position | undefined> {
  const horizon = await reader.horizon();
  const row = await reader.get<PositionRow>(
    sql`select transaction_id, seq, at from changes
      where project_key = ${projectKey} and at < ${at} and transaction_id < ${horizon}
      order by transaction_id desc, seq desc limit 1`,
  );
  return row && positionOf(row);
}

/**
 * Whether the log still contains everything after a position: it was not pruned beyond it, and it is the same log, not
 * that of a backup that was restored since.
 */
export async function reachesBackTo(reader: Reader, position: Position): Promise<boolean> {
  const pruned = await prunedUpTo(reader);
  return position.seq >= pruned && isSameLog(reader, position, pruned);
}

/** Whether a position is from this log, and not from before a restore. True for a pruned one: it cannot be checked. */
export async function isSameLog(
  reader: Reader,
  { transaction, seq, mark }: Position,
  pruned?: number,
): Promise<boolean> {
  if (seq <= (pruned ?? (await prunedUpTo(reader)))) return true;
  const row = await reader.get<PositionRow>(sql`select transaction_id, seq, at from changes where seq = ${seq}`);
  return row !== undefined && row.transaction_id === transaction && positionOf(row).mark === mark;
}
