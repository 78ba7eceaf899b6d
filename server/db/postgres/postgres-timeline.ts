/** What a server says of itself. */
export type Standing = {
  /** The identifier of its cluster: a primary and its standbys have the same, and nobody else has. */
  system: string;
  /** Each promotion starts a timeline with a higher number, here as eight digits. Null where it takes no writes. */
  timeline: string | null;
};

export const standing = `
  select (select cast(system_identifier as text) from pg_control_system()) as system,
    case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
      else substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end as timeline`;

/** For a server that was left behind, so that a node that starts on it knows. */
export const rememberTimeline = `
  insert into timelines (system, timeline) values ($1, $2)
    on conflict (system) do update set timeline = excluded.timeline where timelines.timeline < excluded.timeline`;

/**
 * The furthest timeline that this node has seen. A primary that was failed over from and comes back takes writes like any
 * other and knows nothing of what was acknowledged since; only its timeline tells.
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

  /** Remembers where this server stands; throws if it is left behind, or of another cluster. */
  admit({ system = this.#system, timeline }: Partial<Standing>): void {
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
    new Error("It belongs to another cluster than the one in use so far. If that is meant, start the nodes anew."),
    { code: "OTHER_CLUSTER" },
  );
