import { connect, Socket } from "node:net";
import postgres from "postgres";
import type { PostgresAddress, PostgresHost } from "./postgres-settings.ts";

const connectPatienceSeconds = 3;

/**
 * Which of several hosts is the primary. The driver can try hosts in turn, but it does so without a pause and
 * forever while none of them takes writes, and whoever waits for it waits as long; here a round of questions ends
 * with an answer or an error.
 */
export class PrimaryFinder {
  readonly #address: PostgresAddress;
  #known: PostgresHost | undefined;
  #asking: Promise<PostgresHost> | undefined;

  constructor(address: PostgresAddress) {
    this.#address = address;
  }

  /** The host that was found is no primary any more, or does not answer. */
  forget(): void {
    this.#known = undefined;
  }

  /** For the driver: a connected socket, or one that fails as a refused connection does. */
  async socket(): Promise<Socket> {
    try {
      const { host, port } = await this.#primary();
      return await opened(host, port);
    } catch (error) {
      this.forget();
      const failed = new Socket();
      setImmediate(() => failed.destroy(error as Error));
      return failed;
    }
  }

  async #primary(): Promise<PostgresHost> {
    if (this.#known) return this.#known;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    this.#known = await this.#asking;
    return this.#known;
  }

  async #ask(): Promise<PostgresHost> {
    const answers = await Promise.allSettled(this.#address.hosts.map((host) => this.#takesWrites(host)));
    const index = answers.findIndex((answer) => answer.status === "fulfilled" && answer.value);
    const host = this.#address.hosts[index];
    if (host) return host;
    throw Object.assign(new Error("None of the hosts takes writes."), { code: "ECONNREFUSED" });
  }

  async #takesWrites({ host, port }: PostgresHost): Promise<boolean> {
    const { user, password, database, ssl } = this.#address;
    const sql = postgres({
      host,
      port,
      user,
      password,
      database,
      ssl,
      max: 1,
      connect_timeout: connectPatienceSeconds,
      fetch_types: false,
    });
    try {
      const [row] = await sql.unsafe(
        "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as closed",
      );
      return row?.closed === false;
    } finally {
      void sql.end({ timeout: 1 });
    }
  }
}

function opened(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host);
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error("The connection was not made in time."), { code: "ETIMEDOUT" })),
      connectPatienceSeconds * 1000,
    );
    socket.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.removeAllListeners("error");
      // The name that TLS checks the certificate against.
      resolve(Object.assign(socket, { host, port }));
    });
  });
}
