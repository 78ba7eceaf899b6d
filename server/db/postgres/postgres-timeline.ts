/** What a server reports about itself. */
export type ServerState = {
  /** The identifier of its cluster, shared by a primary and its standbys. */
  system: string;
  /** Each promotion starts a timeline with a higher number, here as eight digits. Null if the server is read-only. */
  timeline: string | null;
};

export const serverState = `
  select (select cast(system_identifier as text) from pg_control_system()) as system,
    case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
      else substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end as timeline`;

/** Runs on an old primary, so that a node that starts on it knows that a newer timeline exists. */
export const rememberTimeline = `
  insert into timelines (system, timeline) values ($1, $2)
    on conflict (system) do update set timeline = excluded.timeline where timelines.timeline < excluded.timeline`;

/**
 * The latest timeline that this node has seen. An old primary that comes back after a failover accepts writes like any
 * other and lacks what was acknowledged since. Only its timeline shows that.
 */
export class KnownTimeline {
  #system: string | undefined;
  #timeline = "";

  get system(): string | undefined {
    return this.#system;
  }

  get timeline(): string {
    return this.#timeline;
  }

  /** Remembers the timeline of a server. Throws if it is older than the latest, or of another cluster. */
  admit({ system = this.#system, timeline }: Partial<ServerState>): void {
    if (this.#system !== undefined && system !== this.#system) throw otherCluster();
    if (!timeline) return;
    if (timeline < this.#timeline) throw leftBehind(timeline, this.#timeline);
    this.#system = system;
    this.#timeline = timeline;
  }
}

const shown = (timeline: string) => Number.parseInt(timeline, 16);

export const leftBehind = (timeline: string, known: string) =>
  Object.assign(
    new Error(
      `It was left behind by a failover: it is on timeline ${shown(timeline)}, and timeline ${shown(known)} has been in use.`,
    ),
    { code: "LEFT_BEHIND" },
  );

const otherCluster = () =>
  Object.assign(
    new Error("It belongs to another cluster than the one in use so far. To use that cluster, restart the nodes."),
    { code: "OTHER_CLUSTER" },
  );
