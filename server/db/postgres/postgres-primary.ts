import type { Socket } from "node:net";
import { openSocket, PostgresConnection } from "./postgres-connection.ts";
import { firstCause, sqlState } from "./postgres-errors.ts";
import type { PostgresAddress, PostgresHost } from "./postgres-settings.ts";
import { type KnownTimeline, rememberTimeline, type Standing } from "./postgres-timeline.ts";

/** How long between two looks at all hosts: a primary that was cut off for a while does not say that it is one no more. */
const watchPauseMs = 1_000;

type Answer = { host: PostgresHost; standing?: Standing; fault?: Error };

/** Which of several hosts is the primary. A round of questions ends with an answer or an error. */
export class PrimaryFinder {
  readonly #address: PostgresAddress;
  readonly #known: KnownTimeline;
  #primary: PostgresHost | undefined;
  #asking: Promise<PostgresHost> | undefined;
  #watching: Timer | undefined;

  constructor(address: PostgresAddress, known: KnownTimeline) {
    this.#address = address;
    this.#known = known;
    this.forget();
  }

  /** The host that was found is no primary any more, or does not answer. */
  forget(): void {
    const [first, ...others] = this.#address.hosts;
    // With one host there is nothing to find out.
    this.#primary = others.length === 0 ? first : undefined;
  }

  async socket(): Promise<Socket> {
    const { host, port } = this.#primary ?? (await this.#found());
    try {
      return await openSocket(host, port);
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Calls `moved` when another host was promoted, though the one in use may answer as if nothing had happened. */
  watch(moved: () => void): void {
    if (this.#address.hosts.length === 1) return;
    const look = async () => {
      const before = this.#known.timeline;
      await this.#found().catch(() => {});
      if (before !== "" && this.#known.timeline > before) moved();
      if (this.#watching) this.#watch(look);
    };
    this.#watch(look);
  }

  #watch(look: () => Promise<void>): void {
    this.#watching = setTimeout(look, watchPauseMs);
    this.#watching.unref();
  }

  close(): void {
    clearTimeout(this.#watching);
    this.#watching = undefined;
  }

  async #found(): Promise<PostgresHost> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    this.#primary = await this.#asking;
    return this.#primary;
  }

  async #ask(): Promise<PostgresHost> {
    const answers = await this.#answers();
    const furthestFirst = answers.toSorted((a, b) => timelineOf(b).localeCompare(timelineOf(a)));
    this.#refuseStrangers(furthestFirst);
    let primary: PostgresHost | undefined;
    for (const answer of furthestFirst) {
      if (!timelineOf(answer)) continue;
      try {
        this.#known.admit(answer.standing ?? {});
        primary ??= answer.host;
      } catch (error) {
        answer.fault = error as Error;
        if (sqlState(error) === "LEFT_BEHIND") void this.#tell(answer.host);
      }
    }
    if (primary) return primary;
    const faults = answers.map(({ host, fault }) => `${host.host}:${host.port}: ${fault?.message ?? "read-only"}`);
    throw Object.assign(new Error(`None of the hosts takes writes. ${faults.join("; ")}`), { code: "ECONNREFUSED" });
  }

  /** Of all hosts; or of one alone, as soon as that was promoted since the last round: a host that hangs holds nobody up then. */
  #answers(): Promise<Answer[]> {
    const { timeline } = this.#known;
    const asked = this.#address.hosts.map((host) => this.#standing(host));
    const all = Promise.all(asked);
    if (timeline === "") return all;
    const promoted = asked.map(async (answer) => {
      const given = await answer;
      return timelineOf(given) > timeline && given.standing?.system === this.#known.system ? [given] : all;
    });
    return Promise.race(promoted);
  }

  /** Before anything is known, nobody can tell which of them is meant. */
  #refuseStrangers(answers: readonly Answer[]): void {
    const systems = new Set(answers.filter(timelineOf).map((answer) => answer.standing?.system));
    if (this.#known.system !== undefined || systems.size < 2) return;
    throw Object.assign(new Error("The hosts of DATABASE_URL belong to different clusters."), {
      code: "OTHER_CLUSTER",
    });
  }

  async #standing(host: PostgresHost): Promise<Answer> {
    const connection = this.#connection(host);
    try {
      return { host, standing: await connection.standing() };
    } catch (error) {
      return { host, fault: firstCause(error as Error) };
    } finally {
      connection.close();
    }
  }

  /** Notes on a server that it was left behind: a node that starts may reach no other. If it cannot, that is all there was to do. */
  async #tell(host: PostgresHost): Promise<void> {
    const connection = this.#connection(host);
    await connection.send(rememberTimeline, [this.#known.system ?? "", this.#known.timeline]).catch(() => {});
    connection.close();
  }

  #connection({ host, port }: PostgresHost): PostgresConnection {
    return new PostgresConnection({
      address: this.#address,
      // A server that was left behind may wait for a standby that follows another one now.
      parameters: { synchronous_commit: "off" },
      prepare: false,
      open: () => openSocket(host, port),
    });
  }
}

const timelineOf = ({ standing }: Answer): string => standing?.timeline ?? "";
