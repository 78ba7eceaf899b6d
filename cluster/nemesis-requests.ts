import type { ServiceNode } from "./service-node.ts";

/** After this time a client gives up waiting and tries another node. */
const patienceMs = 5_000;
const pauseMs = 50;

export type Asked = { method: string; path: string; body?: unknown; headers?: Record<string, string> };
export type Reply = { status: number; body: unknown; etag: string | undefined; node: ServiceNode };

/** The results of all requests of a run. `wrong` has answers that the service must never give. */
export class Tally {
  acknowledged = 0;
  refused = 0;
  unknown = 0;
  settled = 0;
  reads = 0;
  staleReads = 0;
  // The same fault is found on every node and in every read.
  readonly wrong = new Set<string>();
  readonly stale = new Set<string>();
  readonly lost = new Set<string>();
  readonly doubled = new Set<string>();
  readonly #byNode = new Map<ServiceNode, number>();

  acknowledgedBy(node: ServiceNode): number {
    return this.#byNode.get(node) ?? 0;
  }

  acknowledge(node: ServiceNode): void {
    this.acknowledged++;
    this.#byNode.set(node, this.acknowledgedBy(node) + 1);
  }
}

/** Sends requests to any node, and repeats a write until its outcome is known. */
export class Requests {
  readonly #nodes: readonly ServiceNode[];
  readonly #below: (end: number) => number;
  readonly #tally: Tally;
  readonly #open = new Set<AbortController>();
  #abandoned = false;

  constructor(nodes: readonly ServiceNode[], below: (end: number) => number, tally: Tally) {
    this.#nodes = nodes;
    this.#below = below;
    this.#tally = tally;
  }

  /** Cuts every connection on which a client waits. */
  cut(): void {
    for (const request of this.#open) request.abort();
  }

  /** Stops waiting for answers. */
  abandon(): void {
    this.#abandoned = true;
    this.cut();
  }

  /** One request; undefined without an answer. A node that accepts no connection has not got the request: another is tried. */
  async send(asked: Asked, node?: ServiceNode): Promise<Reply | undefined> {
    for (;;) {
      const to = node ?? this.#any();
      try {
        if (to?.running) return await this.#send(asked, to);
      } catch (error) {
        if ((error as { code?: string }).code !== "ConnectionRefused") return undefined;
      }
      if (node || this.#abandoned) return undefined;
      await Bun.sleep(pauseMs);
    }
  }

  /**
   * One write, repeated unchanged until an answer gives its outcome; undefined if it is given up. `between` runs before each
   * repetition, to check what was acknowledged before it is overwritten.
   */
  async settle(asked: Asked, between: () => Promise<void>): Promise<Reply | undefined> {
    for (let attempt = 1; ; attempt++) {
      const reply = await this.send(asked);
      if (reply && reply.status !== 503) {
        if (attempt > 1) this.#tally.settled++;
        return reply;
      }
      if (attempt === 1) this.#tally.unknown++;
      if (this.#abandoned) return undefined;
      await Bun.sleep(pauseMs);
      await between();
    }
  }

  #any(): ServiceNode | undefined {
    return this.#nodes[this.#below(this.#nodes.length)];
  }

  async #send({ method, path, body, headers = {} }: Asked, node: ServiceNode): Promise<Reply> {
    const request = new AbortController();
    this.#open.add(request);
    const timer = setTimeout(() => request.abort(), patienceMs);
    try {
      const response = await fetch(node.url + path, {
        method,
        headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: request.signal,
      });
      const text = await response.text();
      const { status } = response;
      if (status === 503 ? !response.headers.has("retry-after") : status >= 500) {
        this.#tally.wrong.add(`${method} ${path}: ${status} ${text}`);
      }
      const etag = response.headers.get("etag") ?? undefined;
      return { status, body: text === "" ? undefined : JSON.parse(text), etag, node };
    } finally {
      clearTimeout(timer);
      this.#open.delete(request);
    }
  }
}
