import type { Database, Statement } from "bun:sqlite";
import { setImmediate as turn } from "node:timers/promises";
import type { Reader, RowTx, Tx } from "../db.ts";
import { countText, entryText, entryValues, type LogEntry, type RowChange, rowText, rowValues } from "../row-change.ts";
import { Query } from "../sql.ts";
import { isConstraint, translated } from "./sqlite-errors.ts";
import type { SqliteSession } from "./sqlite-session.ts";
import { bindings, type SqliteStatements } from "./sqlite-statements.ts";
import type { SqliteVersions } from "./sqlite-versions.ts";

/** A write to the database; `oneRow` if it only changes one row, `isLarge` if it needs a batch of its own. */
export type Write = { work: (tx: Tx) => Promise<unknown>; oneRow: boolean; isLarge: boolean };
export type Outcome = { value: unknown; error: unknown };

/** How long a batch may compute until others have a turn. */
const turnMs = 15;

/** What a write may change beside others, log entries included, and the characters of these entries. */
const mostShared = { rows: 1_000, characters: 4_000_000 };

type Decided = { change: RowChange; number: number; outcome: Outcome };

/**
 * Writes that share a transaction. Changes of one row are first decided, then carried out together: before any other
 * write, and at the end. That took a sixth off an auto-save when it was measured, as the processor's caches then hold
 * what the next statement needs (decision 1). Every other write has its own savepoint, so that a failed write does not
 * roll back the others. A batch that takes long gives others their turns between its statements.
 *
 * SQLite keeps what is overwritten after a savepoint in memory. A write that changes much is rolled back as soon as that
 * shows, the batch ends before it, and it runs again in a batch of its own, without a savepoint.
 */
export class SqliteBatch {
  readonly #database: Database;
  readonly #statements: SqliteStatements;
  readonly #versions: SqliteVersions;
  readonly #savepoint: Statement;
  readonly #release: Statement;
  readonly #lastOfLog: Statement<{ seq: number }, []>;
  readonly #entry: Statement;
  readonly #count: Statement;
  readonly #rowTx: RowTx;
  readonly #tx: Tx;
  /** By the key of the row. */
  #decided = new Map<number, Decided>();
  /** The number of the last entry in the log; undefined while unknown. */
  #lastNumber: number | undefined;
  /** The change that the running `work` has decided. */
  #change: RowChange | undefined;
  /** Since when nobody else had a turn. */
  #turnAt = 0;
  #gaveTurns = false;
  /** What the running write may still change beside others; undefined for a write that is alone. */
  #room: typeof mostShared | undefined;

