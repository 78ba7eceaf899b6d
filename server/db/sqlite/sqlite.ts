import { DatabaseUnavailable, type Db, type LocalVersions, type Reader, type RowTx, type Tx } from "../db.ts";
import type { SayMigration } from "../migrate.ts";
import { sql } from "../sql.ts";
import { SecondConnection } from "./second-connection.ts";
import { type Outcome, SqliteBatch, type Write } from "./sqlite-batch.ts";
import { SqliteCheckpoints } from "./sqlite-checkpoints.ts";
import { damageIn, damageMessage, storageFault, translated, unavailable } from "./sqlite-errors.ts";
import { busyPauseMs, busyTimeoutMs, isBusy, retryWhileBusy } from "./sqlite-file.ts";
import { SqliteSession } from "./sqlite-session.ts";
import type { SqliteStatements } from "./sqlite-statements.ts";
import { SqliteVersions } from "./sqlite-versions.ts";
import { SqliteWritable } from "./sqlite-writable.ts";

/** How long reads may use a file that was replaced by another. Writes check each time. */
const followEveryMs = 50;

type Job = Write & { resolve: (value: never) => void; reject: (error: unknown) => void };

/**
 * The embedded engine: one connection for everything.
 *
 * Statements are synchronous. Writes that wait run in one transaction with one fsync (group commit, `SqliteBatch`). A
 * batch starts in its own macrotask, and nearly every one runs to its end before the event loop does anything else. One
 * that takes long gives others their turns: their reads then use a second connection, as this one would show them
 * uncommitted data. It lives as long as the batch, because it would drop its page cache at every commit.
 *
 * Reads share one read transaction per turn of the event loop, which ends before a batch begins.
 */
export class SqliteDb implements Db {
  readonly engine = "sqlite";
  readonly location: string;
  readonly single: Reader;
  readonly localVersions: LocalVersions;
  readonly #versions = new SqliteVersions();
  readonly #writable: SqliteWritable;
  readonly #reader: Reader;
  #session: SqliteSession;
  #writes: SqliteBatch;
  /** Whether a transaction of writes is open. */
  #writing = false;
  /** For reads while a transaction of writes is open. */
  #beside: SecondConnection | undefined;
  #lookedAt = 0;
  /** The damage found since the file was opened. */
  #damage: unknown;
  readonly #listeners = new Set<() => void>();
  #seenDataVersion = 0;
  #queue: Job[] = [];
  #scheduled = false;
  #batch: Promise<void> | undefined;
  #busySince: number | undefined;
  #snapshotOpen = false;
  #checkpoints: SqliteCheckpoints | undefined;
  #closed = false;

