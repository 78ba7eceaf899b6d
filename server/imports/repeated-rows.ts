/** Slots beyond the entries: with more, a search takes more steps. */
const fullest = 0.6;

/**
 * Which item earlier rows of a file have named, for a million rows in some tens of megabytes: the hashes of ids and keys
 * with the number of the row, in typed arrays.
 */
export class RepeatedRows {
  #hashes = new Float64Array(1024);
  #checks = new Uint32Array(1024);
  #rows = new Uint32Array(1024);
  #count = 0;

  /** The row that has named the same before; undefined if this is the first one. */
  earlier(name: string, row: number): number | undefined {
    if (this.#count >= this.#hashes.length * fullest) this.#grow();
    const hash = Number(BigInt(Bun.hash(name)) & 0x1fffffffffffffn) + 1;
    const check = Bun.hash.xxHash32(name);
    const slot = this.#slotOf(hash, check);
    if (this.#hashes[slot] !== 0) return this.#rows[slot];
    this.#set(slot, hash, check, row);
    this.#count++;
    return undefined;
  }

  #slotOf(hash: number, check: number): number {
    const mask = this.#hashes.length - 1;
    let slot = check & mask;
    while (this.#hashes[slot] !== 0 && (this.#hashes[slot] !== hash || this.#checks[slot] !== check))
      slot = (slot + 1) & mask;
    return slot;
  }

  #set(slot: number, hash: number, check: number, row: number): void {
    this.#hashes[slot] = hash;
    this.#checks[slot] = check;
    this.#rows[slot] = row;
  }

  #grow(): void {
    const [hashes, checks, rows] = [this.#hashes, this.#checks, this.#rows];
    this.#hashes = new Float64Array(2 * hashes.length);
    this.#checks = new Uint32Array(2 * hashes.length);
    this.#rows = new Uint32Array(2 * hashes.length);
    for (let at = 0; at < hashes.length; at++) {
      const hash = hashes[at] as number;
      const check = checks[at] as number;
      if (hash !== 0) this.#set(this.#slotOf(hash, check), hash, check, rows[at] as number);
    }
  }
}
