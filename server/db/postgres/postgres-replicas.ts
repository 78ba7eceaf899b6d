import { PostgresPool } from "./postgres-pool.ts";
import { type PostgresSettings, shownAddress } from "./postgres-settings.ts";
import { walPosition } from "./postgres-versions.ts";

/** A replica that failed or fell behind is asked again after so long. */
const leftAloneMs = 1_000;
/** How long a read may wait for a replica that is a moment behind before it goes to the primary. */
const catchUpMs = 10;
const catchUpPauseMs = 2;
/** How long it may wait for the replica to say how far it is: one that hangs says nothing. */
const answerMs = 100;
/** What takes longer on a replica is run again on the primary. Past the usual limit, one that hangs would hold reads up. */
const statementMs = 2_000;

type Standing = { recovering: boolean; position: string | null; timeline: number | null };

// Only a replica that streams says on which timeline: one that follows nobody, or a primary that failed over and was
// left behind with a history of its own, must not be read whatever its position says.
const ask = `select pg_is_in_recovery() as recovering, pg_last_wal_replay_lsn()::text as position,
  (select received_tli from pg_stat_wal_receiver) as timeline`;

/** One replica, and how far it is known to be. */
class Replica {
  readonly pool: PostgresPool;
  readonly name: string;
  #position = 0n;
  #timeline = "";
  #aloneUntil = 0;
  #asking: Promise<void> | undefined;

  constructor(settings: PostgresSettings, url: string) {
    const statementTimeoutMs = Math.min(settings.statementTimeoutMs, statementMs);
    this.pool = new PostgresPool({ ...settings, statementTimeoutMs }, url);
    this.name = shownAddress(url);
  }

  get rests(): boolean {
    return performance.now() < this.#aloneUntil;
  }

  leaveAlone(): void {
    this.#aloneUntil = performance.now() + leftAloneMs;
    this.#position = 0n;
  }

  /** True once it shows everything up to `position`. What it has replayed stays replayed, so most calls ask nothing. */
  async reaches(position: bigint, timeline: string): Promise<boolean> {
    const start = performance.now();
    for (;;) {
      if (this.#timeline === timeline && this.#position >= position) return true;
      if (!(await this.#answers())) return false;
      if (this.#timeline === timeline && this.#position >= position) return true;
      if (this.#timeline !== timeline || performance.now() - start > catchUpMs) return false;
      await Bun.sleep(catchUpPauseMs);
    }
  }

  /** False if it takes too long, which ends no question: its answer may serve the next read. */
  #answers(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, answerMs, false);
      this.#ask()
        .then(() => resolve(true), reject)
        .finally(() => clearTimeout(timer));
    });
  }

  #ask(): Promise<void> {
    this.#asking ??= this.pool
      .single(ask, [])
      .then(([row]) => {
        const { recovering, position, timeline } = (row as Standing | undefined) ?? {
          recovering: false,
          position: null,
          timeline: null,
        };
        this.#timeline =
          recovering && timeline !== null ? timeline.toString(16).toUpperCase().padStart(8, "0") : "none";
        this.#position = position === null ? 0n : walPosition(position);
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }
}

/** The replicas that take reads, in turn. */
export class PostgresReplicas {
  readonly #replicas: Replica[];
  #turn = 0;

  constructor(settings: PostgresSettings) {
    this.#replicas = settings.replicaUrls.map((url) => new Replica(settings, url));
  }

  get any(): boolean {
    return this.#replicas.length > 0;
  }

  /** A replica that shows everything up to `position`; undefined if none does. One that does not is left alone a while. */
  async at(position: bigint, timeline: string): Promise<Replica | undefined> {
    for (let tried = 0; tried < this.#replicas.length; tried++) {
      const replica = this.#replicas[this.#turn++ % this.#replicas.length];
      if (!replica || replica.rests) continue;
      try {
        if (await replica.reaches(position, timeline)) return replica;
      } catch {
        // Dead or starting: the next one, or the primary.
      }
      replica.leaveAlone();
    }
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map(({ pool }) => pool.close()));
  }
}
