import { DatabaseUnavailable } from "../db.ts";
import type { Value } from "../sql.ts";
import { connectSeconds, PostgresConnection, type PostgresResult } from "./postgres-connection.ts";
import { isConnectionLoss, sqlState } from "./postgres-errors.ts";
import { PrimaryFinder } from "./postgres-primary.ts";
import { type PostgresAddress, type PostgresSettings, postgresAddress } from "./postgres-settings.ts";
import { KnownTimeline } from "./postgres-timeline.ts";

const defaultTimeouts = { connection: 3_000, lock: 5_000 };
const closeTimeoutMs = 3_000;
/** A server that is silent for this long after its own statement timeout is considered dead. */
const silenceMs = 3_000;
/** After a failed connection attempt there is no other for this long: requests fail immediately meanwhile. */
const pauseMs = 200;
const idleInTransactionMs = 60_000;
const sweepMs = 500;

/**
 * The longest that a request waits for servers that hang: for a connection, for the answer to one statement on each
 * server, and then for another connection that gets no answer.
 */
export const longestWaitMs = ({
  statementTimeoutMs,
  replicaUrls,
  timeouts = defaultTimeouts,
}: PostgresSettings): number =>
  timeouts.connection + (statementTimeoutMs + silenceMs + sweepMs) * (1 + replicaUrls.length) + connectSeconds * 1_000;

/**
 * Prepared statements keep their plans. A plan that was made while a table had a page or two would scan the whole table
 * for every row until the server updates its statistics, minutes after a catalog was filled. All frequent queries have
 * an index. Before version 18, `off` only raises the estimated cost, and JIT would compile a statement of such a cost.
 */
const planning = { enable_seqscan: "off", jit: "off" };

/**
 * Single statements write nothing that must be durable before a later commit: sequence numbers and notifications.
 * Waiting for a standby would delay the reads behind them.
 */
const forSingles = { synchronous_commit: "off" };

type Waiting = { grant: () => void; refuse: (error: Error) => void; since: number };

/**
 * The connections to one server (the primary, or one replica). Each transaction has its own connection. Single
 * statements share a few connections and are sent without waiting for earlier answers.
 */
export class PostgresPool {
  readonly #settings: PostgresSettings;
  readonly #timeouts: NonNullable<PostgresSettings["timeouts"]>;
  readonly #address: PostgresAddress;
  readonly #known: KnownTimeline | undefined;
  readonly #finder: PrimaryFinder;
  readonly #idle: PostgresConnection[] = [];
  readonly #leased = new Set<PostgresConnection>();
  readonly #singles: (PostgresConnection | undefined)[];
  readonly #waiting: Waiting[] = [];
  readonly #sweeper: Timer;
  #listener: PostgresConnection | undefined;
  #inUse = 0;
  #pausedUntil = 0;

  /** `known` for the primary: a server on an older timeline is refused. Replicas are checked at every read. */
  constructor(settings: PostgresSettings, url = settings.url, known?: KnownTimeline) {
    this.#settings = settings;
    this.#timeouts = settings.timeouts ?? defaultTimeouts;
    this.#address = postgresAddress(url);
    this.#known = known;
    this.#finder = new PrimaryFinder(this.#address, known ?? new KnownTimeline());
    if (known) this.#finder.watch(() => this.#leave());
    this.#singles = new Array(Math.max(2, Math.ceil(settings.pool / 4))).fill(undefined);
    this.#sweeper = setInterval(() => this.#sweep(), sweepMs);
    this.#sweeper.unref();
  }

  /** Runs one statement in its own transaction. */
  async single(text: string, values: Value[]): Promise<PostgresResult> {
    this.#refuseWhilePaused();
    const connection = this.#leastBusy();
    try {
      await connection.admitted;
      // A pooler takes the answer to one statement for the last answer, and loses the next statement.
      return await (this.#settings.transactionPooler
        ? connection.sendInTurn(text, values)
        : connection.send(text, values));
    } catch (error) {
      this.#afterError(connection, error);
      throw error;
    }
  }

  /** Runs one statement that writes, on its own connection so that it delays no other statement. */
  async alone(text: string, values: Value[]): Promise<PostgresResult> {
    const connection = await this.lease();
    connection.failure = undefined;
    try {
      return await connection.commit(text, values);
    } finally {
      this.release(connection);
    }
  }

