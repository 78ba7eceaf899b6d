import { defaultLanguage } from "../../contract/languages.ts";
import type { AtOnce, Reader } from "../db/db.ts";
import type { Scope } from "../db/scope.ts";
import { type Bounded, BoundedMap } from "../memory/bounded-map.ts";
import { ByteRing } from "../memory/byte-ring.ts";

type Built<Body> = {
  body: Body;
  etag: string;
  language?: string;
  headers?: Record<string, string>;
};

export type CachedBody = Built<Uint8Array | Blob>;

/** A large answer, and the version of what it was built from. A blob is sent as it lies there; bytes are copied. */
type Large = Built<Blob> & Bounded & { scope: Scope; version: number };

/** What the objects around it take. */
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
  readonly #answers: ByteRing;
  readonly #large: BoundedMap<Large>;
  readonly #atOnce: AtOnce | undefined;

  constructor(shares: { answers: number; large: number }, atOnce: AtOnce | undefined) {
    this.#answers = new ByteRing(shares.answers);
    this.#large = new BoundedMap(shares.large);
    this.#atOnce = atOnce;
  }

  get bytes(): { answers: number; large: number } {
    return { answers: this.#answers.bytes, large: this.#large.bytes };
  }

  /**
   * What the same target was answered with, if that is still so. For callers to whom nothing is hidden. A response is made of
   * it at once: other bytes may take its place.
   */
  known(target: string): CachedBody | undefined {
    if (!this.#atOnce) return undefined;
    const kept = this.#answers.get(target);
    if (kept) {
      const [scope, answer] = fromText(kept.text, kept.body);
      if (this.#atOnce.version(scope) === kept.version) return answer;
    }
    const large = this.#large.get(target);
    return large && this.#atOnce.version(large.scope) === large.version ? large : undefined;
  }

  /** What is kept for the target, or what `build` makes of `scope`. */
  async of(
    target: string,
    scope: Scope,
    reader: Reader,
    build: () => Promise<Built<Uint8Array>> | Built<Uint8Array>,
  ): Promise<CachedBody> {
    const version = this.#atOnce ? this.#atOnce.version(scope) : await reader.version(scope);
    if (version === undefined) return build();
    const kept = this.#current(target, scope, version);
    if (kept) return kept;
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
    const kept = this.#answers.get(target);
    if (kept?.version === version) {
      const [keptScope, answer] = fromText(kept.text, kept.body);
      if (keptScope === scope) return { ...answer, body: kept.body.slice() };
    }
    const large = this.#large.get(target);
    return large?.scope === scope && large.version === version ? large : undefined;
  }
}

/** All of an answer but its body: most have no headers of their own, and the default language. */
function asText(scope: Scope, { etag, language = defaultLanguage, headers }: Built<Uint8Array>): string {
  const isPlain = language === defaultLanguage && (headers === undefined || Object.keys(headers).length === 0);
  return `${scope}\n${etag}${isPlain ? "" : `\n${JSON.stringify({ language, headers })}`}`;
}

function fromText(text: string, body: Uint8Array): [Scope, CachedBody] {
  const [scope, etag = "", rest] = text.split("\n", 3);
  const answer = rest === undefined ? { body, etag } : { body, etag, ...JSON.parse(rest) };
  return [scope as Scope, answer];
}
