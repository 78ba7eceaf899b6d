import postgres, { type ReservedSql, type Sql } from "postgres";
import { DatabaseUnavailable } from "./db.ts";
import { isConnectionLoss, sqlState } from "./postgres-errors.ts";
import { PrimaryFinder } from "./postgres-primary.ts";
import { type PostgresAddress, type PostgresSettings, postgresAddress } from "./postgres-settings.ts";
import type { Value } from "./sql.ts";

export type PostgresRow = Record<string, never>;
export type PostgresResult = PostgresRow[] & { count: number };

/** What the driver tells of a connection. */
type DriverConnection = { id: number };

/** How long a request waits for a connection before it is told to come back. */
const waitMs = 5_000;
const connectSeconds = 5;
/** A server that has not answered this long after its own time limit is not going to. */
const silenceMs = 3_000;
/** After a connection could not be made, nobody tries again for so long: whoever asks meanwhile is refused at once. */
const pauseMs = 200;
const lockTimeoutMs = 5_000;
const idleInTransactionMs = 60_000;

/**
 * The connections to one server (the primary, or one replica). Transactions have a connection to themselves;
 * single statements share a few, where the driver sends one behind the other without waiting.
 */
export class PostgresPool {
  readonly #settings: PostgresSettings;
  readonly #address: PostgresAddress;
  readonly #finder: PrimaryFinder | undefined;
  readonly #size: number;
  readonly #waiting: { grant: () => void; refuse: (error: Error) => void; since: number }[] = [];
  readonly #leases = new Set<Lease>();
  readonly #sweeper: Timer;
  #members: Members;
  #inUse = 0;
  #pausedUntil = 0;

  constructor(settings: PostgresSettings, url = settings.url) {
    this.#settings = settings;
    this.#address = postgresAddress(url);
    this.#finder = this.#address.hosts.length > 1 ? new PrimaryFinder(this.#address) : undefined;
    this.#size = settings.pool;
    this.#members = this.#open();
    this.#sweeper = setInterval(() => this.#sweep(), 500);
    this.#sweeper.unref();
  }

