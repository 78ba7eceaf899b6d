import { type Database, SQLiteError, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { type AtOnce, DatabaseUnavailable, type Db, type Reader, type Scope, type Tx, UniqueViolation } from "./db.ts";
import { migrate } from "./migrate.ts";
import type { Query } from "./sql.ts";
import { busyPatienceMs, busyPauseMs, isBusy, openDatabase } from "./sqlite-file.ts";

type Job = { work: (tx: Tx) => Promise<unknown>; resolve: (value: never) => void; reject: (error: unknown) => void };
type Outcome = { job: Job; value: unknown; error: unknown };

/** A scope that was never touched has version 0; past this many the table starts over under a new epoch. */
const maxScopes = 100_000;

/** Rows whose keys differ by a multiple of this share a counter: one is thought changed when the other was. */
const rowCounters = 2 ** 20;

/**
 * The embedded engine: one connection for everything.
 *
 * Statements are synchronous, so the only thing that may never happen is that a read runs while a transaction is
 * open and sees what is not committed yet. It cannot: a batch of writes starts in a macrotask of its own, every
 * `await` inside it is on a promise that is resolved already, and so the batch runs to its end before the event
 * loop takes up anything else. A second connection for reads would drop its page cache at every commit. Reads in
 * turn share one read transaction for each turn of the event loop, which ends before a batch begins.
 *
 * Writes that wait are run in one transaction with one fsync (group commit), each in a savepoint of its own, so
 * that one that fails takes nothing of the others with it.
 */
export class SqliteDb implements Db {
  readonly engine = "sqlite";
  readonly location: string;
  readonly once: Reader;
  readonly atOnce: AtOnce;
  readonly #database: Database;
  readonly #statements = new Map<TemplateStringsArray | string, Statement>();
  readonly #beginRead: Statement;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #savepoint: Statement;
  readonly #release: Statement;
  readonly #dataVersion: Statement<{ data_version: number }, []>;
  readonly #versions = new Map<Scope, number>();
  readonly #rowVersions = new Uint32Array(rowCounters);
  #shape = 0;
  readonly #reader: Reader;
  readonly #tx: Tx;
  readonly #listeners = new Set<() => void>();
  #epoch = 0;
  #seenDataVersion = 0;
  #queue: Job[] = [];
  #scheduled = false;
  #batch: Promise<void> | undefined;
  #busySince: number | undefined;
  #snapshotOpen = false;
  #checkpoints: Worker | undefined;
  #closed = false;

  constructor(file: string) {
    this.location = file;
    this.#database = openDatabase(file);
    migrate(this.#database, file);
    this.#beginRead = this.#database.prepare("begin");
    this.#begin = this.#database.prepare("begin immediate");
    this.#commit = this.#database.prepare("commit");
    this.#savepoint = this.#database.prepare("savepoint one_write");
    this.#release = this.#database.prepare("release one_write");
    this.#dataVersion = this.#database.prepare("pragma data_version");
    this.#seenDataVersion = this.#dataVersion.get()?.data_version ?? 0;
    this.#reader = {
      get: async (query) => (this.#statement(query).get(...bindings(query)) ?? undefined) as never,
      all: async (query) => this.#statement(query).all(...bindings(query)) as never,
      version: async (scope) => this.#version(scope),
      // One writer: what is there is in commit order, and nothing can come before it any more.
      horizon: async () => 1,
    };
    const versionOfRow = (key: number) => this.#shape * 2 ** 32 + (this.#rowVersions[key % rowCounters] as number);
    const versionOfScope = (scope: Scope) => `${this.#shape}.${this.#version(scope)}`;
    this.atOnce = {
      of: (key) => (this.#isCurrent() ? versionOfRow(key) : undefined),
      ofScope: (scope) => (this.#isCurrent() ? versionOfScope(scope) : undefined),
      get: (query) => {
        if (!this.#isCurrent()) return undefined;
        try {
          return (this.#statement(query).get(...bindings(query)) ?? undefined) as never;
        } catch (error) {
          throw translated(error);
        }
      },
    };
    this.#tx = {
      ...this.#reader,
      run: async (query) => this.#run(query).changes,
      post: async (query) => this.#run(query).changes,
      insert: async (query) => Number(this.#run(query).lastInsertRowid),
      lock: async () => {},
      take: (_table, _id, query) => this.#reader.get(query),
      touch: (scope) => this.#bump(scope),
      touchRow: (key) => void (this.#rowVersions[key % rowCounters] as number)++,
      touchShape: () => void this.#shape++,
      rowVersions: { of: versionOfRow, ofScope: versionOfScope },
    };
    this.once = {
      get: (query) => this.read((reader) => reader.get(query)),
      all: (query) => this.read((reader) => reader.all(query)),
      version: (scope) => this.read((reader) => reader.version(scope)),
      horizon: () => this.read((reader) => reader.horizon()),
    };
  }

  async read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    // Only a write that waited for something outside the database can leave a batch open here.
    while (this.#batch) await this.#batch;
    try {
      this.#openSnapshot();
      return await work(this.#reader);
    } catch (error) {
      throw translated(error);
    }
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new DatabaseUnavailable("The database is closed."));
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve, reject });
      this.#schedule();
    });
  }

  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * For a process that serves: another thread carries the write-ahead log over. This one does it only if that one
   * falls behind, so that the log stays bounded (64 MB).
   */
  checkpointInBackground(): void {
    this.#checkpoints = new Worker(new URL("./checkpoint-worker.ts", import.meta.url).href);
    this.#checkpoints.postMessage(this.location);
    this.#database.exec("pragma wal_autocheckpoint = 32000");
  }

  /**
   * All reads of one turn of the event loop share a transaction: SQLite takes and gives back its locks, and looks
   * for other processes' writes, once for all of them instead of once for each statement (16 µs a read to 11).
   */
  #openSnapshot(): void {
    if (this.#snapshotOpen) return;
    this.#beginRead.run();
    this.#snapshotOpen = true;
    setImmediate(this.#endSnapshot);
    // Another process may have written: a restored backup, a project added by the command line.
    const seen = this.#dataVersion.get()?.data_version ?? 0;
    if (seen === this.#seenDataVersion) return;
    this.#seenDataVersion = seen;
    this.#startOver();
  }

  /** Whether the versions that are in memory are those of the file: nobody else has written, and no batch is open. */
  #isCurrent(): boolean {
    if (this.#batch) return false;
    try {
      this.#openSnapshot();
      return true;
    } catch {
      // Whoever asks reads the file next, and is told there what is wrong with it.
      return false;
    }
  }

  readonly #endSnapshot = (): void => {
    if (!this.#snapshotOpen) return;
    this.#snapshotOpen = false;
    this.#commit.run();
  };

  /** What SQLite finds wrong with the file itself. */
  async integrityFaults(): Promise<string[]> {
    const rows = this.#database.query<{ integrity_check: string }, []>("pragma integrity_check(100)").all();
    return rows.map((row) => row.integrity_check).filter((words) => words !== "ok");
  }

  async close(): Promise<void> {
    this.#closed = true;
    while (this.#queue.length > 0 || this.#batch) {
      await this.#batch;
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#endSnapshot();
    if (this.#checkpoints) await ended(this.#checkpoints);
    // A statement that is left keeps the file open, and locked, until someone collects it.
    const own = [this.#beginRead, this.#begin, this.#commit, this.#savepoint, this.#release, this.#dataVersion];
    for (const statement of [...own, ...this.#statements.values()]) statement.finalize();
    this.#database.exec("pragma optimize");
    this.#database.close();
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
    const jobs = this.#queue;
    this.#queue = [];
    const outcomes: Outcome[] = [];
    try {
      for (const job of jobs) {
        outcomes.push(await this.#runOne(job));
        // Some errors (a full disk) end the whole transaction, and what ran before this job with it.
        if (!this.#database.inTransaction) throw outcomes.at(-1)?.error;
      }
      this.#commit.run();
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("rollback");
      const reason = unavailable(error);
      for (const job of jobs) job.reject(reason);
      return;
    }
    for (const { job, value, error } of outcomes) {
      if (error !== undefined) job.reject(error);
      else job.resolve(value as never);
    }
    for (const listener of this.#listeners) listener();
  }

  /** False while another process (a backup being restored, say) holds the write lock: the batch waits for it. */
  #tryBegin(): boolean {
    this.#endSnapshot();
    try {
      this.#begin.run();
      this.#busySince = undefined;
      return true;
    } catch (error) {
      const now = Date.now();
      this.#busySince ??= now;
      if (isBusy(error) && now - this.#busySince < busyPatienceMs) return false;
      this.#busySince = undefined;
      const jobs = this.#queue;
      this.#queue = [];
      for (const job of jobs) job.reject(unavailable(error));
      return false;
    }
  }

  async #runOne(job: Job): Promise<Outcome> {
    this.#savepoint.run();
    try {
      const value = await job.work(this.#tx);
      this.#release.run();
      return { job, value, error: undefined };
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("rollback to one_write; release one_write");
      return { job, value: undefined, error: translated(error) };
    }
  }

  #run(query: Query) {
    try {
      return this.#statement(query).run(...bindings(query));
    } catch (error) {
      throw translated(error);
    }
  }

  #statement(query: Query): Statement {
    let statement = this.#statements.get(query.text);
    if (!statement) {
      const text = typeof query.text === "string" ? query.text : query.text.join("?");
      statement = this.#database.prepare(text);
      this.#statements.set(query.text, statement);
    }
    return statement;
  }

  #version(scope: Scope): string {
    return `${this.#epoch}.${this.#versions.get(scope) ?? 0}`;
  }

  #bump(scope: Scope): void {
    if (this.#versions.size >= maxScopes) this.#startOver();
    this.#versions.set(scope, (this.#versions.get(scope) ?? 0) + 1);
  }

  #startOver(): void {
    this.#epoch++;
    this.#shape++;
    this.#versions.clear();
  }
}

/** A thread that does not answer holds up no stop: what it leaves undone is done at the next start. */
async function ended(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  worker.onmessage = resolve;
  worker.onerror = resolve;
  worker.postMessage("close");
  await Promise.race([promise, Bun.sleep(1_000)]);
  worker.terminate();
}

const bindings = (query: Query) => query.values as SQLQueryBindings[];

const storageFaults: Record<string, string> = {
  SQLITE_FULL: "The disk is full.",
  SQLITE_READONLY: "The database cannot be written: the file or its folder is read-only.",
  SQLITE_IOERR: "The disk failed to read or write, or it is full.",
  SQLITE_CANTOPEN: "The database file cannot be opened.",
  SQLITE_CORRUPT: "The database file is damaged. Restore a backup with `npx catalog restore FILE`.",
  SQLITE_NOTADB: "The file is not a database.",
  SQLITE_BUSY: "Another program holds the database.",
};

/** What SQLite reports about the storage, by code; `undefined` for anything else. */
export function storageFault(error: unknown): string | undefined {
  if (!(error instanceof SQLiteError) || !error.code) return undefined;
  const primary = error.code.split("_").slice(0, 2).join("_");
  return storageFaults[error.code] ?? storageFaults[primary];
}

function translated(error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error;
  if (error.code === "SQLITE_CONSTRAINT_UNIQUE") return new UniqueViolation(error.message, { cause: error });
  return storageFault(error) ? unavailable(error) : error;
}

function unavailable(error: unknown): unknown {
  const fault = storageFault(error);
  return fault ? new DatabaseUnavailable(fault, { cause: error }) : error;
}
