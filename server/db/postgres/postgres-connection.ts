import { connect, Socket } from "node:net";
import postgres, { type Notice, type Sql } from "postgres";
import { OutcomeUnknown } from "../db.ts";
import type { Value } from "../sql.ts";
import { isConnectionLoss, sqlState } from "./postgres-errors.ts";
import type { PostgresAddress } from "./postgres-settings.ts";
import { type KnownTimeline, type ServerState, serverState } from "./postgres-timeline.ts";

type PostgresRow = Record<string, never>;
export type PostgresResult = PostgresRow[] & { count: number };

export const connectSeconds = 5;
/** Characters of all prepared statements of a connection: driver and server keep each until the connection closes. */
const mostPrepared = 500_000;

export type ConnectionOptions = {
  address: PostgresAddress;
  /** Session settings. They are no part of the startup message, because pgbouncer refuses most of them there. */
  parameters: Record<string, string | number>;
  prepare: boolean;
  /** Opens a socket to the server. */
  open: () => Promise<Socket>;
  onNotification?: () => void;
  /** The cluster and the least timeline that the server must have. */
  known?: KnownTimeline | undefined;
};

/**
 * One connection that is never reopened. The driver would reconnect and send the remaining statements outside of any
 * transaction; and it reports success for a COMMIT after a failed statement. Here a broken connection stays broken, and
 * the first failure is remembered.
 */
export class PostgresConnection {
  readonly #sql: Sql;
  readonly #prepare: boolean;
  readonly #prepared = new Set<string>();
  #preparedCharacters = 0;
  #opened = false;
  #broken = false;
  readonly #pending = new Set<(error: Error) => void>();
  #since = 0;
  #queued = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** Why the connection could not be opened. The operator needs to know. */
  #refusal: unknown;
  /** It runs a statement without a time limit, so that its silence means nothing. */
  unhurried = false;
  /** The first error of this transaction: later statements only report that an earlier one failed. */
  failure: unknown;
  /** Await this before sending anything: it rejects if the server is the wrong one. */
  readonly admitted: Promise<void>;

  constructor({ address, parameters, prepare, open, onNotification, known }: ConnectionOptions) {
    this.#prepare = prepare;
    const options = {
      host: "postgres",
      user: address.user,
      password: address.password,
      database: address.database,
      ssl: address.ssl,
      max: 1,
      connect_timeout: connectSeconds,
      idle_timeout: 0,
      max_lifetime: null,
      backoff: () => 0,
      // The driver would load the types of arrays, which are not used here.
      fetch_types: false,
      onnotice: (notice: Notice) => this.#noticed(notice),
      onclose: () => this.#break(),
      onnotify: onNotification,
      // Keys, versions, times and sums of counts are whole numbers below 2^53.
      types: { bigint: { to: 20, from: [20, 1700], parse: Number, serialize: String } },
      connection: { application_name: "catalog" },
      socket: () => this.#socket(open),
    };
    this.#sql = postgres(options as postgres.Options<Record<string, postgres.PostgresType>>);
    const settings = Object.entries(parameters).map(([name, value]) => `set ${name} = ${value}`);
    if (settings.length > 0) this.script(settings.join("; ")).catch(() => {});
    this.admitted = known ? this.#admit(known) : Promise.resolve();
    this.admitted.catch(() => {});
  }

  get broken(): boolean {
    return this.#broken;
  }

  /** Statements without an answer yet. */
  get pending(): number {
    return this.#pending.size + this.#queued;
  }

  /** For how long pending statements have had no answer. */
  silentFor(now: number): number {
    return this.#pending.size > 0 && !this.unhurried ? now - this.#since : 0;
  }

  send(text: string, values: Value[]): Promise<PostgresResult> {
    if (this.#broken) return Promise.reject(lost());
    return this.#track(this.#sql.unsafe(text, values as never[], { prepare: this.#isPrepared(text) }));
  }

  async serverState(): Promise<ServerState> {
    const [row] = await this.send(serverState, []);
    return row as unknown as ServerState;
  }

  async #admit(known: KnownTimeline): Promise<void> {
    try {
      known.admit(await this.serverState());
    } catch (error) {
      // A refused login fails the first statement. Later ones only say that the connection broke.
      this.failure ??= error;
      this.close();
      throw this.failure;
    }
  }

