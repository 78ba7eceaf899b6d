import { coversProject, type Holder } from "../access/caller.ts";
import { standings } from "../access/standing.sql.ts";
import type { Db, Reader } from "../db/db.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { Slots } from "../http/slots.ts";
import { changeEventJson } from "../log/change-event.ts";
import { isImported } from "../log/changes.sql.ts";
import { eventId, isAfter, type Position, parseEventId, positionOf, samePosition } from "../log/event-id.ts";
import { changedSince, changesAfter, endOfLog, isSameLog, reachesBackTo } from "../log/follow.sql.ts";
import { Paced } from "../log/paced.ts";
import { noticeMarks } from "../notices/notices.sql.ts";
import { Listener } from "./listener.ts";
import { presenceJson } from "./presence.sql.ts";
import { heartbeat, retryLine, sseBytes, sseEvent } from "./sse.ts";

/** How many changes are read and sent together, and how many characters end a page early. */
const pageSize = 100;
const pageLength = 200_000;
/** Full pages never change, and listeners that fell behind together read the same ones. */
const mostCachedPages = 16;
/** After this many listeners, other requests get a turn. */
const listenersAtOnce = 500;
/** The log and the presence are checked this often even without a commit. */
const tickMs = 1_000;
/** Each listener gets a heartbeat once in this many ticks, so every 10 s: the idle timeout is 30 s or more. */
const heartbeatTicks = 10;
/** Access is read again this often, whatever its version: rows may be changed by hand, or by an older node. */
const accessTicks = 300;
/** An idle listener uses about 11 kB, and one that lags up to 256 kB more. */
const mostListeners = 20_000;
/** Each tab of a browser has one, and so has each program. */
const mostOfOne = 100;

export type Listening = {
  /** Start after this event; without it, start now. */
  lastEventId?: string | undefined;
  /** Tell a client without a last event whether anything changed within this many seconds. */
  recentSeconds?: number | undefined;
  /** Who listens, if sign-in is required: the stream ends with their access. */
  holder?: Holder | undefined;
  /** The user, the key or the address whose streams count together. */
  who?: string | undefined;
};

type Page = { bytes: Uint8Array | undefined; last: Position; full: boolean };

/** A project with listeners. */
type Channel = {
  projectKey: number;
  listeners: Set<Listener>;
  /** Live listeners have got everything up to here; undefined until there is one. */
  position: Position | undefined;
  presence: string;
};

/**
 * All open streams of this node. One reader follows the log of each project that has listeners, and encodes each event
 * once. A listener that reconnects or lags reads the log from its own position until it reaches the channel's.
 * Positions only move forward in the order of the log, so no event is sent twice or left out.
 */
export class LiveHub {
  readonly #db: Db;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #slots: Slots;
  readonly #channels = new Map<number, Channel>();
  readonly #pages = new Map<string, Promise<Page>>();
  readonly #follow: Paced;
  readonly #stopCommits: () => void;
  readonly #endTicks: () => void;
  #ticks = 0;
  #opened = 0;
  #presenceDue = true;
  #noticesVersion: number | undefined;
  #closed = false;

