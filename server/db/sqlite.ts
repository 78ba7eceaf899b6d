import type { Database, Statement } from "bun:sqlite";
import { type AtOnce, DatabaseUnavailable, type Db, type Reader, type Tx } from "./db.ts";
import { migrate } from "./migrate.ts";
import { type Outcome, SqliteBatch, type Write } from "./sqlite-batch.ts";
import { storageFault, translated, unavailable } from "./sqlite-errors.ts";
import { busyPatienceMs, busyPauseMs, isBusy, openDatabase, patiently } from "./sqlite-file.ts";
import { SqliteStatements } from "./sqlite-statements.ts";
import { SqliteVersions } from "./sqlite-versions.ts";

type Job = { work: Write; resolve: (value: never) => void; reject: (error: unknown) => void };

/**
 * The embedded engine: one connection for everything.
 *
 * Statements are synchronous, so the only thing that may never happen is that a read runs while a transaction is
 * open and sees what is not committed yet. It cannot: a batch of writes starts in a macrotask of its own, every
 * `await` inside it is on a promise that is resolved already, and so the batch runs to its end before the event
 * loop takes up anything else. A second connection for reads would drop its page cache at every commit. Reads in
 * turn share one read transaction for each turn of the event loop, which ends before a batch begins.
 *
 * Writes that wait are run in one transaction with one fsync (group commit, `SqliteBatch`).
 */
export class SqliteDb implements Db {
  readonly engine = "sqlite";
  readonly location: string;
  readonly once: Reader;
  readonly atOnce: AtOnce;
  readonly #database: Database;
  readonly #statements: SqliteStatements;
  readonly #versions = new SqliteVersions();
  readonly #writes: SqliteBatch;
  readonly #beginRead: Statement;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #dataVersion: Statement<{ data_version: number }, []>;
  readonly #reader: Reader;
  readonly #listeners = new Set<() => void>();
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
    this.#statements = new SqliteStatements(this.#database);
    this.#beginRead = this.#database.prepare("begin");
    this.#begin = this.#database.prepare("begin immediate");
    this.#commit = this.#database.prepare("commit");
    this.#dataVersion = this.#database.prepare("pragma data_version");
    this.#seenDataVersion = this.#dataVersion.get()?.data_version ?? 0;
    this.#reader = {
      get: async (query) => this.#statements.get(query) as never,
      all: async (query) => this.#statements.all(query) as never,
      version: async (scope) => this.#versions.version(scope),
      // One writer: what is there is in commit order, and nothing can come before it any more.
      horizon: async () => 1,
    };
    this.#writes = new SqliteBatch(this.#database, this.#statements, this.#versions, this.#reader);
    this.atOnce = {
      of: (key) => (this.#isCurrent() ? this.#versions.of(key) : undefined),
      ofScope: (scope) => (this.#isCurrent() ? this.#versions.ofScope(scope) : undefined),
      get: (query) => {
        if (!this.#isCurrent()) return undefined;
        try {
          return this.#statements.get(query) as never;
        } catch (error) {
          throw translated(error);
        }
      },
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
    this.#versions.startOver();
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

  /**
   * Writes the file anew, so that nothing is left in it of what was deleted or replaced. False where that cannot be done
   * now: it takes as much room again, and nobody else may write meanwhile.
   */
  overwriteRemnants(): boolean {
    this.#endSnapshot();
    try {
      patiently(() => this.#database.exec("vacuum"));
      // Told, and not thrown, where someone still reads what it would cut off.
      const emptied = this.#database.query<{ busy: number }, []>("pragma wal_checkpoint(truncate)").get();
      return emptied?.busy === 0;
    } catch (error) {
      if (storageFault(error) === undefined) throw error;
      return false;
    }
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
    for (const statement of [this.#beginRead, this.#begin, this.#commit, this.#dataVersion]) statement.finalize();
    this.#writes.finalize();
    this.#statements.finalize();
    this.#optimize();
    this.#database.close();
  }

  /** Statistics for the planner. Where they cannot be written now, the next one to close writes them. */
  #optimize(): void {
    try {
      this.#database.exec("pragma optimize");
    } catch (error) {
      if (storageFault(error) === undefined) throw error;
    }
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
    let outcomes: Outcome[];
    try {
      outcomes = await this.#writes.run(jobs.map(({ work }) => work));
      this.#commit.run();
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("rollback");
      if (this.#writes.end(error)) {
        this.#queue = [...jobs, ...this.#queue];
        return;
      }
      const reason = unavailable(error);
      for (const job of jobs) job.reject(reason);
      return;
    }
    this.#writes.end();
    for (const [index, { value, error }] of outcomes.entries()) {
      if (error !== undefined) jobs[index]?.reject(error);
      else jobs[index]?.resolve(value as never);
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
