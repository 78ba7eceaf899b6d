/** A value of the map: its size in bytes, and whether it was used since memory was last freed. */
export type Bounded = { readonly size: number; used: boolean };

/**
 * A map with a limit in bytes, as its users count them. It removes values that were not used lately, roughly the oldest
 * first: a value that was used since the last removal gets one more round. So a lookup changes no order. The values carry
 * their own marks, which spares the garbage collector a hundred thousand wrappers.
 */
export class BoundedMap<T extends Bounded> {
  readonly #entries = new Map<string, T>();
  readonly #maxBytes: number;
  readonly #letGo: ((entry: T) => void) | undefined;
  #bytes = 0;

  /** `letGo` is called with each value that is removed to free memory. */
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
    // A single huge value must not remove everything else.
    if (entry.size > this.#maxBytes / 4) return;
    this.#entries.set(key, entry);
    this.#bytes += entry.size;
    this.#makeRoom();
  }

  #makeRoom(): void {
    if (this.#bytes <= this.#maxBytes) return;
    // A value that gets another round is unmarked and comes again in this loop, so the loop ends.
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
