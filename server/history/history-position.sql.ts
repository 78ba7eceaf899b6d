import type { Reader } from "../db/db.ts";
import { composed, type Value } from "../db/sql.ts";
import { turn } from "../http/turns.ts";

/** A place in the log of a project. */
export type Position = { transaction: number; seq: number };

/** Before this stands the whole log. */
export const pastEnd: Position = { transaction: Number.MAX_SAFE_INTEGER, seq: 0 };

/**
 * Rows of the log before a place, newest first. What the same transaction wrote and what others wrote before it are asked for
 * one by one: SQLite, where all of the log is one transaction, would go through it from its end to compare the pair.
 */
export async function rowsBefore<Row>(
  reader: Reader,
  select: { columns: string; where: string; values: Value[] },
  { transaction, seq }: Position,
  limit: number,
): Promise<Row[]> {
  const { columns, where, values } = select;
  const rows = await reader.all<Row>(
    composed(
      `select ${columns} from changes where ${where} and transaction_id = ? and seq < ? order by seq desc limit ?`,
      [...values, transaction, seq, limit],
    ),
  );
  if (rows.length === limit) return rows;
  const older = await reader.all<Row>(
    composed(
      `select ${columns} from changes where ${where} and transaction_id < ? order by transaction_id desc, seq desc limit ?`,
      [...values, transaction, limit - rows.length],
    ),
  );
  return [...rows, ...older];
}

type Period = { since?: number | undefined; until?: number | undefined };
type LogPlace = { transaction_id: number; seq: number };

/** How many times are looked at in one go: what is asked for is mostly near. All of them take some 20 ms on a file. */
const stretches = [1_000, 5_000, 20_000];

/**
 * The next older place before which a change of the period stands, by looking at their times. They are not in the order
 * of the log: clocks are set, and those of nodes differ. The times stand in the index of the log, so that nothing else is
 * read. One request looks at so many; where none of them is `found`, the next goes on from there. Undefined when the
 * log has none.
 */
export async function nextInPeriod(
  reader: Reader,
  projectKey: number,
  before: Position,
  period: Period,
): Promise<(Position & { found: boolean; looked: number }) | undefined> {
  const select = { columns: "transaction_id, seq", where: "project_key = ?", values: [projectKey] };
  const [newest] = await rowsBefore<LogPlace>(reader, select, before, 1);
  if (!newest) return undefined;
  let from = after(newest);
  let looked = 0;
  for (const stretch of stretches) {
    looked += stretch;
    await turn();
    const { transaction, seq } = from;
    const own = await look(reader, projectKey, sameTransaction(transaction, seq), stretch, period);
    const { match, end } =
      own.match || own.end ? own : await look(reader, projectKey, olderTransactions(transaction), stretch, period);
    if (match) return { ...after(match), found: true, looked };
    if (!end) return undefined;
    from = { transaction: end.transaction_id, seq: end.seq };
  }
  return { ...from, found: false, looked };
}

const after = ({ transaction_id, seq }: LogPlace): Position => ({ transaction: transaction_id, seq: seq + 1 });

type Part = { text: string; values: Value[] };
type Range = Part & { downTo(end: LogPlace): Part };

const sameTransaction = (transaction: number, seq: number): Range => ({
  text: "transaction_id = ? and seq < ?",
  values: [transaction, seq],
  downTo: (end) => ({ text: "and seq >= ?", values: [end.seq] }),
});

const olderTransactions = (transaction: number): Range => ({
  text: "transaction_id < ?",
  values: [transaction],
  downTo: (end) => ({ text: "and (transaction_id, seq) >= (?, ?)", values: [end.transaction_id, end.seq] }),
});

/** The newest change of the period among the first `stretch` of a range; `end` is the last of them, if there are so many. */
async function look(
  reader: Reader,
  projectKey: number,
  range: Range,
  stretch: number,
  { since = 0, until = Number.MAX_SAFE_INTEGER }: Period,
): Promise<{ match: LogPlace | undefined; end: LogPlace | undefined }> {
  const places = `select transaction_id, seq from changes where project_key = ? and ${range.text}`;
  const order = "order by transaction_id desc, seq desc limit 1";
  const values = [projectKey, ...range.values];
  const end = await reader.get<LogPlace>(composed(`${places} ${order} offset ?`, [...values, stretch - 1]));
  const downTo = end ? range.downTo(end) : { text: "", values: [] };
  const match = await reader.get<LogPlace>(
    composed(`${places} ${downTo.text} and at >= ? and at < ? ${order}`, [...values, ...downTo.values, since, until]),
  );
  return { match, end };
}
