/** Longer than this, memory is asked for by itself. */
const slabBytes = 1024 * 1024;

/**
 * Room for bytes that are kept for long, side by side. Each in memory of its own they would lie scattered among all that
 * comes and goes meanwhile, and none of the pages between them could be given back: 30 MB of kept lists held 100 MB.
 */
export class Slab {
  #bytes = new Uint8Array(0);
  #end = 0;
  #given = 0;

  /**
   * Whether more than half of what was given out is in use no more. One copy holds all of its neighbours' memory: it is time
   * to copy what is still in use, `used` bytes in all, to a new slab.
   */
  isWasteful(used: number): boolean {
    return this.#given > 2 * used + slabBytes;
  }

  /** A copy that stays. */
  keep(bytes: Uint8Array): Uint8Array {
    this.#given += bytes.byteLength;
    if (bytes.byteLength > slabBytes) return bytes.slice();
    if (this.#end + bytes.byteLength > this.#bytes.byteLength) {
      this.#bytes = new Uint8Array(slabBytes);
      this.#end = 0;
    }
    const copy = this.#bytes.subarray(this.#end, this.#end + bytes.byteLength);
    copy.set(bytes);
    this.#end += bytes.byteLength;
    return copy;
  }
}
