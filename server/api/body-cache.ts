import type { RowVersions, Scope } from "../db/db.ts";
import { type Bounded, BoundedMap } from "../memory/bounded-map.ts";
import { Slab } from "../memory/slab.ts";

type Built<Body> = {
  body: Body;
  etag: string;
  language: string;
  headers?: Record<string, string>;
};

export type CachedBody = Built<Uint8Array | Blob>;

/** A blob is sent as it lies there; bytes are copied for each answer, which was 42 of the 152 µs of a large tree. */
type Entry = Built<Uint8Array | Blob> & Bounded & { version: string };
/** Where the answer to a target is kept, and under which version, as long as its scope and the shape of all trees stay as they were. */
type Known = Bounded & { scope: Scope; state: string; key: string; version: string };

/** What the objects around it take. */
const overhead = 300;
/** From here on an answer is kept as a blob: below it, that is no faster. */
const largeBytes = 64 * 1024;

/**
 * Answers kept as they are sent, each under the version of what it was built from: never stale, only out of use.
 *
 * Where the engine knows versions without asking, the target of a request (its path and query) leads straight to its
 * answer: no query is parsed, no row is read.
 */
export class BodyCache {
  readonly #entries: BoundedMap<Entry>;
  readonly #targets: BoundedMap<Known>;
  readonly #versions: RowVersions | undefined;
  #slab = new Slab();
  /** Hashes of the keys that were asked for last, each where its remainder puts it: a while is some thousand others. */
  readonly #askedFor = new Uint32Array(2 ** 12);

  constructor(maxBytes: number, versions: RowVersions | undefined) {
    this.#entries = new BoundedMap((maxBytes * 15) / 16);
    this.#targets = new BoundedMap(maxBytes / 16);
    this.#versions = versions;
  }

  get bytes(): number {
    return this.#entries.bytes + this.#targets.bytes;
  }

  /**
   * What is kept under `key`, or what `build` makes. That is kept when it is asked for the second time within a while: a
   * program that goes through the catalog once pushes out nothing, and neither does more than could be kept.
   */
  async of(key: string, version: string | undefined, build: () => Promise<Built<Uint8Array>>): Promise<CachedBody> {
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.version === version) return entry;
    const built = await build();
    if (version === undefined || !this.#isAskedForAgain(key)) return built;
    const size = built.body.byteLength + key.length + overhead;
    const large = built.body.byteLength >= largeBytes;
    const body = large ? new Blob([built.body as BlobPart]) : this.#slab.keep(built.body);
    const kept: Entry = { ...built, body, version, size, used: false };
    this.#entries.set(key, kept);
    if (this.#slab.isWasteful(this.#entries.bytes)) this.#tidyUp();
    return kept;
  }

  #tidyUp(): void {
    this.#slab = new Slab();
    for (const entry of this.#entries.values()) {
      if (entry.body instanceof Uint8Array) entry.body = this.#slab.keep(entry.body);
    }
  }

  #isAskedForAgain(key: string): boolean {
    const hash = Bun.hash.murmur32v3(key);
    const slot = hash % this.#askedFor.length;
    const again = this.#askedFor[slot] === hash;
    this.#askedFor[slot] = hash;
    return again;
  }

  /** What the same target was answered with, if that is still so. For callers to whom nothing is hidden. */
  byTarget(target: string): CachedBody | undefined {
    const known = this.#targets.get(target);
    if (known === undefined || this.#versions?.ofScope(known.scope) !== known.state) return undefined;
    // What was built last need not be kept: then an older answer may still stand under its key.
    const entry = this.#entries.get(known.key);
    return entry?.version === known.version ? entry : undefined;
  }

  /** Notes, within the read that found it, under which key and version the answer to the target is kept. */
  note(target: string, scope: Scope, key: string, version: string | undefined): void {
    const state = this.#versions?.ofScope(scope);
    if (state === undefined || version === undefined) return;
    const size = target.length + key.length + overhead;
    this.#targets.set(target, { scope, state, key, version, size, used: false });
  }
}
