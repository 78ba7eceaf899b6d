import { DatabaseUnavailable } from "../db.ts";
import type { Value } from "../sql.ts";
import { connectSeconds, PostgresConnection, type PostgresResult } from "./postgres-connection.ts";
import { isConnectionLoss, sqlState } from "./postgres-errors.ts";
import { PrimaryFinder } from "./postgres-primary.ts";
import { type PostgresAddress, type PostgresSettings, postgresAddress } from "./postgres-settings.ts";
import { KnownTimeline } from "./postgres-timeline.ts";

const usualPatience = { connection: 3_000, lock: 5_000 };
const closePatienceMs = 3_000;
/** A server that has not answered this long after its own time limit is not going to. */
const silenceMs = 3_000;
/** After a connection could not be made, nobody tries again for so long: whoever asks meanwhile is refused at once. */
const pauseMs = 200;
const idleInTransactionMs = 60_000;
const sweepMs = 500;

/**
 * The longest that a request waits for servers that hang: for a connection, on each for the answer to one statement,
 * and then for another connection that nobody answers on.
 */
export const longestWaitMs = ({
  statementTimeoutMs,
  replicaUrls,
  patience = usualPatience,
}: PostgresSettings): number =>
  patience.connection + (statementTimeoutMs + silenceMs + sweepMs) * (1 + replicaUrls.length) + connectSeconds * 1_000;

/**
 * Prepared statements keep their plans. One that was made while a table had a page or two would read all of it for
 * every row, however much it has grown, until the server takes statistics anew: minutes after a catalog was
 * filled. Everything that is asked all day long has its index. Before version 18 what is off is only made very dear,
 * and a dear statement would be compiled.
 */
const planning = { enable_seqscan: "off", jit: "off" };

/**
 * Single statements write nothing that anybody counts on before a later commit: numbers that are taken, notifications. Waiting
 * for a standby with them would hold up the reads behind them.
 */
const forSingles = { synchronous_commit: "off" };

type Waiting = { grant: () => void; refuse: (error: Error) => void; since: number };

/**
 * The connections to one server (the primary, or one replica). Transactions have a connection to themselves;
 * single statements share a few, one behind the other without waiting for answers.
 */
export class PostgresPool {
  readonly #settings: PostgresSettings;
  readonly #patience: NonNullable<PostgresSettings["patience"]>;
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

  /** `known` for the primary: a server that stands behind it is refused. Replicas are asked at every read. */
  constructor(settings: PostgresSettings, url = settings.url, known?: KnownTimeline) {
    this.#settings = settings;
    this.#patience = settings.patience ?? usualPatience;
    this.#address = postgresAddress(url);
    this.#known = known;
    this.#finder = new PrimaryFinder(this.#address, known ?? new KnownTimeline());
    if (known) this.#finder.watch(() => this.#leave());
    this.#singles = new Array(Math.max(2, Math.ceil(settings.pool / 4))).fill(undefined);
    this.#sweeper = setInterval(() => this.#sweep(), sweepMs);
    this.#sweeper.unref();
  }

  /** One statement, in a transaction of its own. */
  async single(text: string, values: Value[]): Promise<PostgresResult> {
    this.#refuseWhilePaused();
    const connection = this.#leastBusy();
    try {
      await connection.admitted;
      // A pooler takes the answer to one statement for the end of all that was sent, and loses the next.
      return await (this.#settings.transactionPooler
        ? connection.sendInTurn(text, values)
        : connection.send(text, values));
    } catch (error) {
      this.#noticed(connection, error);
      throw error;
    }
  }

  /** One statement that writes and takes its time, with nobody behind it. */
  async alone(text: string, values: Value[]): Promise<PostgresResult> {
    const connection = await this.lease();
    connection.failure = undefined;
    try {
      return await connection.commit(text, values);
    } finally {
      this.release(connection);
    }
  }

  /** A connection for one transaction; the caller gives it back. */
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
    this.#noticed(connection, connection.failure);
    if (!connection.broken) this.#idle.push(connection);
    const waiting = this.#waiting.shift();
    if (waiting) waiting.grant();
    else this.#inUse--;
  }

  /** How a transaction begins. Where a pooler stands between, the limits of the session come with each one. */
  begin(kind: "writing" | "reading"): string {
    const begin = kind === "writing" ? "begin" : "begin isolation level repeatable read read only";
    if (!this.#settings.transactionPooler) return begin;
    const limits = Object.entries(this.#limits).map(([name, value]) => `set local ${name} = ${value}`);
    return [begin, ...limits].join("; ");
  }

  /** A connection outside of all counts, for who keeps a session. */
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
    while (this.#leased.size > 0 && performance.now() - started < closePatienceMs) await Bun.sleep(5);
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
      lock_timeout: this.#patience.lock,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    };
  }

  #refuseWhilePaused(): void {
    if (performance.now() < this.#pausedUntil) throw new DatabaseUnavailable("The database cannot be reached.");
  }

  /** One that is idle. Those that the server has ended meanwhile go. */
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

  /** Draws the conclusions from a failure that is about the server and not about a statement. */
  #noticed(connection: PostgresConnection, error: unknown): void {
    if (sqlState(error) === "25006") {
      // It was the primary and is one no more: all of these lead to the wrong server.
      this.#finder.forget();
      for (const each of [...this.#idle.splice(0), ...this.#singles, connection]) each?.close();
    } else if (isConnectionLoss(error)) {
      this.#finder.forget();
      // Those that were idle have most likely lost the same server; of one that hangs, each would be waited for anew.
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
    while (this.#waiting[0] && now - this.#waiting[0].since > this.#patience.connection) {
      const words = `All ${this.#settings.pool} connections to the database are busy.`;
      this.#waiting.shift()?.refuse(new DatabaseUnavailable(words));
    }
    const patience = this.#settings.statementTimeoutMs + silenceMs;
    for (const connection of [...this.#leased, ...this.#singles]) {
      if (connection && connection.silentFor(now) > patience) connection.close();
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

/** Not merely cut: there is nobody to connect to. */
const isUnreachable = (error: unknown) => unreachable.has(sqlState(error) ?? "");
