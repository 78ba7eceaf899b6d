/** An entry: its size in bytes, and whether it was used since the last eviction. */
export type Bounded = { readonly size: number; used: boolean };

/**
 * A map with a limit in bytes, as its users count them. It evicts roughly the entries that were not used for longest:
 * an entry that was used since the last eviction gets one more round. So a lookup moves no entry. The entries
 * themselves hold `size` and `used`, which saves the garbage collector a hundred thousand wrappers.
 */
export class BoundedMap<T extends Bounded> {
  readonly #entries = new Map<string, T>();
  readonly #maxBytes: number;
  readonly #onEvict: ((entry: T) => void) | undefined;
  #bytes = 0;

  constructor(maxBytes: number, onEvict?: (entry: T) => void) {
    this.#maxBytes = maxBytes;
    this.#onEvict = onEvict;
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
    // One huge entry must not evict everything else.
    if (entry.size > this.#maxBytes / 4) return;
    this.#entries.set(key, entry);
    this.#bytes += entry.size;
    this.#evict();
  }

  #evict(): void {
    if (this.#bytes <= this.#maxBytes) return;
    // An entry that gets another round is visited again in this loop, and is unused then. So the loop ends.
    for (const [key, entry] of this.#entries) {
      this.#remove(key);
      if (entry.used) {
        entry.used = false;
        this.#entries.set(key, entry);
        this.#bytes += entry.size;
      } else this.#onEvict?.(entry);
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
