import type { Socket } from "node:net";
import { openSocket, PostgresConnection } from "./postgres-connection.ts";
import { firstCause, sqlState } from "./postgres-errors.ts";
import type { PostgresAddress, PostgresHost } from "./postgres-settings.ts";
import { type KnownTimeline, rememberTimeline, type ServerState } from "./postgres-timeline.ts";

/** Between two checks of all hosts: an old primary that was cut off does not know that another was promoted. */
const watchPauseMs = 1_000;

type Answer = { host: PostgresHost; state?: ServerState; fault?: Error };

/** Finds out which of several hosts is the primary. */
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

  /** Call when the host is no longer the primary or does not answer. */
  forget(): void {
    const [first, ...others] = this.#address.hosts;
    // A single host needs no search.
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

  /** Calls `moved` when another host was promoted, even if the old primary still answers. */
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
        this.#known.admit(answer.state ?? {});
        primary ??= answer.host;
      } catch (error) {
        answer.fault = error as Error;
        if (sqlState(error) === "LEFT_BEHIND") void this.#noteNewerTimeline(answer.host);
      }
    }
    if (primary) return primary;
    const faults = answers.map(({ host, fault }) => `${host.host}:${host.port}: ${fault?.message ?? "read-only"}`);
    throw Object.assign(new Error(`None of the hosts accepts writes. ${faults.join("; ")}`), { code: "ECONNREFUSED" });
  }

  /** The answers of all hosts, or of one that was promoted since: then a host that hangs causes no delay. */
  #answers(): Promise<Answer[]> {
    const { timeline } = this.#known;
    const asked = this.#address.hosts.map((host) => this.#stateOf(host));
    const all = Promise.all(asked);
    if (timeline === "") return all;
    const promoted = asked.map(async (answer) => {
      const given = await answer;
      return timelineOf(given) > timeline && given.state?.system === this.#known.system ? [given] : all;
    });
    return Promise.race(promoted);
  }

  /** At the start it is unknown which of two clusters is meant. */
  #refuseStrangers(answers: readonly Answer[]): void {
    const systems = new Set(answers.filter(timelineOf).map((answer) => answer.state?.system));
    if (this.#known.system !== undefined || systems.size < 2) return;
    throw Object.assign(new Error("The hosts of DATABASE_URL belong to different clusters."), {
      code: "OTHER_CLUSTER",
    });
  }

  async #stateOf(host: PostgresHost): Promise<Answer> {
    const connection = this.#connection(host);
    try {
      return { host, state: await connection.serverState() };
    } catch (error) {
      return { host, fault: firstCause(error as Error) };
    } finally {
      connection.close();
    }
  }

  /** Notes on an old primary that a newer timeline exists, for a node that starts and reaches no other. May fail. */
  async #noteNewerTimeline(host: PostgresHost): Promise<void> {
    const connection = this.#connection(host);
    // An old primary may wait for a standby that follows the new primary now.
    connection.begin("begin; set local synchronous_commit = off");
    connection.sendWithoutWaiting(rememberTimeline, [this.#known.system ?? "", this.#known.timeline]);
    await connection.send("commit", []).catch(() => {});
    connection.close();
  }

  #connection({ host, port }: PostgresHost): PostgresConnection {
    return new PostgresConnection({
      address: this.#address,
      parameters: {},
      prepare: false,
      open: () => openSocket(host, port),
    });
  }
}

const timelineOf = ({ state }: Answer): string => state?.timeline ?? "";
