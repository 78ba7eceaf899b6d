import type { AtOnce, Reader } from "../db/db.ts";
import type { Scope } from "../db/scope.ts";
import { type Bounded, BoundedMap } from "../memory/bounded-map.ts";
import { Slab } from "../memory/slab.ts";

type Built<Body> = {
  body: Body;
  etag: string;
  language?: string;
  headers?: Record<string, string>;
};

/** A blob is sent as it lies there; bytes are copied for each answer, which was 42 of the 152 µs of a large tree. */
export type CachedBody = Built<Uint8Array | Blob>;

/** An answer, and the version of what it was built from. */
type Entry = CachedBody & Bounded & { scope: Scope; version: string };

/** What the objects around it take, measured. */
const overhead = 650;
/** From here on an answer is kept as a blob: below it, that is no faster. */
const largeBytes = 64 * 1024;

/**
 * Answers kept as they are sent, each under the version of what it was built from: never stale, only out of use.
 *
 * They are found by the target of the request, its path and query. Where the engine knows versions without asking, that is
 * all it takes: no query is parsed, no row is read.
 */
export class BodyCache {
  readonly #entries: BoundedMap<Entry>;
  readonly #atOnce: AtOnce | undefined;
  #slab = new Slab();
  /** Hashes of the targets that were asked for last, each where its remainder puts it: a while is some thousand others. */
  readonly #askedFor = new Uint32Array(2 ** 12);

  constructor(maxBytes: number, atOnce: AtOnce | undefined) {
    this.#entries = new BoundedMap(maxBytes);
    this.#atOnce = atOnce;
  }

  get bytes(): number {
    return this.#entries.bytes;
  }

  /** What the same target was answered with, if that is still so. For callers to whom nothing is hidden. */
  known(target: string): CachedBody | undefined {
    const entry = this.#entries.get(target);
    return entry !== undefined && this.#atOnce?.version(entry.scope) === entry.version ? entry : undefined;
  }

  /**
   * What is kept for the target, or what `build` makes of `scope`. That is kept while there is room, and then when it is asked
   * for the second time within a while: a program that goes through the catalog once pushes out nothing.
   */
  async of(
    target: string,
    scope: Scope,
    reader: Reader,
    build: () => Promise<Built<Uint8Array>> | Built<Uint8Array>,
  ): Promise<CachedBody> {
    const version = this.#atOnce ? this.#atOnce.version(scope) : await reader.version(scope);
    const entry = this.#entries.get(target);
    if (entry !== undefined && entry.version === version && entry.scope === scope) return entry;
    const built = await build();
    if (version === undefined) return built;
    const size = built.body.byteLength + target.length + overhead;
    if (!this.#entries.hasRoomFor(size) && !this.#isAskedForAgain(target)) return built;
    const large = built.body.byteLength >= largeBytes;
    const body = large ? new Blob([built.body as BlobPart]) : this.#slab.keep(built.body);
    const kept: Entry = { ...built, body, scope, version, size, used: false };
    this.#entries.set(target, kept);
    if (this.#slab.isWasteful(this.#entries.bytes)) this.#tidyUp();
    return kept;
  }

  #tidyUp(): void {
    this.#slab = new Slab();
    for (const entry of this.#entries.values()) {
      if (entry.body instanceof Uint8Array) entry.body = this.#slab.keep(entry.body);
    }
  }

  #isAskedForAgain(target: string): boolean {
    const hash = Bun.hash.murmur32v3(target);
    const slot = hash % this.#askedFor.length;
    const again = this.#askedFor[slot] === hash;
    this.#askedFor[slot] = hash;
    return again;
  }
}
