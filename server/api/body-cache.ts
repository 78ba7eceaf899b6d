import { defaultLanguage } from "../../contract/languages.ts";
import type { LocalVersions, Reader } from "../db/db.ts";
import type { Scope } from "../db/scope.ts";
import { type Bounded, BoundedMap } from "../memory/bounded-map.ts";
import { ByteRing } from "../memory/byte-ring.ts";

type Built<Body> = {
  body: Body;
  etag: string;
  language?: string;
  headers?: Record<string, string> | undefined;
};

export type CachedBody = Built<Uint8Array | Blob>;

/** A large answer, and the scope and version it was built from. A blob is sent without a copy, bytes are copied. */
type Large = Built<Blob> & Bounded & { scope: Scope; version: number };

/** Bytes of the objects around a body. */
const overhead = 650;
/** A body of at least this size is cached as a blob, which is sent without a copy. */
const largeBytes = 16 * 1024;

/**
 * Caches answers as they are sent, each with the version of its scope: a cached answer is never stale, only unused.
 *
 * The key is the target of the request, its path and query. If the engine knows versions without waiting, a hit needs
 * nothing else: no query is parsed and no row is read.
 */
export class BodyCache {
  readonly #answers: ByteRing;
  readonly #large: BoundedMap<Large>;
  readonly #localVersions: LocalVersions | undefined;
  /** Answers that are being made: a tree of thousands takes a while, and many may ask for it meanwhile. */
  readonly #building = new Map<string, Promise<CachedBody>>();

  constructor(shares: { answers: number; large: number }, localVersions: LocalVersions | undefined) {
    this.#answers = new ByteRing(shares.answers);
    this.#large = new BoundedMap(shares.large);
    this.#localVersions = localVersions;
  }

  get bytes(): { answers: number; large: number } {
    return { answers: this.#answers.bytes, large: this.#large.bytes };
  }

  /**
   * The cached answer for a target, if it is current. Only for callers who may see everything. The caller must use the
   * body immediately: later writes may overwrite its bytes.
   */
  known(target: string): CachedBody | undefined {
    if (!this.#localVersions) return undefined;
    const cached = this.#answers.get(target);
    if (cached) {
      const [scope, answer] = fromText(cached.text, cached.body);
      if (this.#localVersions.version(scope) === cached.version) return answer;
    }
    const large = this.#large.get(target);
    return large && this.#localVersions.version(large.scope) === large.version ? large : undefined;
  }

  /** The cached answer for the target, or the answer that `build` makes. */
  async of(
    target: string,
    scope: Scope,
    reader: Reader,
    build: () => Promise<Built<Uint8Array>> | Built<Uint8Array>,
  ): Promise<CachedBody> {
    const version = this.#localVersions ? this.#localVersions.version(scope) : await reader.version(scope);
    if (version === undefined) return build();
    const cached = this.#current(target, scope, version);
    if (cached) return cached;
    const name = `${version} ${scope} ${target}`;
    const other = this.#building.get(name);
    if (other) return other;
    const building = this.#build(target, scope, version, build).finally(() => this.#building.delete(name));
    this.#building.set(name, building);
    return building;
  }

  async #build(
    target: string,
    scope: Scope,
    version: number,
    build: () => Promise<Built<Uint8Array>> | Built<Uint8Array>,
  ): Promise<CachedBody> {
    const built = await build();
    if (built.body.byteLength < largeBytes) {
      this.#answers.set(target, { version, text: asText(scope, built), body: built.body });
      return built;
    }
    const size = built.body.byteLength + target.length + overhead;
    const large = { ...built, body: new Blob([built.body as BlobPart]), scope, version, size, used: false };
    this.#large.set(target, large);
    return large;
  }

  #current(target: string, scope: Scope, version: number): CachedBody | undefined {
    const cached = this.#answers.get(target);
    if (cached?.version === version) {
      const [cachedScope, answer] = fromText(cached.text, cached.body);
      if (cachedScope === scope) return { ...answer, body: cached.body.slice() };
    }
    const large = this.#large.get(target);
    return large?.scope === scope && large.version === version ? large : undefined;
  }
}

/** An answer without its body, as text. Most answers have no extra headers and the default language. */
function asText(scope: Scope, { etag, language = defaultLanguage, headers }: Built<Uint8Array>): string {
  const isPlain = language === defaultLanguage && (headers === undefined || Object.keys(headers).length === 0);
  return `${scope}\n${etag}${isPlain ? "" : `\n${JSON.stringify({ language, headers })}`}`;
}

function fromText(text: string, body: Uint8Array): [Scope, CachedBody] {
  const [scope, etag = "", rest] = text.split("\n", 3);
  const answer = rest === undefined ? { body, etag } : { body, etag, ...JSON.parse(rest) };
  return [scope as Scope, answer];
}
