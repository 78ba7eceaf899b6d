import { type ChangeKind, kindName, type PostgresChangeStatements } from "./postgres-change-statements.ts";
import { isConnectionLoss, sqlState } from "./postgres-errors.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import type { DecidedChange } from "./postgres-row-tx.ts";

/**
 * Statements of one kind at a time: while one waits for the disk, the next is gathered and sent. One or four at a time
 * were not faster. New items of one subcategory update the same counter, which the first statement locks, so a second
 * one would only skip them.
 */
const mostFlushes = ({ isNew }: ChangeKind) => (isNew ? 1 : 2);
const mostChanges = 100;
/** An item may be large. */
const mostCharacters = 1_000_000;

type Waiting = { change: DecidedChange; resolve: (written: boolean) => void; reject: (error: unknown) => void };

/** The changes of one kind that wait to be written. */
type Queue = { kind: ChangeKind; waiting: Waiting[]; flushes: number; scheduled: boolean };

/**
 * Writes decided changes of one row each. Those that wait at the same time are sent as one statement: one message, one
 * transaction and one flush for all of them. It writes each change whose row is unchanged since it was read, and never
 * waits for a lock: a row that another transaction holds is skipped.
 *
 * The number of a change is taken after its row was read, and is used only if the row is still the same. So the numbers
 * of a row grow.
 */
export class PostgresChanges {
  readonly #pool: PostgresPool;
  readonly #statements: PostgresChangeStatements;
  /** By the name of the kind. Our code has a few kinds. */
  readonly #queues = new Map<string, Queue>();

  constructor(pool: PostgresPool, statements: PostgresChangeStatements) {
    this.#pool = pool;
    this.#statements = statements;
  }

  /** Resolves to true when the change is on disk. If false, the caller decides again with the row locked. */
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
    // Changes whose rows arrived in the same packet are ready in the same turn.
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
      const text = this.#statements.text(kind);
      const rows = await this.#pool.alone(text, [`[${batch.map(({ change }) => change.json).join()}]`]);
      const written = new Set(rows.map((row): number => row.number ?? 0));
      for (const { change, resolve } of batch) resolve(written.has(change.number));
    } catch (error) {
      // A statement that failed wrote nothing. Each change is then tried alone, and only the one at fault fails again.
      // If the connection failed, it is unknown what was written.
      const known = sqlState(error) !== undefined && !isConnectionLoss(error);
      for (const { resolve, reject } of batch) known ? resolve(false) : reject(error);
    }
  }
}

/** As many changes as the limits allow. Of changes of one row only the first: the others have read the old row. */
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
