import { DatabaseUnavailable, type Db, type Reader, type RowTx, type Tx } from "../db.ts";
import type { SayMigration } from "../migrate.ts";
import { PostgresChangeStatements } from "./postgres-change-statements.ts";
import { PostgresChanges } from "./postgres-changes.ts";
import { databaseTime, PostgresClock } from "./postgres-clock.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { sqlState, TransactionConflict, translated } from "./postgres-errors.ts";
import { migratePostgres } from "./postgres-migrate.ts";
import { PostgresNews } from "./postgres-news.ts";
import { PostgresPool } from "./postgres-pool.ts";
import { refuseTransactionPooler } from "./postgres-pooler.ts";
import { PostgresReplicas } from "./postgres-replicas.ts";
import { PostgresRowTx } from "./postgres-row-tx.ts";
import { type PostgresSettings, shownAddress } from "./postgres-settings.ts";
import { PostgresStatements } from "./postgres-statements.ts";
import { KnownTimeline } from "./postgres-timeline.ts";
import { cause, PostgresTx } from "./postgres-tx.ts";
import { PostgresVersions } from "./postgres-versions.ts";
import { PostgresWritable } from "./postgres-writable.ts";

/** Attempts at one read or write. With the pauses they take about ten seconds, longer than any of our deadlocks lasts. */
const attempts = 12;
const longestPauseMs = 1_000;
const forgetEveryMs = 60_000;

const horizon = "select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon";

/** Where a read is sent, and what of it may be kept. */
type ReadOn = {
  pool: PostgresPool;
  /** Resolves to false if the transaction could show less than it has to. */
  begin: (connection: PostgresConnection) => Promise<boolean>;
  generation: number;
  /** A replica shows a write before its commit is confirmed and the primary shows it, so its own horizon is too high. */
  horizon: number;
};

/**
 * PostgreSQL. Each write is a transaction on its own connection, at READ COMMITTED. It locks the rows that it changes
 * before it reads them (`Tx.lock`): a second writer of the same row waits and then reads what the first one wrote,
 * where a stricter isolation level would make it start over. Reads see one snapshot.
 */
export class PostgresDb implements Db {
  readonly engine = "postgres";
  readonly location: string;
  readonly single: Reader;
  /** Other nodes write too, so only the database knows the current state. */
  readonly localVersions = undefined;
  readonly #pool: PostgresPool;
  readonly #replicas: PostgresReplicas;
  readonly #versions: PostgresVersions;
  readonly #clock: PostgresClock;
  readonly #news: PostgresNews;
  readonly #writable: PostgresWritable;
  readonly #statements = new PostgresStatements();
  readonly #changeStatements: PostgresChangeStatements;
  readonly #changes: PostgresChanges;
  readonly #forgetting: Timer;

