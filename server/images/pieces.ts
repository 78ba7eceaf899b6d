/** The bytes do not hold together as the kind of file that they claim to be. */
export class BrokenImage extends Error {}

export const cutShort = () => new BrokenImage("the file ends too early");

/** The decoder was stopped by its `timeout`, which it tells in words alone. */
export const ranOutOfTime = (error: unknown): boolean => /^timeout: /.test((error as Error).message);

/**
 * Leaves parts of a file out, in the very memory that holds it: what is kept moves forward over what is not. A copy of
 * every upload would be garbage of 20 MiB each, which piles up faster than it is collected.
 */
export class Keeper {
  readonly #bytes: Buffer;
  #length = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** From front to back; everything between two calls is left out. */
  keep(start: number, end: number): void {
    if (end > this.#bytes.length) throw cutShort();
    if (start !== this.#length) this.#bytes.copyWithin(this.#length, start, end);
    this.#length += end - start;
  }

  kept(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