  /** Beyond the limit, new texts are sent unprepared: a client decides which fields an update names. */
  #isPrepared(text: string): boolean {
    if (!this.#prepare || this.#prepared.has(text)) return this.#prepare;
    if (this.#preparedCharacters + text.length > mostPrepared) return false;
    this.#prepared.add(text);
    this.#preparedCharacters += text.length;
    return true;
  }

  /**
   * Sends a statement that commits. If the connection breaks after it was sent, the commit may have happened or not. If
   * it breaks before that, or was never open, nothing is committed.
   */
  async commit(text = "commit", values: Value[] = []): Promise<PostgresResult> {
    const isSent = !this.#broken;
    try {
      return await this.send(text, values);
    } catch (error) {
      const isStarting = sqlState(error) === "57P03";
      if (!isSent || isStarting || this.#refusal !== undefined || !isConnectionLoss(error)) throw error;
      throw outcomeUnknown("The connection to the database broke while the change was being saved.", error);
    }
  }

  /** Sends after all earlier calls of this method have their answers. */
  async sendInTurn(text: string, values: Value[]): Promise<PostgresResult> {
    this.#queued++;
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    this.#queued--;
    try {
      return await this.send(text, values);
    } finally {
      resolve();
    }
  }

  /** Sends without waiting. An error is in `failure`, and makes the next statements fail. */
  sendWithoutWaiting(text: string, values: Value[]): void {
    this.send(text, values).catch(() => {});
  }

  /** Sends several statements without values. */
  script(text: string): Promise<PostgresResult> {
    if (this.#broken) return Promise.reject(lost());
    return this.#track(this.#sql.unsafe(text).simple());
  }

  /** Starts a transaction without waiting: the answer arrives with that of the first statement. */
  begin(text: string): void {
    this.failure = undefined;
    this.script(text).catch(() => {});
  }

  /** Closes immediately. Pending statements fail. */
  close(): void {
    this.#break();
    this.#sql.end({ timeout: 0 }).catch(() => {});
  }

  /** Rejects all pending statements: the driver forgets some of them when a connection breaks. */
  #break(): void {
    this.#broken = true;
    for (const reject of this.#pending) reject(lost(this.#refusal));
  }

  /**
   * The wait for a synchronous standby was cancelled: the server reports success for the commit, but the commit is lost
   * if that standby takes over. Only this warning says so. It has no code, and its text is in the server's language, so
   * it is recognized by the routine that sent it. Answers that arrived with it may not be delivered yet, so all pending
   * statements fail.
   */
  #noticed({ routine }: Notice): void {
    if (routine !== "SyncRepWaitForLSN") return;
    const error = outcomeUnknown("The standby of the database did not confirm the change.");
    for (const fail of this.#pending) fail(error);
  }

  #track(query: PromiseLike<unknown>): Promise<PostgresResult> {
    if (this.#pending.size === 0) this.#since = performance.now();
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.failure ??= error;
        this.#ended(fail);
        reject(error);
      };
      this.#pending.add(fail);
      query.then((result) => {
        if (this.#broken) return;
        this.#ended(fail);
        resolve(result as PostgresResult);
      }, fail);
    });
  }

  #ended(entry: (error: Error) => void): void {
    this.#pending.delete(entry);
    this.#since = performance.now();
  }

  async #socket(open: () => Promise<Socket>): Promise<Socket> {
    try {
      if (this.#opened) throw lost();
      this.#opened = true;
      return await open();
    } catch (error) {
      this.#refusal ??= error;
      // The driver counts its connections correctly only if a failure comes from a socket.
      const failed = new Socket();
      setImmediate(() => failed.destroy(error as Error));
      return failed;
    }
  }
}

const lost = (cause?: unknown) =>
  Object.assign(new Error("The connection to the database broke.", { cause }), { code: "CONNECTION_CLOSED" });

const outcomeUnknown = (reason: string, cause?: unknown) =>
  new OutcomeUnknown(`${reason} It may be saved or not: send the same request again to find out.`, { cause });

/** Opens a socket. A host that starts with a slash is the folder of a Unix socket. */
export function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error("The connection timed out."), { code: "ETIMEDOUT" })),
      connectSeconds * 1000,
    );
    socket.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.removeAllListeners("error");
      socket.setNoDelay(true);
      socket.setKeepAlive(true, 30_000);
      // TLS checks the certificate against this host name.
      resolve(Object.assign(socket, { host, port }));
    });
  });
}
