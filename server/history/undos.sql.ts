import type { UndoResult } from "../../contract/changes.ts";
import type { Question } from "../access/caller.ts";
import type { StoredHolder } from "../access/stored-holder.sql.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { Problem } from "../http/problem.ts";
import { type Lease, type Leased, leaseColumns } from "../log/leases.sql.ts";
import { untilNothingIsLeft } from "../log/pruning.ts";
import { top, type Undoable } from "./undoable.sql.ts";

/** An undo in pieces. In the state `back` it was refused, and takes back what it had done. */
export type UndoRow = StoredHolder & {
  key: number;
  id: string;
  change_set: string;
  source: string;
  project_key: number;
  actor: string;
  request: string;
  state: "running" | "back" | "over";
  above: number;
  below: number;
  undone: number;
  kept: number;
  result: string;
  problem: string;
  lease_owner: string;
  lease_term: number;
  lease_beat: number;
  lease_until: number;
};

/** The answer of an undo that is over, with the checks that a repetition of its request makes again. */
export type StoredResult = { asked: Question[]; result: UndoResult };

/** By name: a prepared `select *` fails on nodes that run while a later version adds a column. */
const columns = Object.keys({
  key: true,
  id: true,
  change_set: true,
  source: true,
  project_key: true,
  actor: true,
  holder_kind: true,
  holder_key: true,
  request: true,
  state: true,
  above: true,
  below: true,
  undone: true,
  kept: true,
  result: true,
  problem: true,
  lease_owner: true,
  lease_term: true,
  lease_beat: true,
  lease_until: true,
} satisfies Record<keyof UndoRow, true>);

const selection = `select ${columns.join(", ")} from undos`;

export const undoByKey = (reader: Reader, undoKey: number) =>
  reader.get<UndoRow>(composed(`${selection} where key = ?`, [undoKey]));

/** The undo that was begun with an Idempotency-Key. */
export const undoOfRequest = (reader: Reader, request: string) =>
  reader.get<UndoRow>(composed(`${selection} where request = ? order by key limit 1`, [request]));

/** An undo that is under way of a set, or that makes the changes of it or of `own`, the set of the undo that asks. */
export const unfinishedUndoOf = (reader: Reader, changeSetId: string, own: string) =>
  reader.get<{ key: number }>(
    composed(
      "select key from undos where state in ('running', 'back') and (change_set = ? or id in (?)) order by key limit 1",
      [changeSetId, [...changeSetId.split(".."), own]],
    ),
  );

/** Of all nodes; each has a row and a request that waits. */
export const mostUnfinished = 100;
export const mostUnfinishedOfOne = 20;

/** The undos that have something to do, oldest first. */
export const unfinishedUndos = (reader: Reader) =>
  reader.all<Leased>(
    composed(`select ${leaseColumns} from undos where state in ('running', 'back') order by key limit ?`, [
      mostUnfinished,
    ]),
  );

/** Refuses an undo if there are too many already. Where nobody signs in, all share one limit. */
export async function refuseTooMany(reader: Reader, { holder_kind, holder_key }: StoredHolder): Promise<void> {
  const { all = 0, own = 0 } =
    (await reader.get<{ all: number; own: number }>(
      sql`select count(*) as "all",
          count(case when holder_kind = ${holder_kind} and holder_key = ${holder_key} then 1 end) as own
        from undos where state in ('running', 'back')`,
    )) ?? {};
  const retry = { "retry-after": "10" };
  if (holder_kind !== "anyone" && own >= mostUnfinishedOfOne)
    throw new Problem("rate_limited", `${mostUnfinishedOfOne} large undos of yours are already under way.`, {}, retry);
  if (all >= mostUnfinished) throw new Problem("unavailable", "Too much is being undone at the moment.", {}, retry);
}

export type NewUndo = StoredHolder &
  Pick<UndoRow, "id" | "change_set" | "project_key" | "actor" | "request"> & { source: Undoable; at: number };

export async function insertUndo(tx: Tx, row: NewUndo, lease: Lease, until: number): Promise<number> {
  const inserted = await tx.get<{ key: number }>(
    sql`insert into undos (id, change_set, source, project_key, actor, holder_kind, holder_key, request, state, above, below,
        undone, kept, changed_at, result, problem, lease_owner, lease_term, lease_beat, lease_until)
      values (${row.id}, ${row.change_set}, ${JSON.stringify(row.source)}, ${row.project_key}, ${row.actor},
        ${row.holder_kind}, ${row.holder_key}, ${row.request}, 'running',
        (select coalesce(max(seq), 0) from changes), ${top}, 0, 0, ${row.at}, '', '', ${lease.owner},
        ${lease.term}, 0, ${until})
      returning key`,
  );
  return (inserted as { key: number }).key;
}

/** Moves on. The row is locked, and this node has the lease. */
export const advanceUndo = (
  tx: Tx,
  undoKey: number,
  { below, undone, kept, now }: Pick<UndoRow, "below" | "undone" | "kept"> & { now: number },
) =>
  tx.run(
    sql`update undos set below = ${below}, undone = undone + ${undone}, kept = kept + ${kept}, changed_at = ${now},
        lease_beat = lease_beat + 1
      where key = ${undoKey}`,
  );

export const goBack = (tx: Tx, undoKey: number, { code, message, members, headers }: Problem, now: number) =>
  tx.run(
    sql`update undos set state = 'back', below = ${top}, problem = ${JSON.stringify({ code, message, members, headers })},
        changed_at = ${now}, lease_beat = lease_beat + 1
      where key = ${undoKey}`,
  );

export const endUndo = (tx: Tx, undoKey: number, stored: StoredResult | undefined, now: number) =>
  tx.run(
    sql`update undos set state = 'over', result = ${stored ? JSON.stringify(stored) : ""}, changed_at = ${now},
        lease_until = 0
      where key = ${undoKey}`,
  );

/** What the request of an undo that is over is answered with. */
export function resultOf({ result, problem }: UndoRow): StoredResult {
  if (problem === "") return JSON.parse(result);
  const { code, message, members, headers } = JSON.parse(problem);
  throw new Problem(code, message, members, headers);
}

/** So long does a request with the same Idempotency-Key get the same answer. */
const keptMs = 24 * 60 * 60 * 1_000;

const undosPerStep = 100;

/** Removes undos that no request asks for again. */
export const forgetUndos = untilNothingIsLeft((tx, now) =>
  tx.run(
    sql`delete from undos where key in
        (select key from undos where state = 'over' and changed_at < ${now - keptMs} order by key limit ${undosPerStep})`,
  ),
);