  constructor({ database, statements }: SqliteSession, versions: SqliteVersions) {
    this.#database = database;
    this.#statements = statements;
    this.#versions = versions;
    this.#savepoint = database.prepare("savepoint one_write");
    this.#release = database.prepare("release one_write");
    this.#lastOfLog = database.prepare("select seq from sqlite_sequence where name = 'changes'");
    this.#entry = database.prepare(entryText);
    this.#count = database.prepare(countText);
    const reader: Reader = {
      get: async (query) => statements.get(query) as never,
      all: async (query) => statements.all(query) as never,
      version: async (scope) => versions.ofUntouched(scope),
      horizon: async () => 1,
    };
    this.#rowTx = {
      ...reader,
      hold: async (_table, _id, query) => this.#hold(query) as never,
      change: async (change) => this.#decide(change),
    };
    this.#tx = {
      ...reader,
      get: (query) => this.#inTurn(() => statements.get(query) as never),
      all: (query) => this.#inTurn(() => statements.all(query) as never),
      hold: (_table, _id, query) => this.#inTurn(() => statements.get(query) as never),
      change: (change) => this.#inTurn(() => this.#write(change)),
      append: (entry) => this.#inTurn(() => this.#append(entry)),
      run: (query) => this.#inTurn(() => this.#run(query)),
      lock: async () => {},
      touch: (scope) => versions.touch(scope),
      touchShape: () => versions.touchShape(),
    };
  }

  /**
   * Carries out `writes` in the open transaction. If this throws, the caller rolls back. The outcomes end before a write
   * that needs a batch of its own, which is marked.
   */
  async run(writes: readonly Write[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    this.#decided = new Map();
    this.#lastNumber = undefined;
    this.#turnAt = performance.now();
    this.#gaveTurns = false;
    for (const write of writes) {
      this.#room = undefined;
      const outcome = await this.#inTurn(() => {
        if (write.oneRow) return this.#runOneRow(write);
        return writes.length === 1 ? this.#runAlone(write) : this.#runBesideOthers(write);
      });
      // Some errors, such as a full disk, roll back the whole transaction and with it the writes before this one.
      if (!this.#database.inTransaction && writes.length > 1) throw outcome.error;
      if (this.#hasOutgrown()) {
        write.isLarge = true;
        break;
      }
      outcomes.push(outcome);
    }
    this.#carryOut();
    return outcomes;
  }

  /** Whether the last batch took long. */
  get gaveTurns(): boolean {
    return this.#gaveTurns;
  }

  finalize(): void {
    const all = [this.#savepoint, this.#release, this.#lastOfLog, this.#entry, this.#count];
    for (const statement of all) statement.finalize();
  }

  async #inTurn<T>(statement: () => T): Promise<T> {
    if (performance.now() - this.#turnAt > turnMs) {
      this.#gaveTurns = true;
      await turn();
      this.#turnAt = performance.now();
    }
    return statement();
  }

  async #runOneRow({ work }: Write): Promise<Outcome> {
    this.#change = undefined;
    try {
      // The type of a one-row `work` allows only what `RowTx` has.
      const outcome: Outcome = { value: await work(this.#rowTx as Tx), error: undefined };
      const change: RowChange | undefined = this.#change;
      if (change) {
        const number = this.#nextNumber();
        this.#decided.set((change as RowChange).entry.entity_key ?? number, { change, number, outcome });
      }
      return outcome;
    } catch (error) {
      return { value: undefined, error: translated(error) };
    }
  }

  async #runBesideOthers({ work }: Write): Promise<Outcome> {
    this.#carryOut();
    this.#savepoint.run();
    this.#room = { ...mostShared };
    try {
      const value = await work(this.#tx);
      // The work may have caught the error.
      if (this.#hasOutgrown()) throw new NeedsOwnBatch();
      this.#release.run();
      return { value, error: undefined };
    } catch (error) {
      this.#undo();
      return { value: undefined, error: translated(error) };
    }
  }

  /** Without a savepoint, for which SQLite would keep all that is overwritten in memory. */
  async #runAlone({ work }: Write): Promise<Outcome> {
    try {
      return { value: await work(this.#tx), error: undefined };
    } catch (error) {
      if (!this.#database.inTransaction) throw error;
      this.#database.exec("rollback");
      return { value: undefined, error: translated(error) };
    }
  }

  #hold(query: Query): { key: number } | undefined {
    const row = this.#statements.get(query) as { key: number } | undefined;
    if (row === undefined || !this.#decided.has(row.key)) return row;
    this.#carryOut();
    return this.#statements.get(query) as { key: number } | undefined;
  }

  #decide(change: RowChange): number {
    if (this.#change) throw new Error("A change of one row changed a second one.");
    this.#change = change;
    this.#touch(change);
    return this.#last() + 1;
  }

  #carryOut(): void {
    if (this.#decided.size === 0) return;
    const decided = [...this.#decided.values()];
    // A new map: one that is cleared keeps its former contents in memory until a full garbage collection.
    this.#decided = new Map();
    this.#savepoint.run();
    try {
      this.#writeTogether(decided);
      this.#release.run();
    } catch (error) {
      this.#undo();
      if (!isConstraint(error)) throw error;
      for (const one of decided) this.#writeApart(one);
    }
  }

  #writeTogether(decided: readonly Decided[]): void {
    const counts = new Map<number, number>();
    for (const { change, number } of decided) this.#entry.run(...(entryValues(change.entry, number) as never[]));
    for (const { change, number } of decided) {
      this.#writeRow(change, number);
      if (change.countIn !== undefined) counts.set(change.countIn, (counts.get(change.countIn) ?? 0) + 1);
    }
    for (const [key, count] of counts) this.#count.run(count, key);
  }

  /** One of the changes that were written together failed. Written separately, the others succeed. */
  #writeApart(one: Decided): void {
    this.#savepoint.run();
    try {
      this.#writeTogether([one]);
      this.#release.run();
    } catch (error) {
      this.#undo();
      one.outcome.error = translated(error);
    }
  }

  #writeRow(change: RowChange, number: number): void {
    const query = new Query(rowText(change), rowValues(change, number));
    this.#statements.of(query).run(...bindings(query));
  }

  #write(change: RowChange): number {
    try {
      const number = this.#append(change.entry);
      this.#writeRow(change, number);
      this.#use(1);
      if (change.countIn !== undefined) this.#count.run(1, change.countIn);
      for (const scope of change.scopes) this.#versions.touch(scope);
      return number;
    } catch (error) {
      throw translated(error);
    }
  }

  #append(entry: LogEntry): number {
    const number = this.#nextNumber();
    this.#entry.run(...(entryValues(entry, number) as never[]));
    if (entry.entity_key !== null) this.#versions.touch(`row:${entry.entity_key}`);
    this.#use(1, entry.before.length + entry.after.length);
    return number;
  }

  #touch({ entry, scopes }: RowChange): void {
    if (entry.entity_key !== null) this.#versions.touch(`row:${entry.entity_key}`);
    for (const scope of scopes) this.#versions.touch(scope);
  }

  #run(query: Query): number {
    // A copy of a catalog sets the numbers itself.
    this.#lastNumber = undefined;
    try {
      const { changes } = this.#statements.of(query).run(...bindings(query));
      this.#use(changes);
      return changes;
    } catch (error) {
      throw translated(error);
    }
  }

  #use(rows: number, characters = 0): void {
    if (this.#room === undefined) return;
    this.#room.rows -= rows;
    this.#room.characters -= characters;
    if (this.#hasOutgrown()) throw new NeedsOwnBatch();
  }

  #hasOutgrown(): boolean {
    return this.#room !== undefined && (this.#room.rows < 0 || this.#room.characters < 0);
  }

  #last(): number {
    this.#lastNumber ??= this.#lastOfLog.get()?.seq ?? 0;
    return this.#lastNumber;
  }

  #nextNumber(): number {
    this.#lastNumber = this.#last() + 1;
    return this.#lastNumber;
  }

  #undo(): void {
    this.#lastNumber = undefined;
    if (this.#database.inTransaction) this.#database.exec("rollback to one_write; release one_write");
  }
}

/** Ends the attempt of a large write beside others. */
class NeedsOwnBatch extends Error {}