  /** A connection for one transaction. The caller releases it. */
  async lease(): Promise<PostgresConnection> {
    this.#refuseWhilePaused();
    if (this.#inUse >= this.#settings.pool) await this.#turn();
    else this.#inUse++;
    const connection = this.#unbroken() ?? this.#connect();
    this.#leased.add(connection);
    try {
      await connection.admitted;
    } catch (error) {
      this.release(connection);
      throw error;
    }
    return connection;
  }

  release(connection: PostgresConnection): void {
    this.#leased.delete(connection);
    this.#afterError(connection, connection.failure);
    if (!connection.broken) this.#idle.push(connection);
    const waiting = this.#waiting.shift();
    if (waiting) waiting.grant();
    else this.#inUse--;
  }

  /** The statements that begin a transaction. With a pooler, each transaction sets the limits itself. */
  begin(kind: "writing" | "reading"): string {
    const begin = kind === "writing" ? "begin" : "begin isolation level repeatable read read only";
    if (!this.#settings.transactionPooler) return begin;
    const limits = Object.entries(this.#limits).map(([name, value]) => `set local ${name} = ${value}`);
    return [begin, ...limits].join("; ");
  }

  /** A connection outside of the pool, without settings of its session. The caller closes it. */
  outside(): PostgresConnection {
    return new PostgresConnection({
      address: this.#address,
      parameters: {},
      prepare: false,
      open: () => this.#finder.socket(),
    });
  }

  /** A connection outside the limit of the pool, for LISTEN. */
  async listener(onNotification: () => void): Promise<PostgresConnection> {
    this.#listener?.close();
    this.#listener = this.#connect({}, onNotification);
    await this.#listener.admitted;
    return this.#listener;
  }

  #connect(parameters: Record<string, string> = {}, onNotification?: () => void): PostgresConnection {
    return new PostgresConnection({
      address: this.#address,
      parameters: this.#settings.transactionPooler ? {} : { ...this.#limits, ...planning, ...parameters },
      prepare: !this.#settings.transactionPooler,
      open: () => this.#finder.socket(),
      known: this.#known,
      ...(onNotification ? { onNotification } : {}),
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#finder.close();
    for (const { refuse } of this.#waiting.splice(0)) refuse(new DatabaseUnavailable("The database is closed."));
    const started = performance.now();
    while (this.#leased.size > 0 && performance.now() - started < closeTimeoutMs) await Bun.sleep(5);
    this.#leave();
  }

  /** Closes all connections, whatever they are doing. */
  #leave(): void {
    const all = [...this.#idle.splice(0), ...this.#leased, ...this.#singles, this.#listener];
    for (const connection of all) connection?.close();
  }

  get #limits() {
    return {
      statement_timeout: this.#settings.statementTimeoutMs,
      lock_timeout: this.#timeouts.lock,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    };
  }

  #refuseWhilePaused(): void {
    if (performance.now() < this.#pausedUntil) throw new DatabaseUnavailable("The database cannot be reached.");
  }

  /** An idle connection. Drops those that the server has closed. */
  #unbroken(): PostgresConnection | undefined {
    for (;;) {
      const connection = this.#idle.pop();
      if (!connection?.broken) return connection;
    }
  }

  #leastBusy(): PostgresConnection {
    let best = 0;
    for (const [index, connection] of this.#singles.entries()) {
      if (connection?.broken) this.#singles[index] = undefined;
      if ((this.#singles[index]?.pending ?? 0) < (this.#singles[best]?.pending ?? 0)) best = index;
    }
    const connection = this.#singles[best] ?? this.#connect(forSingles);
    this.#singles[best] = connection;
    return connection;
  }

  /** Closes connections after an error that concerns the server and not only a statement. */
  #afterError(connection: PostgresConnection, error: unknown): void {
    if (sqlState(error) === "25006") {
      // The server is no longer the primary: all of these connections go to the wrong server.
      this.#finder.forget();
      for (const each of [...this.#idle.splice(0), ...this.#singles, connection]) each?.close();
    } else if (isConnectionLoss(error)) {
      this.#finder.forget();
      // Idle connections have most likely lost the same server. If it hangs, each of them would time out again.
      const unused = this.#singles.filter((single) => single?.pending === 0);
      for (const each of [...this.#idle.splice(0), ...unused, connection]) each?.close();
      if (isUnreachable(error)) this.#pausedUntil = performance.now() + pauseMs;
    }
  }

  #turn(): Promise<void> {
    return new Promise((grant, refuse) => this.#waiting.push({ grant, refuse, since: performance.now() }));
  }

  #sweep(): void {
    const now = performance.now();
    while (this.#waiting[0] && now - this.#waiting[0].since > this.#timeouts.connection) {
      const message = `All ${this.#settings.pool} connections to the database are busy.`;
      this.#waiting.shift()?.refuse(new DatabaseUnavailable(message));
    }
    const longestSilenceMs = this.#settings.statementTimeoutMs + silenceMs;
    for (const connection of [...this.#leased, ...this.#singles]) {
      if (connection && connection.silentFor(now) > longestSilenceMs) connection.close();
    }
  }
}

const unreachable = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ETIMEDOUT",
  "57P03",
  "LEFT_BEHIND",
  "OTHER_CLUSTER",
]);

/** Whether there is no server to connect to, and not only a broken connection. */
const isUnreachable = (error: unknown) => unreachable.has(sqlState(error) ?? "");
