import { type ChangeKind, kindName, PostgresChangeStatements } from "./postgres-change-statements.ts";
import { isConnectionLoss, sqlState } from "./postgres-errors.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import type { DecidedChange } from "./postgres-row-tx.ts";

/**
 * At a time, of one kind: while one waits for the disk, the next is gathered and sent. One or four of them wrote no more.
 * New rows of one subcategory count themselves in the same row, so that the second would only pass the first over.
 */
const mostFlushes = ({ isNew }: ChangeKind) => (isNew ? 1 : 2);
const mostChanges = 100;
/** An item may be large. */
const mostCharacters = 1_000_000;

type Waiting = { change: DecidedChange; resolve: (written: boolean) => void; reject: (error: unknown) => void };

/** What waits to be written of one kind. */
type Queue = { kind: ChangeKind; waiting: Waiting[]; flushes: number; scheduled: boolean };

/**
 * Changes of one row each that are decided. Those that wait at the same time go as one statement, which is one message,
 * one transaction and one flush for all of them; it writes each one whose row is still as it was read, and waits for
 * nobody: a row that someone else holds is passed over.
 *
 * The number of a change is taken after its row was read, and counts only if the row is still the same: so the numbers
 * of a row grow.
 */
export class PostgresChanges {
  readonly #pool: PostgresPool;
  readonly #statements: PostgresChangeStatements;
  /** By the names of the kinds, of which our code has a few. */
  readonly #queues = new Map<string, Queue>();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
    this.#statements = new PostgresChangeStatements(pool);
  }

  /** Whether it was written, once that is on disk. If not, it is to be decided anew behind the lock of its row. */
  written(change: DecidedChange): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const queue = this.#queueOf(change);
      queue.waiting.push({ change, resolve, reject });
      this.#schedule(queue);
    });
  }

  #queueOf(kind: ChangeKind): Queue {
    const name = kindName(kind);
    let queue = this.#queues.get(name);
    if (!queue) {
      queue = { kind, waiting: [], flushes: 0, scheduled: false };
      this.#queues.set(name, queue);
    }
    return queue;
  }

  #schedule(queue: Queue): void {
    if (queue.scheduled || queue.waiting.length === 0 || queue.flushes >= mostFlushes(queue.kind)) return;
    queue.scheduled = true;
    // Those whose rows came in the same packet are ready in the same turn.
    setImmediate(() => {
      queue.scheduled = false;
      queue.flushes++;
      void this.#flush(queue.kind, batchOf(queue)).then(() => {
        queue.flushes--;
        this.#schedule(queue);
      });
      this.#schedule(queue);
    });
  }

  async #flush(kind: ChangeKind, batch: readonly Waiting[]): Promise<void> {
    try {
      const text = await this.#statements.text(kind);
      const rows = await this.#pool.alone(text, [`[${batch.map(({ change }) => change.json).join()}]`]);
      const written = new Set(rows.map((row): number => row.number ?? 0));
      for (const { change, resolve } of batch) resolve(written.has(change.number));
    } catch (error) {
      // A statement that failed wrote nothing, and each of them will find out alone whether the fault was its own.
      // If it was the connection that failed, nobody knows what was written.
      const known = sqlState(error) !== undefined && !isConnectionLoss(error);
      for (const { resolve, reject } of batch) known ? resolve(false) : reject(error);
    }
  }
}

/** As many as go together; of changes of the same row the first, as the others have read what it is about to change. */
function batchOf(queue: Queue): Waiting[] {
  const batch: Waiting[] = [];
  const left: Waiting[] = [];
  const rows = new Set<number>();
  let characters = 0;
  for (const entry of queue.waiting) {
    const { isNew, held, json } = entry.change;
    if (!isNew && rows.has(held)) entry.resolve(false);
    else if (batch.length > 0 && (batch.length >= mostChanges || characters + json.length > mostCharacters)) {
      left.push(entry);
    } else {
      rows.add(held);
      batch.push(entry);
      characters += json.length;
    }
  }
  queue.waiting = left;
  return batch;
}