  constructor(db: Db, log: Log, clock: Clock, most = mostListeners, ofOne = mostOfOne) {
    this.#db = db;
    this.#log = log;
    this.#now = clock.now;
    this.#slots = new Slots({
      atOnce: most,
      mostWaiting: 0,
      detail: "Too many streams are open.",
      ofOne: { atOnce: ofOne, mostWaiting: 0, detail: `${ofOne} streams of yours are already open.` },
      retryAfterSeconds: 10,
    });
    this.#follow = new Paced(
      () => this.#turn(),
      clock,
      tickMs,
      (err) => log.error({ err }, "could not follow the log"),
    );
    this.#stopCommits = db.onCommit(() => {
      if (this.#channels.size > 0) this.#follow.wake();
    });
    this.#endTicks = clock.every(tickMs, () => this.#tick());
  }

  get listeners(): number {
    return this.#slots.running;
  }

  /** A stream of the events of a project. */
  async listen(projectKey: number, listening: Listening, signal: AbortSignal): Promise<ReadableStream> {
    const slot = await this.#slots.enter(listening.who);
    try {
      return await this.#open(projectKey, listening, signal, slot);
    } catch (error) {
      slot[Symbol.dispose]();
      throw error;
    }
  }

  async #open(
    projectKey: number,
    listening: Listening,
    signal: AbortSignal,
    slot: Disposable,
  ): Promise<ReadableStream> {
    const { lastEventId, recentSeconds, holder } = listening;
    const asked = lastEventId === undefined ? undefined : parseEventId(lastEventId);
    const { known, start, changed, notices } = await this.#db.read(async (reader) => {
      const known = asked !== undefined && (await reachesBackTo(reader, asked));
      const start = known ? asked : await endOfLog(reader, projectKey);
      const notices = holder?.kind === "user" ? (await noticeMarks(reader, [holder.key])).get(holder.key) : undefined;
      if (recentSeconds === undefined || lastEventId !== undefined) return { known, start, notices };
      const changed = await changedSince(reader, projectKey, this.#now() - recentSeconds * 1000);
      return { known, start, changed, notices };
    });
    const channel = this.#channel(projectKey);
    const listener: Listener = new Listener(
      start,
      { slot: this.#opened++ % heartbeatTicks, holder, projectKey, now: this.#now },
      () => void this.#catchUp(channel, listener),
      () => {
        slot[Symbol.dispose]();
        this.#leave(channel, listener);
      },
    );
    listener.notices = notices;
    channel.listeners.add(listener);
    signal.addEventListener("abort", () => listener.leave(), { once: true });
    const name = lastEventId === undefined || known ? "ready" : "reset";
    listener.send(sseBytes(retryLine() + sseEvent(name, JSON.stringify({ changed }), eventId(start))));
    if (signal.aborted) listener.leave();
    if (this.#closed) listener.end();
    return listener.stream;
  }

  /** Someone arrived, left or opened something else. */
  presenceChanged(): void {
    this.#presenceDue = true;
    if (this.#channels.size > 0) this.#follow.wake();
  }

  /** Ends every stream. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopCommits();
    this.#endTicks();
    for (const listener of this.#everyone()) listener.end();
    await this.#follow.stop();
  }

  #channel(projectKey: number): Channel {
    let channel = this.#channels.get(projectKey);
    if (!channel) {
      channel = { projectKey, listeners: new Set(), position: undefined, presence: "" };
      this.#channels.set(projectKey, channel);
    }
    return channel;
  }

  #leave(channel: Channel, listener: Listener): void {
    channel.listeners.delete(listener);
    if (channel.listeners.size === 0 && this.#channels.get(channel.projectKey) === channel) {
      this.#channels.delete(channel.projectKey);
    }
  }

  /** Reads the log for one listener, as fast as its client reads, until it reaches the channel's position. */
  async #catchUp(channel: Channel, listener: Listener): Promise<void> {
    if (listener.reading || listener.live) return;
    listener.reading = true;
    try {
      while (listener.hasRoom && !listener.live) {
        const page = await this.#page(channel.projectKey, listener.position);
        await this.#endWithAccess([listener]);
        if (listener.closed) return;
        if (page.bytes) listener.send(page.bytes);
        listener.position = page.last;
        if (!page.full) this.#join(channel, listener);
      }
    } catch (err) {
      this.#log.error({ err }, "could not read the log for a listener");
      listener.drop();
    } finally {
      listener.reading = false;
    }
  }

  /** Runs synchronously after a page that reached the end of the log, so that no event can come in between. */
  #join(channel: Channel, listener: Listener): void {
    channel.position ??= listener.position;
    if (isAfter(channel.position, listener.position)) return;
    listener.live = true;
    if (channel.presence !== "") listener.send(sseBytes(sseEvent("presence", channel.presence)));
  }

  #page(projectKey: number, after: Position): Promise<Page> {
    const key = `${projectKey} ${eventId(after)}`;
    const cached = this.#pages.get(key);
    if (cached) return cached;
    const page = this.#db.read((reader) => readPage(reader, projectKey, after));
    this.#pages.set(key, page);
    const forget = () => void this.#pages.delete(key);
    page.then(({ full }) => {
      if (!full) forget();
      else if (this.#pages.size > mostCachedPages)
        for (const oldest of this.#pages.keys()) {
          this.#pages.delete(oldest);
          break;
        }
    }, forget);
    return page;
  }

  async #turn(): Promise<void> {
    const presenceDue = this.#presenceDue;
    this.#presenceDue = false;
    await this.#endWithAccess(this.#everyone());
    for (const channel of this.#channels.values()) {
      await this.#followLog(channel);
      if (presenceDue) await this.#followPresence(channel);
    }
    await this.#followNotices();
  }

  /** Tells people that their notices have changed. While nobody's do, this is one query for all listeners. */
  async #followNotices(): Promise<void> {
    const people = [...this.#everyone()].filter(isPerson);
    if (people.length === 0) return;
    const version = await this.#db.single.version("notices");
    if (version !== undefined && version === this.#noticesVersion) return;
    const keys = [...new Set(people.map(({ holder }) => holder.key))];
    const marks = await this.#db.read((reader) => noticeMarks(reader, keys));
    this.#noticesVersion = version;
    for (const listener of people) {
      const mark = marks.get(listener.holder.key);
      if (listener.closed || listener.notices === mark) continue;
      if (listener.hasRoom) {
        listener.notices = mark;
        listener.send(noticesChanged);
      } else this.#noticesVersion = undefined;
    }
  }

  async #followLog(channel: Channel): Promise<void> {
    for (let full = true; full && channel.position && !this.#closed; ) {
      const from = channel.position;
      const page = await this.#db.read(async (reader) =>
        (await isSameLog(reader, from)) ? readPage(reader, channel.projectKey, from) : undefined,
      );
      if (!page) return this.#reset(channel);
      full = page.full;
      const { bytes, last } = page;
      if (samePosition(last, from)) return;
      await this.#endWithAccess(channel.listeners);
      channel.position = last;
      await this.#each(channel, (listener) => {
        if (!listener.live || !isAfter(last, listener.position)) return;
        if (samePosition(listener.position, from) && (!bytes || listener.hasRoomFor(bytes))) {
          if (bytes) listener.send(bytes);
          listener.position = last;
          return;
        }
        listener.live = false;
        void this.#catchUp(channel, listener);
      });
    }
  }

  /**
   * Ends the streams whose access has ended, and tells the others if their grants have changed. Called after an event is read and before it is sent, so that nobody gets a
   * change that was made after their access ended. While no access changes, this is one query for all listeners.
   */
  async #endWithAccess(listeners: Iterable<Listener>): Promise<void> {
    const held = [...listeners].filter(isHeld);
    if (held.length === 0) return;
    const version = await this.#db.single.version("access");
    const due = held.filter(({ accessVersion }) => version === undefined || accessVersion !== version);
    for (let start = 0; start < due.length; start += listenersAtOnce) {
      const some = due.slice(start, start + listenersAtOnce);
      const holders = some.map(({ holder }) => holder);
      const found = await this.#db.read((reader) => standings(reader, holders));
      for (const [index, listener] of some.entries()) {
        const standing = found[index];
        if (!standing || !coversProject(standing.grants, listener.projectKey)) listener.end();
        else {
          listener.endsAt = standing.until;
          listener.accessVersion = version;
          const grants = JSON.stringify(standing.grants);
          if (listener.grants !== undefined && listener.grants !== grants) listener.send(accessChanged);
          listener.grants = grants;
        }
      }
    }
  }

  *#everyone(): Generator<Listener> {
    for (const { listeners } of this.#channels.values()) yield* listeners;
  }

  async #followPresence(channel: Channel): Promise<void> {
    const present = await this.#db.read((reader) => presenceJson(reader, channel.projectKey, this.#now()));
    if (present === channel.presence) return;
    await this.#endWithAccess(channel.listeners);
    channel.presence = present;
    const bytes = sseBytes(sseEvent("presence", present));
    await this.#each(channel, (listener) => {
      if (listener.live && listener.hasRoom) listener.send(bytes);
    });
  }

  /** A restored backup has replaced the log: clients show data that is no longer stored. */
  async #reset(channel: Channel): Promise<void> {
    this.#pages.clear();
    this.#log.warn({ listeners: channel.listeners.size }, "the log was replaced; listeners have to read all again");
    const end = await this.#db.read((reader) => endOfLog(reader, channel.projectKey));
    channel.position = end;
    const bytes = sseBytes(sseEvent("reset", "{}", eventId(end)));
    await this.#each(channel, (listener) => {
      listener.position = end;
      listener.send(bytes);
    });
  }

  async #each(channel: Channel, act: (listener: Listener) => void): Promise<void> {
    let count = 0;
    for (const listener of channel.listeners) {
      act(listener);
      if (++count % listenersAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #tick(): void {
    this.#presenceDue = true;
    const readsAccess = this.#ticks % accessTicks === accessTicks - 1;
    const slot = this.#ticks++ % heartbeatTicks;
    // Cached pages only help listeners that read at the same time.
    if (slot === 0) this.#pages.clear();
    const now = this.#now();
    for (const listener of this.#everyone()) {
      if (now >= listener.endsAt) listener.end();
      if (readsAccess) listener.accessVersion = undefined;
      if (listener.slot !== slot) continue;
      if (listener.hasRoom) listener.send(heartbeat);
      else if (listener.isStuck(now)) listener.drop();
    }
  }
}

const accessChanged = sseBytes(sseEvent("access", "{}"));

const noticesChanged = sseBytes(sseEvent("notices", "{}"));

const isPerson = (listener: Listener): listener is Listener & { holder: Holder } => listener.holder?.kind === "user";

const isHeld = (listener: Listener): listener is Listener & { holder: Holder } => listener.holder !== undefined;

async function readPage(reader: Reader, projectKey: number, after: Position): Promise<Page> {
  const changes = await changesAfter(reader, projectKey, after, pageSize);
  let text = "";
  let last = after;
  let read = 0;
  for (const change of changes) {
    last = positionOf(change);
    read++;
    // An import is told when it is done, in one event.
    if (isImported(change)) continue;
    text += sseEvent("change", await changeEventJson(reader, change), eventId(last));
    if (text.length > pageLength) break;
  }
  return {
    bytes: text === "" ? undefined : sseBytes(text),
    last,
    full: read < changes.length || changes.length === pageSize,
  };
}