  constructor(file: string, say?: SayMigration) {
    this.location = file;
    this.#writable = new SqliteWritable(file);
    this.#session = new SqliteSession(file, say);
    this.#seenDataVersion = this.#session.dataVersion;
    this.#reader = {
      get: async (query) => this.#committed.get(query) as never,
      all: async (query) => this.#committed.all(query) as never,
      version: async (scope) => {
        if (!this.#writing) this.#openSnapshot();
        return this.#versions.ofScope(scope);
      },
      // There is one writer, so rows appear in commit order, and no row can be added before one that exists.
      horizon: async () => 1,
    };
    this.#writes = new SqliteBatch(this.#session, this.#versions);
    this.localVersions = { version: (scope) => (this.#isCurrent() ? this.#versions.version(scope) : undefined) };
    this.single = {
      get: (query) => this.read((reader) => reader.get(query)),
      all: (query) => this.read((reader) => reader.all(query)),
      version: (scope) => this.read((reader) => reader.version(scope)),
      horizon: () => this.read((reader) => reader.horizon()),
    };
  }

  now(): number {
    return Date.now();
  }

  async read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    try {
      return await work(this.#reader);
    } catch (error) {
      throw this.#failed(error);
    }
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#queued({ work, oneRow: false, isLarge: false });
  }

  changeRow<T>(work: (tx: RowTx) => Promise<T>): Promise<T> {
    return this.#queued({ work, oneRow: true, isLarge: false });
  }

  #queued<T>(write: Write): Promise<T> {
    if (this.#closed) return Promise.reject(new DatabaseUnavailable("The database is closed."));
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ ...write, resolve, reject });
      this.#schedule();
    });
  }

  async ready(): Promise<void> {
    await this.single.get(sql`select count(*) from sqlite_schema`);
    if (this.#damage !== undefined) throw this.#damage;
    if (!this.#session.hasBeginning) throw new DatabaseUnavailable(damageMessage);
    await this.#writable.check(() => this.write(async () => this.#session.rewriteVersion()));
  }

  /** Translates an error of the engine into one of `Db`, and remembers damage of the file. */
  #failed(error: unknown): unknown {
    const fault = translated(error);
    if (damageIn(fault)) this.#damage ??= fault;
    this.#writable.failed(fault);
    return fault;
  }

  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** For a process that serves: another thread checkpoints the write-ahead log and looks for damage. */
  checkpointInBackground(): void {
    const session = this.#session;
    this.#checkpoints = new SqliteCheckpoints(this.location, session.database, {
      damaged: () => {
        if (session === this.#session) this.#damage ??= new DatabaseUnavailable(damageMessage);
      },
      isWriting: () => this.#writing,
    });
  }

  #commit(): void {
    const { database, commit } = this.#session;
    const run = () => {
      // A write that was alone and failed has left no transaction.
      if (database.inTransaction) commit.run();
    };
    if (this.#checkpoints && this.#writes.gaveTurns) this.#checkpoints.commitLong(run);
    else run();
  }

  /**
   * All reads of one turn of the event loop share a transaction: SQLite takes and releases its locks, and checks for
   * writes of other processes, once for all of them instead of once per statement (11 instead of 16 µs per read).
   */
  #openSnapshot(): void {
    if (this.#snapshotOpen) return;
    if (this.#damage !== undefined || performance.now() - this.#lookedAt > followEveryMs) this.#follow();
    this.#session.beginRead.run();
    this.#snapshotOpen = true;
    setImmediate(this.#endSnapshot);
    this.#noticeOthers();
  }

  /** At the start of a transaction: another process may have written, such as a restore or a command. */
  #noticeOthers(): void {
    const seen = this.#session.dataVersion;
    if (seen === this.#seenDataVersion) return;
    this.#seenDataVersion = seen;
    this.#versions.startOver();
    if (this.#damage === undefined) return;
    // That write may have repaired the damage.
    this.#damage = undefined;
    this.#checkpoints?.check();
  }

  /** What sees committed data only, and one state of it in each turn. Nobody else can commit while a batch is open. */
  get #committed(): SqliteStatements {
    if (!this.#writing) {
      this.#openSnapshot();
      return this.#session.statements;
    }
    this.#beside ??= new SecondConnection(this.location);
    return this.#beside.statements;
  }

  /** Switches to the file that a restore has put in the place of a damaged one. No transaction is open. */
  #follow(): void {
    this.#lookedAt = performance.now();
    if (!this.#session.isReplaced) return;
    const next = new SqliteSession(this.location);
    const old = this.#session;
    this.#writes.finalize();
    this.#session = next;
    this.#seenDataVersion = next.dataVersion;
    this.#writes = new SqliteBatch(next, this.#versions);
    this.#damage = undefined;
    this.#versions.startOver();
    if (this.#checkpoints) {
      void this.#checkpoints.end();
      this.checkpointInBackground();
    }
    old.close();
  }

  /** Whether the versions in memory match the file: no other process has written. None can while a batch is open. */
  #isCurrent(): boolean {
    if (this.#writing) return true;
    try {
      this.#openSnapshot();
      return true;
    } catch (error) {
      this.#failed(error);
      // The caller reads the file next, and that read reports the error.
      return false;
    }
  }

  readonly #endSnapshot = (): void => {
    if (!this.#snapshotOpen) return;
    this.#snapshotOpen = false;
    try {
      this.#session.commit.run();
    } catch (error) {
      // A damaged file can fail here too. Nobody waits for this call, and the next read reports the damage.
      this.#rollBack();
      this.#failed(error);
    }
  };

  /** The result of SQLite's integrity check; empty for a sound file. */
  async integrityFaults(): Promise<string[]> {
    const rows = this.#session.database.query<{ integrity_check: string }, []>("pragma integrity_check(100)").all();
    return rows.map((row) => row.integrity_check).filter((result) => result !== "ok");
  }

  /**
   * Rewrites the file, so that it holds nothing that was deleted or replaced. False if that is not possible now: it
   * needs as much free space as the file takes, here and for temporary files, and no other process may write meanwhile.
   */
  overwriteRemnants(): boolean {
    this.#endSnapshot();
    const { database } = this.#session;
    try {
      // In memory the copy that is made first would take as much as the file.
      database.exec("pragma temp_store = file");
      retryWhileBusy(() => database.exec("vacuum"));
      // If another connection still reads the log, SQLite returns `busy` and does not throw.
      const emptied = database.query<{ busy: number }, []>("pragma wal_checkpoint(truncate)").get();
      return emptied?.busy === 0;
    } catch (error) {
      if (storageFault(error) === undefined) throw error;
      return false;
    } finally {
      database.exec("pragma temp_store = memory");
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    while (this.#queue.length > 0 || this.#batch) {
      await this.#batch;
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#endSnapshot();
    await this.#checkpoints?.end();
    this.#writes.finalize();
    this.#session.close();
  }

  #schedule(delayMs = 0): void {
    if (this.#scheduled || this.#batch) return;
    this.#scheduled = true;
    const start = () => {
      this.#scheduled = false;
      this.#batch = this.#runBatch().finally(() => {
        this.#batch = undefined;
        if (this.#queue.length > 0) this.#schedule(this.#busySince === undefined ? 0 : busyPauseMs);
      });
    };
    if (delayMs > 0) setTimeout(start, delayMs);
    else setImmediate(start);
  }

  async #runBatch(): Promise<void> {
    if (!this.#tryBegin()) return;
    const jobs = this.#queue.splice(0, this.#queue[0]?.isLarge ? 1 : this.#queue.length);
    let outcomes: Outcome[];
    try {
      outcomes = await this.#writes.run(jobs);
      this.#queue = [...jobs.splice(outcomes.length), ...this.#queue];
      this.#commit();
      this.#versions.commit();
    } catch (error) {
      this.#rollBack();
      this.#failed(error);
      const reason = unavailable(error);
      for (const job of jobs) job.reject(reason);
      return;
    } finally {
      this.#writing = false;
      this.#beside?.close();
      this.#beside = undefined;
    }
    for (const [index, { value, error }] of outcomes.entries()) {
      if (error !== undefined) jobs[index]?.reject(this.#failed(error));
      else jobs[index]?.resolve(value as never);
    }
    for (const listener of this.#listeners) listener();
  }

  /** False while another process, such as a restore, holds the write lock: the batch waits for it. */
  #tryBegin(): boolean {
    this.#endSnapshot();
    try {
      this.#follow();
      this.#session.begin.run();
      this.#noticeOthers();
      this.#writing = true;
      this.#busySince = undefined;
      return true;
    } catch (error) {
      this.#rollBack();
      this.#failed(error);
      const now = Date.now();
      this.#busySince ??= now;
      if (isBusy(error) && now - this.#busySince < busyTimeoutMs) return false;
      this.#busySince = undefined;
      const jobs = this.#queue;
      this.#queue = [];
      for (const job of jobs) job.reject(unavailable(error));
      return false;
    }
  }

  #rollBack(): void {
    const { database } = this.#session;
    this.#versions.rollBack();
    if (database.inTransaction) database.exec("rollback");
  }
}
