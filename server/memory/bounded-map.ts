/** What can be kept: how many bytes it takes, and whether it was used since room was last needed. */
export type Bounded = { readonly size: number; used: boolean };

/**
 * A map that holds no more than so many bytes, as its users count them. What was not used for longest goes first,
 * roughly: when room is needed, what was used since the last time gets one more round. So a look-up moves nothing
 * about. What is kept carries its own marks: a hundred thousand wrappers less for the garbage collector to walk.
 */
export class BoundedMap<T extends Bounded> {
  readonly #entries = new Map<string, T>();
  readonly #maxBytes: number;
  readonly #letGo: ((entry: T) => void) | undefined;
  #bytes = 0;

  /** `letGo` is called with what had to make room. */
  constructor(maxBytes: number, letGo?: (entry: T) => void) {
    this.#maxBytes = maxBytes;
    this.#letGo = letGo;
  }

  get bytes(): number {
    return this.#bytes;
  }

  values(): Iterable<T> {
    return this.#entries.values();
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.used = true;
    return entry;
  }

  set(key: string, entry: T): void {
    this.#remove(key);
    // One giant must not push out everything else.
    if (entry.size > this.#maxBytes / 4) return;
    this.#entries.set(key, entry);
    this.#bytes += entry.size;
    this.#makeRoom();
  }

  #makeRoom(): void {
    if (this.#bytes <= this.#maxBytes) return;
    // What gets another round comes again at the end of this very loop, and is unused then: it ends.
    for (const [key, entry] of this.#entries) {
      this.#remove(key);
      if (entry.used) {
        entry.used = false;
        this.#entries.set(key, entry);
        this.#bytes += entry.size;
      } else this.#letGo?.(entry);
      if (this.#bytes <= this.#maxBytes) return;
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.size;
  }
}
