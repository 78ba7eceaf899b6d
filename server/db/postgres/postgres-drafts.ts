import type { Reader, Tx } from "../db.ts";
import { Draft, undraftable, type WrittenDraft } from "./postgres-draft.ts";
import { PostgresDraftStatements } from "./postgres-draft-statements.ts";
import { isConnectionLoss, sqlState } from "./postgres-errors.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import type { PostgresStatements } from "./postgres-statements.ts";

/** At a time: while one waits for the disk, the next is gathered and sent. One or four of them wrote no more. */
const mostFlushes = 2;
const mostDrafts = 100;
/** An item may be large. */
const mostCharacters = 1_000_000;

type Waiting = { draft: WrittenDraft; resolve: (written: boolean) => void; reject: (error: unknown) => void };

/**
 * Writes of one row, which is nearly all there are: somebody types, and a field is saved. Such a write reads its row
 * without holding it and is drafted. The drafts that wait at the same time go as one statement, which is one message,
 * one transaction and one flush for all of them; it writes each one whose row still has the version that was read, and
 * waits for nobody: a row that someone else holds is passed over. A draft that was not written, for whatever
 * reason, is forgotten, and the work is done again in a transaction of its own, where it waits for its turn.
 *
 * The number of a change is taken after its row was read, and counts only if the row is still the same: so the numbers
 * of a row grow.
 */
export class PostgresDrafts {
  readonly #pool: PostgresPool;
  readonly #statements: PostgresStatements;
  readonly #draftStatements: PostgresDraftStatements;
  #waiting: Waiting[] = [];
  #flushes = 0;
  #scheduled = false;

  constructor(pool: PostgresPool, statements: PostgresStatements) {
    this.#pool = pool;
    this.#statements = statements;
    this.#draftStatements = new PostgresDraftStatements(pool);
  }

  /**
   * What `work` returns, once what it wrote is on disk; undefined if it needs a transaction. One that writes nothing does:
   * what it found may be a change that no standby has confirmed, and a commit behind the lock of its row waits for that.
   */
  async write<T>(work: (tx: Tx) => Promise<T>, reader: Reader): Promise<{ value: T } | undefined> {
    try {
      const draft = new Draft(reader, this.#pool, this.#statements);
      const value = await work(draft);
      const written = draft.written();
      return written && (await this.#flushed(written)) ? { value } : undefined;
    } catch (error) {
      if (error === undraftable) return undefined;
      throw error;
    }
  }

  #flushed(draft: WrittenDraft): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ draft, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0 || this.#flushes >= mostFlushes) return;
    this.#scheduled = true;
    // Those whose rows came in the same packet are ready in the same turn.
    setImmediate(() => {
      this.#scheduled = false;
      this.#flushes++;
      void this.#flush(this.#batch()).then(() => {
        this.#flushes--;
        this.#schedule();
      });
      this.#schedule();
    });
  }

  /** Drafts of one kind, each row once. */
  #batch(): Waiting[] {
    const batch = new Map<number, Waiting>();
    const left: Waiting[] = [];
    const first = this.#waiting[0]?.draft;
    let characters = 0;
    for (const entry of this.#waiting) {
      const { table, entryColumns, key, json } = entry.draft;
      const alike = table === first?.table && entryColumns === first.entryColumns;
      const fits = batch.size === 0 || (batch.size < mostDrafts && characters + json.length <= mostCharacters);
      if (!alike || !fits) left.push(entry);
      // It has read what the first one is about to change.
      else if (batch.has(key)) entry.resolve(false);
      else {
        batch.set(key, entry);
        characters += json.length;
      }
    }
    this.#waiting = left;
    return [...batch.values()];
  }

  async #flush(batch: readonly Waiting[]): Promise<void> {
    try {
      const text = await this.#draftStatements.text((batch[0] as Waiting).draft);
      const rows = await this.#pool.alone(text, [`[${batch.map(({ draft }) => draft.json).join()}]`]);
      const written = new Set(rows.map((row): number => row.key ?? 0));
      for (const { draft, resolve } of batch) resolve(written.has(draft.key));
    } catch (error) {
      // A statement that failed wrote nothing, and each of them will find out alone whether the fault was its own.
      // If it was the connection that failed, nobody knows what was written.
      const known = sqlState(error) !== undefined && !isConnectionLoss(error);
      for (const { resolve, reject } of batch) known ? resolve(false) : reject(error);
    }
  }
}
