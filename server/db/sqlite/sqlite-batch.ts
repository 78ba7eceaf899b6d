import type { Database, Statement } from "bun:sqlite";
import type { Held, Reader, Tx } from "../db.ts";
import { log } from "../log-table.ts";
import type { Query } from "../sql.ts";
import { isConstraint, translated } from "./sqlite-errors.ts";
import { PendingWrites } from "./sqlite-pending.ts";
import type { SqliteSession } from "./sqlite-session.ts";
import { bindings, type SqliteStatements } from "./sqlite-statements.ts";
import type { SqliteVersions } from "./sqlite-versions.ts";

export type Write = (tx: Tx) => Promise<unknown>;
export type Outcome = { value: unknown; error: unknown };

/** Thrown through a batch of which one write failed with a part of it carried out. */
const spoiled = new Error("A write of the batch failed halfway.");

/**
 * Writes that share a transaction. What nobody reads in between is carried out at its end (`PendingWrites`). One that
 * fails takes nothing of the others with it: most fail before they have written anything. When one has, or something
 * that was left to the end cannot be carried out, the batch is run again with each write in a savepoint of its own, and
 * nothing is left to the end.
 */
export class SqliteBatch {
  readonly #database: Database;
  readonly #statements: SqliteStatements;
  readonly #savepoint: Statement;
  readonly #release: Statement;
  readonly #lastOfLog: Statement<{ seq: number }, []>;
  readonly #pending = new PendingWrites();
  readonly #tx: Tx;
  #apart = false;
  /** Whether the write that runs has changed anything in the database itself. */
  #hasWritten = false;
  /** The last number of the log, once a write of the batch has asked for it. */
  #number: number | undefined;

  constructor({ database, statements }: SqliteSession, versions: SqliteVersions, reader: Reader) {
    this.#database = database;
    this.#statements = statements;
    this.#savepoint = database.prepare("savepoint one_write");
    this.#release = database.prepare("release one_write");
    this.#lastOfLog = database.prepare(`select seq from sqlite_sequence where name = '${log}'`);
    this.#tx = {
      ...reader,
      get: async (query) => {
        this.#settle(query);
        return this.#statements.get(query) as never;
      },
      all: async (query) => {
        this.#settle(query);
        return this.#statements.all(query) as never;
      },
      run: async (query) => this.#run(query).changes,
      post: async (query) => this.#post(query),
      insert: async (query) => this.#insert(query),
      lock: async () => {},
      take: async (table, _id, query) => this.#take(table, query) as never,
      touch: (scope) => versions.touch(scope),
      touchRow: (key) => versions.touchRow(key),
      touchShape: () => versions.touchShape(),
      rowVersions: versions,
    };
  }

  /** Carries out `writes` in the transaction that is open. If it throws, that is to be rolled back. */
  async run(writes: Write[]): Promise<Outcome[]> {
    this.#number = undefined;
    const outcomes: Outcome[] = [];
    for (const write of writes) {
      const outcome = await (this.#apart ? this.#runApart(write) : this.#runTogether(write));
      // Some errors (a full disk) end the whole transaction, and what ran before this write with it.
      if (!this.#database.inTransaction) throw outcome.error;
      outcomes.push(outcome);
    }
    this.#writePending();
    return outcomes;
  }

  /** To be said when the transaction has ended. True if the same writes should be run once more, for the sake of those that can succeed. */
  end(error?: unknown): boolean {
    this.#pending.takeAll();
    this.#apart = !this.#apart && (error === spoiled || isConstraint(error));
    return this.#apart;
  }

  finalize(): void {
    for (const statement of [this.#savepoint, this.#release, this.#lastOfLog]) statement.finalize();
  }

  async #runTogether(write: Write): Promise<Outcome> {
    const before = this.#pending.mark();
    const number = this.#number;
    this.#hasWritten = false;
    try {
      return { value: await write(this.#tx), error: undefined };
    } catch (error) {
      if (this.#hasWritten) throw spoiled;
      this.#pending.cut(before);
      this.#number = number;
      return { value: undefined, error: translated(error) };
    }
  }

  async #runApart(write: Write): Promise<Outcome> {
    this.#savepoint.run();
    try {
      const value = await write(this.#tx);
      this.#release.run();
      return { value, error: undefined };
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("rollback to one_write; release one_write");
      return { value: undefined, error: translated(error) };
    }
  }

  #run(query: Query) {
    try {
      this.#settle(query);
      const { statement, writes } = this.#statements.of(query);
      const result = statement.run(...bindings(query));
      if (result.changes > 0) this.#hasWritten = true;
      // An entry that came with a number of its own, from a catalog that is copied.
      if (writes === log) this.#number = undefined;
      return result;
    } catch (error) {
      throw translated(error);
    }
  }

  #post(query: Query): void {
    const { writes } = this.#statements.of(query);
    if (!this.#apart && writes !== undefined) this.#pending.add(writes, query);
    else this.#run(query);
  }

  #insert(query: Query): number {
    const entry = this.#statements.numberedEntry(query);
    if (!entry) return Number(this.#run(query).lastInsertRowid);
    this.#number = (this.#number ?? this.#lastOfLog.get()?.seq ?? 0) + 1;
    this.#pending.insert(log, { query, number: this.#number });
    if (this.#apart) this.#writePending();
    return this.#number;
  }

  #take(table: string, query: Query): Held | undefined {
    const { words } = this.#statements.of(query);
    if (!this.#pending.isEmpty && this.#pending.concern(words, table)) this.#writePending();
    const row = this.#statements.get(query) as Held | undefined;
    if (row === undefined || !this.#pending.updates(table, row.key)) return row;
    this.#writePending();
    return this.#statements.get(query) as Held | undefined;
  }

  /** Carries out what is pending, if this statement might see that it was not. */
  #settle(query: Query): void {
    if (!this.#pending.isEmpty && this.#pending.concern(this.#statements.of(query).words)) this.#writePending();
  }

  #writePending(): void {
    if (this.#pending.isEmpty) return;
    this.#hasWritten = true;
    const { inserts, writes } = this.#pending.takeAll();
    for (const { query, number } of inserts) {
      this.#statements.numberedEntry(query)?.run(number, ...bindings(query));
    }
    for (const query of writes) this.#statements.of(query).statement.run(...bindings(query));
  }
}