  private constructor(
    settings: PostgresSettings,
    pool: PostgresPool,
    known: KnownTimeline,
    clock: PostgresClock,
    changeStatements: PostgresChangeStatements,
  ) {
    this.location = shownAddress(settings.url);
    this.#pool = pool;
    this.#replicas = new PostgresReplicas(settings);
    this.#versions = new PostgresVersions(pool, known);
    this.#writable = new PostgresWritable(pool);
    this.#changeStatements = changeStatements;
    this.#changes = new PostgresChanges(pool, changeStatements);
    this.#clock = clock;
    this.#news = new PostgresNews(pool, !settings.transactionPooler, clock);
    this.single = this.#reader(
      (text, values) => retried(() => pool.single(text, values)),
      () => this.#versions.generation,
    );
    this.#forgetting = setInterval(() => void this.#versions.forgetOld().catch(() => {}), forgetEveryMs);
    this.#forgetting.unref();
  }

  static async open(settings: PostgresSettings, say: SayMigration = () => {}): Promise<PostgresDb> {
    const known = new KnownTimeline();
    const pool = new PostgresPool(settings, settings.url, known);
    try {
      if (!settings.transactionPooler) await refuseTransactionPooler(() => pool.outside());
      await migratePostgres(pool, shownAddress(settings.url), say);
      const clock = new PostgresClock();
      await clock.learn(() => pool.single(`select ${databaseTime} as time`, []));
      return new PostgresDb(settings, pool, known, clock, await PostgresChangeStatements.load(pool));
    } catch (error) {
      await pool.close();
      throw translated(error);
    }
  }

  now(): number {
    return this.#clock.now();
  }

  read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    return retried(() => this.#readOnce(work));
  }

  async #readOnce<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const found = this.#replicas.any ? await this.#freshReplica() : undefined;
    if (found) {
      const { replica, position, timeline, generation, horizon } = found;
      try {
        const begin = (connection: PostgresConnection) => replica.begin(connection, position, timeline);
        return await this.#readOn({ pool: replica.pool, begin, generation, horizon }, work);
      } catch (error) {
        const isOfServer = sqlState(error) !== undefined || error instanceof DatabaseUnavailable;
        if (!isOfServer && !(error instanceof ShowsLess)) throw error;
        // A replica may fail or cancel a statement at any time. A read can run again.
        replica.pause();
      }
    }
    const begin = async (connection: PostgresConnection) => {
      connection.begin(this.#pool.begin("reading"));
      return true;
    };
    const { generation } = this.#versions;
    return await this.#readOn({ pool: this.#pool, begin, generation, horizon: Number.POSITIVE_INFINITY }, work);
  }

  /**
   * A replica that shows every write that any node has acknowledged until now: it has replayed the log up to the
   * current position of the primary. So clients do not have to send a position.
   */
  async #freshReplica() {
    await this.#versions.look();
    // Together: what is written while the replica is chosen is not in a read that shows this position.
    const { position, timeline, generation, horizon } = this.#versions;
    const replica = await this.#replicas.at(position, timeline);
    return replica && { replica, position, timeline, generation, horizon };
  }

  /** What is read may be kept in memory, so no row is returned before it is known that the transaction shows enough. */
  async #readOn<T>({ pool, begin, generation, horizon }: ReadOn, work: (reader: Reader) => Promise<T>): Promise<T> {
    let connection: Promise<PostgresConnection> | undefined;
    let showsEnough: Promise<boolean> | undefined;
    const begun = async () => {
      const leased = await pool.lease();
      showsEnough = begin(leased);
      showsEnough.catch(() => {});
      return leased;
    };
    const reader = this.#reader(
      async (text, values) => {
        connection ??= begun();
        const answer = (await connection).send(text, values);
        answer.catch(() => {});
        if (!(await showsEnough)) throw new ShowsLess();
        return answer;
      },
      () => generation,
      horizon,
    );
    try {
      return await work(reader);
    } finally {
      // A read returns without waiting for the end of its transaction, which wrote nothing.
      void connection?.then(
        (leased) => endReading(pool, leased),
        () => {},
      );
    }
  }

  async write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      const value = await retried(() => this.#attempt(work));
      this.#writable.succeeded();
      return value;
    } catch (error) {
      this.#writable.failed(error);
      throw error;
    }
  }

  /**
   * Decides without a lock, and writes together with other changes if the row is unchanged since it was read. Otherwise
   * it decides again with the row locked. It also does so if nothing changes: the row that it read may be a change that
   * no standby has confirmed, and a commit that locks the row waits for that.
   */
  async changeRow<T>(work: (tx: RowTx) => Promise<T>): Promise<T> {
    try {
      const tx = new PostgresRowTx(this.single, this.#pool, this.#statements);
      const value = await work(tx);
      const { decided } = tx;
      if (decided && (await this.#changes.written(decided))) {
        this.#news.committed();
        return value;
      }
    } catch (error) {
      const fault = translated(error);
      if (!(fault instanceof TransactionConflict)) throw fault;
    }
    return this.write(work);
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const connection = await this.#pool.lease();
    try {
      connection.begin(this.#pool.begin("writing"));
      const tx = new PostgresTx(connection, this.#statements, this.#changeStatements, (send) =>
        this.#reader(send, () => 0),
      );
      const value = await work(tx);
      tx.end();
      await connection.commit();
      // After a failed statement, COMMIT reports success and means ROLLBACK.
      if (connection.failure !== undefined) throw connection.failure;
      this.#news.committed();
      return value;
    } catch (error) {
      if (!connection.broken) await connection.send("rollback", []).catch(() => {});
      throw cause(error, connection);
    } finally {
      this.#pool.release(connection);
    }
  }

  async ready(): Promise<void> {
    try {
      await this.#versions.look();
      await this.#writable.check();
    } catch (error) {
      throw translated(error);
    }
  }

  onCommit(listener: () => void): () => void {
    return this.#news.listen(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#forgetting);
    await this.#news.close();
    await this.#replicas.close();
    await this.#pool.close();
  }

  #reader(send: PostgresConnection["send"], generation: () => number, highest = Number.POSITIVE_INFINITY): Reader {
    return {
      get: async (query) => (await send(this.#statements.plain(query.text), query.values))[0] as never,
      all: async (query) => [...(await send(this.#statements.plain(query.text), query.values))] as never,
      version: async (scope) => {
        const start = generation();
        await this.#versions.look();
        // If the scope was touched while this read ran, it is unknown whether the read saw that: nothing is cached.
        return this.#versions.of(scope, start);
      },
      horizon: async () => Math.min((await send(horizon, []))[0]?.horizon ?? 0, highest),
    };
  }
}

/** The replica that answers is not as far as was known: it has started again, or the address led to another. */
class ShowsLess extends Error {}

/**
 * Runs `work` again after a conflict with another transaction. A read conflicts too, with a migration that locks whole
 * tables.
 */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const fault = translated(error);
      if (!(fault instanceof TransactionConflict)) throw fault;
      if (attempt >= attempts) {
        throw new DatabaseUnavailable("Too many requests use the same rows.", { cause: fault });
      }
      await Bun.sleep(Math.random() * Math.min(longestPauseMs, 5 * 2 ** attempt));
    }
  }
}

async function endReading(pool: PostgresPool, connection: PostgresConnection): Promise<void> {
  await connection.send("commit", []).catch(() => {});
  pool.release(connection);
}
