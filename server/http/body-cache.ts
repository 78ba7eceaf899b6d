export type CachedBody = {
  body: Uint8Array;
  etag: string;
  language: string;
  headers?: Record<string, string>;
};

type Entry = CachedBody & { version: string };

/**
 * Answers kept as bytes, each under the version of what it was built from: never stale, only out of use. Bounded
 * by bytes; what was used longest ago goes first.
 */
export class BodyCache {
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string, version: string): CachedBody | undefined {
    const entry = this.#entries.get(key);
    if (entry?.version !== version) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, version: string, body: CachedBody): void {
    this.#remove(key);
    const size = body.body.byteLength + key.length + 200;
    // One giant tree must not push out everything else.
    if (size > this.#maxBytes / 4) return;
    this.#entries.set(key, { ...body, version });
    this.#bytes += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.body.byteLength + key.length + 200;
  }
}
