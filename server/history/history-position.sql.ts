import type { Reader } from "../db/db.ts";
import { composed, type Value } from "../db/sql.ts";
import { turn } from "../http/turns.ts";

/** A position in the log of a project. */
export type HistoryPosition = { transaction: number; seq: number };

/** The position after the whole log. */
export const pastEnd: HistoryPosition = { transaction: Number.MAX_SAFE_INTEGER, seq: 0 };

/**
 * Rows of the log before a position, newest first. Two queries read the same transaction and the older ones: in SQLite
 * the whole log has one transaction id, and comparing the pair would scan it from its end.
 */
export async function rowsBefore<Row>(
  reader: Reader,
  select: { columns: string; where: string; values: Value[] },
  { transaction, seq }: HistoryPosition,
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
type LogRow = { transaction_id: number; seq: number };

/** How many times each step scans: a match is usually near. All steps together take about 20 ms on a file. */
const stretches = [1_000, 5_000, 20_000];

/**
 * Finds the position right after the next older change of the period, by its time. Times are not in the order of the
 * log: clocks are adjusted, and those of nodes differ. The index of the log contains the times, so nothing else is
 * read. One request scans a limited number; if none is `found`, the next request continues from there. Undefined if the
 * log has none.
 */
export async function nextInPeriod(
  reader: Reader,
  projectKey: number,
  before: HistoryPosition,
  period: Period,
): Promise<(HistoryPosition & { found: boolean; looked: number }) | undefined> {
  const select = { columns: "transaction_id, seq", where: "project_key = ?", values: [projectKey] };
  const [newest] = await rowsBefore<LogRow>(reader, select, before, 1);
  if (!newest) return undefined;
  let from = after(newest);
  let looked = 0;
  for (const stretch of stretches) {
    looked += stretch;
    await turn();
    const { transaction, seq } = from;
    const own = await look(reader, projectKey, { range: sameTransaction(transaction, seq), stretch }, period);
    const { match, end } =
      own.match || own.end
        ? own
        : await look(reader, projectKey, { range: olderTransactions(transaction), stretch }, period);
    if (match) return { ...after(match), found: true, looked };
    if (!end) return undefined;
    from = { transaction: end.transaction_id, seq: end.seq };
  }
  return { ...from, found: false, looked };
}

const after = ({ transaction_id, seq }: LogRow): HistoryPosition => ({ transaction: transaction_id, seq: seq + 1 });

type Condition = { text: string; values: Value[] };
type Range = Condition & { downTo(end: LogRow): Condition };

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

/** The newest change of the period in the first `stretch` rows of a range; `end` is the last row if it has so many. */
async function look(
  reader: Reader,
  projectKey: number,
  { range, stretch }: { range: Range; stretch: number },
  { since = 0, until = Number.MAX_SAFE_INTEGER }: Period,
): Promise<{ match: LogRow | undefined; end: LogRow | undefined }> {
  const rows = `select transaction_id, seq from changes where project_key = ? and ${range.text}`;
  const order = "order by transaction_id desc, seq desc limit 1";
  const values = [projectKey, ...range.values];
  const end = await reader.get<LogRow>(composed(`${rows} ${order} offset ?`, [...values, stretch - 1]));
  const downTo = end ? range.downTo(end) : { text: "", values: [] };
  const match = await reader.get<LogRow>(
    composed(`${rows} ${downTo.text} and at >= ? and at < ? ${order}`, [...values, ...downTo.values, since, until]),
  );
  return { match, end };
}
