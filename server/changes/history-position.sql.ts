import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";

/** A place in the log of a project. */
export type Position = { transaction: number; seq: number };

type Row = { transaction_id: number; seq: number; at: number };

/** Nodes write down their own clocks, so that times grow along the log only about as well as the clocks agree. */
const skewMs = 10 * 60_000;

/**
 * A place that every change made before `time` stands before, found by halving: the log is in the order of time
 * but for `skewMs`, and an index of times would cost every write.
 */
export async function positionAfter(reader: Reader, projectKey: number, time: number): Promise<Position> {
  const oldest = await edge(reader, projectKey, "asc");
  const newest = await edge(reader, projectKey, "desc");
  if (!oldest || !newest) return { transaction: 0, seq: 0 };
  let low: Position = { transaction: oldest.transaction_id, seq: oldest.seq };
  let high: Position = { transaction: newest.transaction_id, seq: newest.seq + 1 };
  for (let middle = between(low, high); middle; middle = between(low, high)) {
    const row = await reader.get<Row>(
      composed(
        `select transaction_id, seq, at from changes where project_key = ? and (transaction_id, seq) >= (?, ?)
          order by transaction_id, seq limit 1`,
        [projectKey, middle.transaction, middle.seq],
      ),
    );
    if (!row || row.at >= time + skewMs) high = middle;
    else low = { transaction: row.transaction_id, seq: row.seq };
  }
  return high;
}

const edge = (reader: Reader, projectKey: number, order: "asc" | "desc") =>
  reader.get<Row>(
    composed(
      `select transaction_id, seq, at from changes where project_key = ?
        order by transaction_id ${order}, seq ${order} limit 1`,
      [projectKey],
    ),
  );

function between(low: Position, high: Position): Position | undefined {
  if (high.transaction - low.transaction > 1)
    return { transaction: Math.ceil((low.transaction + high.transaction) / 2), seq: 0 };
  // What one transaction wrote, it wrote at one time: its end is near enough.
  if (high.transaction > low.transaction) return undefined;
  return high.seq - low.seq > 1
    ? { transaction: low.transaction, seq: Math.ceil((low.seq + high.seq) / 2) }
    : undefined;
}
