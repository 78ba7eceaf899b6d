import { connect, Socket } from "node:net";
import postgres, { type Notice, type Sql } from "postgres";
import { OutcomeUnknown } from "../db.ts";
import type { Value } from "../sql.ts";
import { isConnectionLoss, sqlState } from "./postgres-errors.ts";
import type { PostgresAddress } from "./postgres-settings.ts";
import { type KnownTimeline, type Standing, standing } from "./postgres-timeline.ts";

type PostgresRow = Record<string, never>;
export type PostgresResult = PostgresRow[] & { count: number };

export const connectSeconds = 5;
/** Of all statements that a connection prepares, together: driver and server keep each as long as it lives. */
const mostPrepared = 500_000;

export type ConnectionOptions = {
  address: PostgresAddress;
  /** Settings of the session. */
  parameters: Record<string, string | number>;
  prepare: boolean;
  /** A connected socket to the server. */
  open: () => Promise<Socket>;
  onNotification?: () => void;
  /** Where the server has to stand at least. */
  known?: KnownTimeline | undefined;
};

/**
 * One connection with one life. The driver would open another one when it breaks and send there what is left, outside
 * of any transaction; and behind a statement that failed it would answer COMMIT with success. Here a connection that
 * broke stays broken, and the first failure is remembered.
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
  /** Why there never was a connection: whoever sets the service up needs to know. */
  #refusal: unknown;
  /** The first statement of this transaction that failed: the ones behind it only say that something did. */
  failure: unknown;
  /** To be waited for before anything is sent: the server has been asked where it stands. If it is the wrong one, this fails. */
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
      // The driver would ask for the types of arrays, which nobody here uses.
      fetch_types: false,
      onnotice: (notice: Notice) => this.#heard(notice),
      onclose: () => this.#break(),
      onnotify: onNotification,
      // Keys, versions and times are whole numbers below 2^53, and sums of counts are too.
      types: { bigint: { to: 20, from: [20, 1700], parse: Number, serialize: String } },
      connection: { application_name: "catalog", ...parameters },
      socket: () => this.#socket(open),
    };
    this.#sql = postgres(options as postgres.Options<Record<string, postgres.PostgresType>>);
    this.admitted = known ? this.#admit(known) : Promise.resolve();
    this.admitted.catch(() => {});
  }

  get broken(): boolean {
    return this.#broken;
  }

  /** Statements that were not answered yet. */
  get pending(): number {
    return this.#pending.size + this.#queued;
  }

  /** How long it has been since anything was heard of what was sent. */
  silentFor(now: number): number {
    return this.#pending.size > 0 ? now - this.#since : 0;
  }

  send(text: string, values: Value[]): Promise<PostgresResult> {
    if (this.#broken) return Promise.reject(lost());
    return this.#track(this.#sql.unsafe(text, values as never[], { prepare: this.#isPrepared(text) }));
  }

  /** What the server says of itself. */
  async standing(): Promise<Standing> {
    const [row] = await this.send(standing, []);
    return row as unknown as Standing;
  }

  async #admit(known: KnownTimeline): Promise<void> {
    try {
      known.admit(await this.standing());
    } catch (error) {
      this.failure = error;
      this.close();
      throw error;
    }
  }

  /** Past so many characters, what is new is sent as it is: a client decides which fields an update names. */
  #isPrepared(text: string): boolean {
    if (!this.#prepare || this.#prepared.has(text)) return this.#prepare;
    if (this.#preparedCharacters + text.length > mostPrepared) return false;
    this.#prepared.add(text);
    this.#preparedCharacters += text.length;
    return true;
  }

  /**
   * Sends what ends with a commit. If the connection breaks under it, it may be committed or not; before it was sent, or
   * where there never was a connection, nothing is.
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

  /** Sends once everything that came this way before has been answered. */
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

  /** Sends without waiting; a failure shows in `failure`, and in whatever is sent next. */
  post(text: string, values: Value[]): void {
    this.send(text, values).catch(() => {});
  }

  /** Several statements without values. */
  script(text: string): Promise<PostgresResult> {
    if (this.#broken) return Promise.reject(lost());
    return this.#track(this.#sql.unsafe(text).simple());
  }

  /** Starts a transaction; not waited for, as the answer comes with that of the first statement. */
  begin(text: string): void {
    this.failure = undefined;
    this.script(text).catch(() => {});
  }

  /** At once: what was sent and not answered fails. */
  close(): void {
    this.#break();
    this.#sql.end({ timeout: 0 }).catch(() => {});
  }

  /** The driver forgets some of the statements that a connection breaks under; here every one of them ends. */
  #break(): void {
    this.#broken = true;
    for (const reject of this.#pending) reject(lost(this.#refusal));
  }

  /**
   * A wait for a synchronous standby was cancelled: the commit is answered with success, and gone if that standby takes
   * over. Only this warning tells, and only by where in the server it comes from: it has no code of its own, and its words
   * are in the server's language. Answers that came with it may not have been handed on yet, so all that is pending fails.
   */
  #heard({ routine }: Notice): void {
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
      // The driver keeps count of its connections only if a failed one fails as a socket does.
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

/** A connected socket. A host that starts with a slash is the folder of a Unix socket. */
export function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error("The connection was not made in time."), { code: "ETIMEDOUT" })),
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
      // The name that TLS checks the certificate against.
      resolve(Object.assign(socket, { host, port }));
    });
  });
}
