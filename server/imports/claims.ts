/** Slots beyond the entries: with more, a search takes more steps. */
const fullest = 0.6;

/**
 * What the rows of a file have claimed, such as an item or a key, for a million rows in some tens of megabytes: hashes
 * with the number of the row, in typed arrays.
 */
export class Claims {
  #hashes = new Float64Array(1024);
  #checks = new Uint32Array(1024);
  #rows = new Uint32Array(1024);
  #count = 0;
  /** Categories and subcategories that are to be created. */
  newNodes = 0;

  /** The row that has claimed this; undefined if none has. */
  holder(name: string): number | undefined {
    const [hash, check] = hashesOf(name);
    const slot = this.#slotOf(hash, check);
    return this.#hashes[slot] === 0 ? undefined : this.#rows[slot];
  }

  /** The first row keeps it. */
  add(name: string, row: number): void {
    if (this.#count >= this.#hashes.length * fullest) this.#grow();
    const [hash, check] = hashesOf(name);
    const slot = this.#slotOf(hash, check);
    if (this.#hashes[slot] !== 0) return;
    this.#set(slot, hash, check, row);
    this.#count++;
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

/** 53 and 32 bits. The longer hash of the runtime is a BigInt, which takes twice as long. */
const hashesOf = (name: string): [hash: number, check: number] => [
  Bun.hash.xxHash32(name, 1) * 2 ** 21 + (Bun.hash.xxHash32(name, 2) >>> 11) + 1,
  Bun.hash.xxHash32(name),
];
