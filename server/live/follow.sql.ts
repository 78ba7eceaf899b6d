import type { ChangeRow } from "../changes/changes.sql.ts";
import type { Reader } from "../db/db.ts";
import { sql } from "../db/sql.ts";
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
 * The changes of a project after a position, in the order of the log, at most `limit`. A transaction that is still
 * open can never put one in before them: they all lie below the horizon.
 */
export async function changesAfter(
  reader: Reader,
  projectKey: number,
  after: Position,
  limit: number,
): Promise<LoggedChange[]> {
  const horizon = await reader.horizon();
  return reader.all<LoggedChange>(
    sql`select seq, transaction_id, set_id, kind, action, entity_key, entity_id, actor, at,
        case when length(before) + length(after) > ${largeChange} then '' else before end as before,
        case when length(before) + length(after) > ${largeChange} then '' else after end as after
      from changes
      where project_key = ${projectKey} and (transaction_id, seq) > (${after.transaction}, ${after.seq})
        and transaction_id < ${horizon}
      order by transaction_id, seq limit ${limit}`,
  );
}

/** The fields of a change that `changesAfter` found too large to bring along. */
export const largeFields = (reader: Reader, seq: number) =>
  reader.get<{ before: string; after: string }>(sql`select before, after from changes where seq = ${seq}`);

type PlaceRow = { transaction_id: number; seq: number; at: number };

/** The last change of a project, below the horizon. */
export async function lastPosition(reader: Reader, projectKey: number): Promise<Position | undefined> {
  const horizon = await reader.horizon();
  const row = await reader.get<PlaceRow>(
    sql`select transaction_id, seq, at from changes where project_key = ${projectKey} and transaction_id < ${horizon}
      order by transaction_id desc, seq desc limit 1`,
  );
  return row && positionOf(row);
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
export async function reachesBackTo(reader: Reader, { transaction, seq, mark }: Position): Promise<boolean> {
  const pruned = (await reader.get<{ up_to: number }>(sql`select up_to from pruned_log`))?.up_to ?? 0;
  if (seq <= pruned) return seq === pruned;
  const row = await reader.get<PlaceRow>(sql`select transaction_id, seq, at from changes where seq = ${seq}`);
  return row !== undefined && row.transaction_id === transaction && positionOf(row).mark === mark;
}
