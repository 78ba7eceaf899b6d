import type { Holder } from "../access/caller.ts";
import type { Position } from "../log/event-id.ts";

/** The most bytes queued for a listener. One that lags further continues from the log. */
const mostQueuedBytes = 256 * 1024;
/** A listener that lags and reads nothing for this long is dropped. Its client reconnects with Last-Event-ID. */
const stuckMs = 15_000;

/**
 * One open stream. With 10,000 listeners the plain ReadableStream, Bun's direct one and generators all use about 5 KB
 * each; only the plain one shows how much is queued, and reports a client that disconnects.
 */
export class Listener {
  readonly stream: ReadableStream<Uint8Array>;
  /** Everything up to here is in the stream. */
  position: Position;
  /** Whether it gets events as they happen; otherwise it reads the log until it has caught up. */
  live = false;
  /** Whether it is reading a page of the log. */
  reading = false;
  closed = false;
  /** The tick of its heartbeat. */
  readonly slot: number;
  /** Who listens, if sign-in is required. */
  readonly holder: Holder | undefined;
  readonly projectKey: number;
  /** The version of everyone's access that it was last checked against. */
  accessVersion: number | undefined;
  /** Its grants by then; undefined before the first check. */
  grants: string | undefined;
  /** The state of the person's notices that their client knows of. */
  notices: string | undefined;
  /** When its key or its session ends. */
  endsAt = Number.POSITIVE_INFINITY;
  readonly #left: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #lastRead: number;

  constructor(
    position: Position,
    {
      slot,
      holder,
      projectKey,
      now,
    }: { slot: number; holder: Holder | undefined; projectKey: number; now: () => number },
    drained: () => void,
    left: () => void,
  ) {
    this.position = position;
    this.slot = slot;
    this.holder = holder;
    this.projectKey = projectKey;
    this.#left = left;
    this.#lastRead = now();
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#lastRead = now();
          if (!this.live) drained();
        },
        cancel: () => this.leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: mostQueuedBytes }),
    );
  }

  get hasRoom(): boolean {
    return !this.closed && (this.#controller?.desiredSize ?? 0) > 0;
  }

  hasRoomFor(bytes: Uint8Array): boolean {
    return !this.closed && (this.#controller?.desiredSize ?? 0) >= bytes.byteLength;
  }

  /** The bytes are shared with other listeners. */
  send(bytes: Uint8Array): void {
    if (!this.closed) this.#controller?.enqueue(bytes);
  }

  isStuck(now: number): boolean {
    return !this.hasRoom && now - this.#lastRead > stuckMs;
  }

  /** The client has disconnected. */
  leave(): void {
    if (this.closed) return;
    this.closed = true;
    this.#left();
  }

  /** Ends the stream normally. */
  end(): void {
    if (this.closed) return;
    this.leave();
    this.#controller?.close();
  }

  /** Frees the queue of a client that does not read it. Without a reason: Bun would print that as a crash. */
  drop(): void {
    if (this.closed) return;
    this.leave();
    this.#controller?.error();
  }
}
