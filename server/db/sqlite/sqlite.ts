import { type AtOnce, DatabaseUnavailable, type Db, type Reader, type RowTx, type Tx } from "../db.ts";
import { sql } from "../sql.ts";
import { type Outcome, SqliteBatch, type Write } from "./sqlite-batch.ts";
import { damageIn, damageWords, storageFault, translated, unavailable } from "./sqlite-errors.ts";
import { busyPatienceMs, busyPauseMs, isBusy, patiently } from "./sqlite-file.ts";
import { SqliteSession } from "./sqlite-session.ts";
import { SqliteVersions } from "./sqlite-versions.ts";

/** How long reads may go on with a file that another was put in the place of. Writes look each time. */
const followEveryMs = 50;

type Job = Write & { resolve: (value: never) => void; reject: (error: unknown) => void };

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
  readonly single: Reader;
  readonly atOnce: AtOnce;
  readonly #versions = new SqliteVersions();
  readonly #reader: Reader;
  #session: SqliteSession;
  #writes: SqliteBatch;
  #lookedAt = 0;
  /** What was found wrong with the file since it was opened. */
  #damage: unknown;
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
    this.#session = new SqliteSession(file);
    this.#seenDataVersion = this.#session.dataVersion;
    this.#reader = {
      get: async (query) => this.#session.statements.get(query) as never,
      all: async (query) => this.#session.statements.all(query) as never,
      version: async (scope) => this.#versions.ofScope(scope),
      // One writer: what is there is in commit order, and nothing can come before it any more.
      horizon: async () => 1,
    };
    this.#writes = new SqliteBatch(this.#session, this.#versions, this.#reader);
    this.atOnce = { version: (scope) => (this.#isCurrent() ? this.#versions.version(scope) : undefined) };
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
    // Only a write that waited for something outside the database can leave a batch open here.
    while (this.#batch) await this.#batch;
    try {
      this.#openSnapshot();
      return await work(this.#reader);
    } catch (error) {
      throw this.#failed(error);
    }
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#queued({ work, oneRow: false });
  }

  changeRow<T>(work: (tx: RowTx) => Promise<T>): Promise<T> {
    return this.#queued({ work, oneRow: true });
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
    if (!this.#session.hasBeginning) throw new DatabaseUnavailable(damageWords);
  }

  /** What the engine reports, in the words of `Db`; that the file is damaged is remembered. */
  #failed(error: unknown): unknown {
    const fault = translated(error);
    if (damageIn(fault)) this.#damage ??= fault;
    return fault;
  }

  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * For a process that serves: another thread carries the write-ahead log over, and looks for damage. This one does the first only if
   * that one falls behind, so that the log stays bounded (64 MB).
   */
  checkpointInBackground(): void {
    this.#checkpoints = new Worker(new URL("./checkpoint-worker.ts", import.meta.url).href);
    const session = this.#session;
    this.#checkpoints.onmessage = () => {
      if (session === this.#session) this.#damage ??= new DatabaseUnavailable(damageWords);
    };
    this.#checkpoints.postMessage(this.location);
    session.database.exec("pragma wal_autocheckpoint = 32000");
  }

  /**
   * All reads of one turn of the event loop share a transaction: SQLite takes and gives back its locks, and looks
   * for other processes' writes, once for all of them instead of once for each statement (16 µs a read to 11).
   */
  #openSnapshot(): void {
    if (this.#snapshotOpen) return;
    if (this.#damage !== undefined || performance.now() - this.#lookedAt > followEveryMs) this.#follow();
    this.#session.beginRead.run();
    this.#snapshotOpen = true;
    setImmediate(this.#endSnapshot);
    this.#noticeOthers();
  }

  /** In a transaction that has just begun: another process may have written, a restored backup, a project added by the command line. */
  #noticeOthers(): void {
    const seen = this.#session.dataVersion;
    if (seen === this.#seenDataVersion) return;
    this.#seenDataVersion = seen;
    this.#versions.startOver();
    if (this.#damage === undefined) return;
    // What was damaged may have been replaced with the rest.
    this.#damage = undefined;
    this.#checkpoints?.postMessage("check");
  }

  /** Goes on with the file that a restore has put in the place of a damaged one. No transaction is open. */
  #follow(): void {
    this.#lookedAt = performance.now();
    if (!this.#session.isReplaced) return;
    const next = new SqliteSession(this.location);
    const old = this.#session;
    this.#writes.finalize();
    this.#session = next;
    this.#seenDataVersion = next.dataVersion;
    this.#writes = new SqliteBatch(next, this.#versions, this.#reader);
    this.#damage = undefined;
    this.#versions.startOver();
    if (this.#checkpoints) {
      void ended(this.#checkpoints);
      this.checkpointInBackground();
    }
    old.close();
  }

  /** Whether the versions that are in memory are those of the file: nobody else has written, and no batch is open. */
  #isCurrent(): boolean {
    if (this.#batch) return false;
    try {
      this.#openSnapshot();
      return true;
    } catch (error) {
      this.#failed(error);
      // Whoever asks reads the file next, and is told there what is wrong with it.
      return false;
    }
  }

  readonly #endSnapshot = (): void => {
    if (!this.#snapshotOpen) return;
    this.#snapshotOpen = false;
    this.#session.commit.run();
  };

  /** What SQLite finds wrong with the file itself. */
  async integrityFaults(): Promise<string[]> {
    const rows = this.#session.database.query<{ integrity_check: string }, []>("pragma integrity_check(100)").all();
    return rows.map((row) => row.integrity_check).filter((words) => words !== "ok");
  }

  /**
   * Writes the file anew, so that nothing is left in it of what was deleted or replaced. False where that cannot be done
   * now: it takes as much room again, and nobody else may write meanwhile.
   */
  overwriteRemnants(): boolean {
    this.#endSnapshot();
    const { database } = this.#session;
    try {
      patiently(() => database.exec("vacuum"));
      // Told, and not thrown, where someone still reads what it would cut off.
      const emptied = database.query<{ busy: number }, []>("pragma wal_checkpoint(truncate)").get();
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
    const jobs = this.#queue;
    this.#queue = [];
    let outcomes: Outcome[];
    try {
      outcomes = await this.#writes.run(jobs);
      this.#session.commit.run();
    } catch (error) {
      this.#rollBack();
      this.#failed(error);
      const reason = unavailable(error);
      for (const job of jobs) job.reject(reason);
      return;
    }
    for (const [index, { value, error }] of outcomes.entries()) {
      if (error !== undefined) jobs[index]?.reject(this.#failed(error));
      else jobs[index]?.resolve(value as never);
    }
    for (const listener of this.#listeners) listener();
  }

  /** False while another process (a backup being restored, say) holds the write lock: the batch waits for it. */
  #tryBegin(): boolean {
    this.#endSnapshot();
    try {
      this.#follow();
      this.#session.begin.run();
      this.#noticeOthers();
      this.#busySince = undefined;
      return true;
    } catch (error) {
      this.#rollBack();
      this.#failed(error);
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

  #rollBack(): void {
    const { database } = this.#session;
    if (database.inTransaction) database.exec("rollback");
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
