import type { PostgresConnection, PostgresResult } from "./postgres-connection.ts";
import { PostgresPool } from "./postgres-pool.ts";
import { type PostgresSettings, shownAddress } from "./postgres-settings.ts";
import { walPosition } from "./postgres-versions.ts";

/** How long a replica that failed or fell behind is not used. */
const pauseMs = 1_000;
/** How long a read waits for a replica that is a moment behind before it goes to the primary. */
const catchUpMs = 10;
const catchUpPauseMs = 2;
/** How long a read waits for a replica to report its position: one that hangs never does. */
const answerMs = 100;
/** A slower read runs again on the primary. Lower than the usual limit, as a replica that hangs would delay reads. */
const statementMs = 2_000;

type ReplicaState = { server: string | null; recovering: boolean; position: string | null; timeline: number | null };

// Only a replica that streams reports its timeline. A replica that follows no primary, and an old primary with a
// history of its own after a failover, must not be read, whatever their position. A replica that starts again, also after
// a crash of one process, has a new startup process, as has every other server that the address may lead to.
const ask = `select pg_is_in_recovery() as recovering, pg_last_wal_replay_lsn()::text as position,
  (select received_tli from pg_stat_wal_receiver) as timeline,
  (select backend_start::text from pg_stat_activity where backend_type = 'startup') as server`;

/** What a server said about itself. The position of a server only grows, until it starts again. */
type Answer = { server: string; position: bigint; timeline: string };

/** One replica, with what it said last. */
class Replica {
  readonly pool: PostgresPool;
  readonly name: string;
  readonly #pooled: boolean;
  #last: Answer | undefined;
  /** A server that starts again closes its connections. */
  readonly #servers = new WeakMap<PostgresConnection, string>();
  #pausedUntil = 0;
  #asking: Promise<void> | undefined;

  constructor(settings: PostgresSettings, url: string) {
    const statementTimeoutMs = Math.min(settings.statementTimeoutMs, statementMs);
    this.pool = new PostgresPool({ ...settings, statementTimeoutMs }, url);
    this.name = shownAddress(url);
    this.#pooled = settings.transactionPooler;
  }

  get isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  pause(): void {
    this.#pausedUntil = performance.now() + pauseMs;
    this.#last = undefined;
  }

  /** True when it showed everything up to `position`, as far as is known: most calls send no query. */
  async reaches(position: bigint, timeline: string): Promise<boolean> {
    const start = performance.now();
    for (;;) {
      if (isEnough(this.#last, position, timeline)) return true;
      if (!(await this.#answers())) return false;
      if (isEnough(this.#last, position, timeline)) return true;
      if (this.#last?.timeline !== timeline || performance.now() - start > catchUpMs) return false;
      await Bun.sleep(catchUpPauseMs);
    }
  }

  /** False if it takes too long. The query goes on, and its answer may serve the next read. */
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
      .then((rows) => {
        this.#last = answerOf(rows);
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  /** Begins a transaction. Resolves to false if it could show less than everything up to `position`. */
  begin(connection: PostgresConnection, position: bigint, timeline: string): Promise<boolean> {
    const begin = () => connection.begin(this.pool.begin("reading"));
    if (this.#pooled) {
      begin();
      return this.#isOnLast(connection, position, timeline);
    }
    const shows = this.#shows(connection, position, timeline);
    begin();
    return shows;
  }

  /** Asks only if the server said nothing before that tells. What it says ahead of the transaction holds for that too. */
  async #shows(connection: PostgresConnection, position: bigint, timeline: string): Promise<boolean> {
    const isLast = this.#last?.server === this.#servers.get(connection);
    if (isLast && isEnough(this.#last, position, timeline)) return true;
    const answer = answerOf(await connection.send(ask, []));
    this.#servers.set(connection, answer.server);
    this.#last = answer;
    return isEnough(answer, position, timeline);
  }

  /** A pooler chooses the server when the transaction begins. It has to be the one that said enough before. */
  async #isOnLast(connection: PostgresConnection, position: bigint, timeline: string): Promise<boolean> {
    const last = this.#last;
    const answer = answerOf(await connection.send(ask, []));
    return last?.server === answer.server && isEnough(last, position, timeline);
  }
}

function answerOf([row]: PostgresResult): Answer {
  const { server, recovering, position, timeline } = row as unknown as ReplicaState;
  return {
    server: server ?? "",
    position: position === null ? 0n : walPosition(position),
    timeline: recovering && timeline !== null ? timeline.toString(16).toUpperCase().padStart(8, "0") : "none",
  };
}

const isEnough = (answer: Answer | undefined, position: bigint, timeline: string): boolean =>
  answer !== undefined && answer.timeline === timeline && answer.position >= position;

/** The replicas, which serve reads in turn. */
export class PostgresReplicas {
  readonly #replicas: Replica[];
  #turn = 0;

  constructor(settings: PostgresSettings) {
    this.#replicas = settings.replicaUrls.map((url) => new Replica(settings, url));
  }

  get any(): boolean {
    return this.#replicas.length > 0;
  }

  /** A replica that shows everything up to `position`; undefined if none does. Pauses those that do not. */
  async at(position: bigint, timeline: string): Promise<Replica | undefined> {
    for (let tried = 0; tried < this.#replicas.length; tried++) {
      const replica = this.#replicas[this.#turn++ % this.#replicas.length];
      if (!replica || replica.isPaused) continue;
      try {
        if (await replica.reaches(position, timeline)) return replica;
      } catch {
        // It is down or starting: use the next one, or the primary.
      }
      replica.pause();
    }
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map(({ pool }) => pool.close()));
  }
}
