import type { Socket } from "node:net";
import { openSocket, PostgresConnection } from "./postgres-connection.ts";
import { firstCause } from "./postgres-errors.ts";
import type { PostgresAddress, PostgresHost } from "./postgres-settings.ts";

const question = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as closed";

/** Which of several hosts is the primary. A round of questions ends with an answer or an error. */
export class PrimaryFinder {
  readonly #address: PostgresAddress;
  #known: PostgresHost | undefined;
  #asking: Promise<PostgresHost> | undefined;

  constructor(address: PostgresAddress) {
    this.#address = address;
    // With one host there is nothing to find out.
    if (address.hosts.length === 1) this.#known = address.hosts[0];
  }

  /** The host that was found is no primary any more, or does not answer. */
  forget(): void {
    if (this.#address.hosts.length > 1) this.#known = undefined;
  }

  async socket(): Promise<Socket> {
    const { host, port } = this.#known ?? (await this.#primary());
    try {
      return await openSocket(host, port);
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  async #primary(): Promise<PostgresHost> {
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
    const faults = answers.map((answer) =>
      answer.status === "rejected" ? firstCause(answer.reason).message : "read-only",
    );
    throw Object.assign(new Error(`None of the hosts takes writes: ${faults.join(", ")}.`), { code: "ECONNREFUSED" });
  }

  async #takesWrites({ host, port }: PostgresHost): Promise<boolean> {
    const connection = new PostgresConnection({
      address: this.#address,
      parameters: {},
      prepare: false,
      open: () => openSocket(host, port),
    });
    try {
      const [row] = await connection.send(question, []);
      return row?.closed === false;
    } finally {
      connection.close();
    }
  }
}