  /** One statement, in a transaction of its own. */
  async single(text: string, values: Value[]): Promise<PostgresResult> {
    const members = this.#usable();
    if (members.pending++ === 0) members.since = performance.now();
    try {
      return (await members.singles.unsafe(text, values, this.#prepared)) as PostgresResult;
    } catch (error) {
      this.#failed(members, error);
      throw error;
    } finally {
      members.pending--;
      members.since = performance.now();
    }
  }

  /** A connection for one transaction; the caller releases it. */
  async lease(): Promise<Lease> {
    this.#usable();
    if (this.#inUse >= this.#size) await this.#turn();
    else this.#inUse++;
    const members = this.#members;
    try {
      const lease = new Lease(await reserved(members.transactions), this.#prepared, members, (ended) => {
        this.#leases.delete(ended);
        this.#next();
      });
      this.#leases.add(lease);
      return lease;
    } catch (error) {
      this.#next();
      this.#failed(members, error);
      throw error;
    }
  }

  /** Begins what `lease` is for. Where a pooler stands between, the limits of the session come with each transaction. */
  get begin(): string {
    return this.#settings.transactionPooler ? `begin; ${this.#localLimits}` : "begin";
  }

  get beginReading(): string {
    const begin = "begin isolation level repeatable read read only";
    return this.#settings.transactionPooler ? `${begin}; ${this.#localLimits}` : begin;
  }

  /** The server changed its part (a standby now), or none of its connections can be trusted: starts with new ones. */
  restart(): void {
    const old = this.#members;
    this.#finder?.forget();
    this.#members = this.#open();
    this.#pausedUntil = performance.now() + pauseMs;
    for (const sql of [old.transactions, old.singles]) void sql.end({ timeout: 0 }).catch(() => {});
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const { refuse } of this.#waiting.splice(0)) refuse(new DatabaseUnavailable("The database is closed."));
    const { transactions, singles } = this.#members;
    await Promise.all([transactions.end({ timeout: 5 }), singles.end({ timeout: 5 })]);
  }

  /** A connection that hears of notifications, of its own because it keeps its session. */
  listener(): Sql {
    return postgres({ ...this.#options(1), max_lifetime: null, idle_timeout: 0 });
  }

  get #prepared() {
    return { prepare: !this.#settings.transactionPooler };
  }

  get #localLimits(): string {
    return Object.entries(this.#limits())
      .map(([name, value]) => `set local ${name} = ${value}`)
      .join("; ");
  }

  #limits() {
    return {
      statement_timeout: this.#settings.statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    };
  }

  #usable(): Members {
    if (performance.now() < this.#pausedUntil) throw new DatabaseUnavailable("The database cannot be reached.");
    return this.#members;
  }

  #failed(members: Members, error: unknown): void {
    if (members !== this.#members) return;
    if (sqlState(error) === "25006") this.restart();
    else if (isConnectionLoss(error)) {
      // The driver can lose track of a connection that fails while another opens; new ones cost little by now.
      this.restart();
    }
  }

  #turn(): Promise<void> {
    return new Promise((grant, refuse) => this.#waiting.push({ grant, refuse, since: performance.now() }));
  }

  #next(): void {
    const waiting = this.#waiting.shift();
    if (waiting) waiting.grant();
    else this.#inUse--;
  }

  #sweep(): void {
    const now = performance.now();
    while (this.#waiting[0] && now - this.#waiting[0].since > waitMs) {
      this.#waiting.shift()?.refuse(new DatabaseUnavailable(`All ${this.#size} connections to the database are busy.`));
    }
    const patience = this.#settings.statementTimeoutMs + silenceMs;
    const { pending, since } = this.#members;
    const silent =
      (pending > 0 && now - since > patience) || [...this.#leases].some((lease) => lease.silentFor(now) > patience);
    if (silent) this.restart();
  }

  #open(): Members {
    const closes = new Map<number, number>();
    const onclose = (id: number) => void closes.set(id, (closes.get(id) ?? 0) + 1);
    return {
      transactions: postgres({ ...this.#options(this.#size), onclose }),
      singles: postgres(this.#options(Math.max(2, Math.ceil(this.#size / 4)))),
      closes,
      pending: 0,
      since: 0,
    };
  }

  #options(max: number): postgres.Options<{ bigint: postgres.PostgresType }> {
    const { hosts, user, password, database, ssl } = this.#address;
    const [first] = hosts;
    const finder = this.#finder;
    return {
      host: first?.host ?? "localhost",
      port: first?.port ?? 5432,
      user,
      password,
      database,
      ssl,
      max,
      connect_timeout: connectSeconds,
      idle_timeout: 300,
      backoff: () => 0.2,
      onnotice: () => {},
      // Keys, versions and times are whole numbers below 2^53, and sums of counts are too.
      types: { bigint: { to: 20, from: [20, 1700], parse: Number, serialize: String } },
      connection: {
        application_name: "catalog",
        ...(this.#settings.transactionPooler ? {} : this.#limits()),
      },
      ...(finder ? { socket: () => finder.socket() } : {}),
    } as postgres.Options<{ bigint: postgres.PostgresType }>;
  }
}

type Members = {
  transactions: Sql;
  singles: Sql;
  /** How often each connection, by the driver's number, was closed. */
  closes: Map<number, number>;
  pending: number;
  since: number;
};

async function reserved(sql: Sql): Promise<ReservedSql> {
  let late = false;
  let timer: Timer | undefined;
  const connection = sql.reserve();
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late = true;
      reject(new DatabaseUnavailable("The database cannot be reached."));
    }, waitMs);
  });
  connection.then(
    (found) => late && found.release(),
    () => {},
  );
  try {
    return await Promise.race([connection, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * One connection, held for one transaction. The driver would open another one when it breaks and go on there,
 * outside of any transaction: so what is sent after a break is refused here.
 */
export class Lease {
  readonly #sql: ReservedSql;
  readonly #options: { prepare: boolean };
  readonly #members: Members;
  readonly #released: (lease: Lease) => void;
  #id: number | undefined;
  #closesBefore = 0;
  #pending = 0;
  #since = 0;
  /** The first statement that failed: the ones behind it only say that something did. */
  failure: unknown;

  constructor(sql: ReservedSql, options: { prepare: boolean }, members: Members, released: (lease: Lease) => void) {
    this.#sql = sql;
    this.#options = options;
    this.#members = members;
    this.#released = released;
  }

  /** The first thing that is sent; not waited for, as the answer comes with that of the next statement. */
  begin(text: string): void {
    const onexecute = (connection: DriverConnection) => {
      this.#id = connection.id;
      this.#closesBefore = this.#closes();
      return true;
    };
    this.#track(this.#sql.unsafe(text, [], { ...this.#options, onexecute } as never).simple()).catch(() => {});
  }

  send(text: string, values: Value[]): Promise<PostgresResult> {
    if (this.broken) return Promise.reject(this.#lost());
    return this.#track(this.#sql.unsafe(text, values, this.#options));
  }

  /** Several statements without values, as a migration has them. */
  script(text: string): Promise<PostgresResult> {
    if (this.broken) return Promise.reject(this.#lost());
    return this.#track(this.#sql.unsafe(text).simple());
  }

  /** Sends without waiting; a failure shows in `failure`, and in whatever is sent next. */
  post(text: string, values: Value[]): void {
    this.send(text, values).catch(() => {});
  }

  get broken(): boolean {
    return this.#closes() !== this.#closesBefore;
  }

  silentFor(now: number): number {
    return this.#pending > 0 ? now - this.#since : 0;
  }

  release(): void {
    if (!this.broken) this.#sql.release();
    this.#released(this);
  }

  async #track(query: PromiseLike<unknown>): Promise<PostgresResult> {
    if (this.#pending++ === 0) this.#since = performance.now();
    try {
      const result = (await query) as PostgresResult;
      if (this.broken) throw this.#lost();
      return result;
    } catch (error) {
      this.failure ??= error;
      throw error;
    } finally {
      this.#pending--;
      this.#since = performance.now();
    }
  }

  #closes(): number {
    return this.#id === undefined ? 0 : (this.#members.closes.get(this.#id) ?? 0);
  }

  #lost(): Error {
    return Object.assign(new Error("The connection broke in the middle of a transaction."), {
      code: "CONNECTION_CLOSED",
    });
  }
}
