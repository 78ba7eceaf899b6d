/** The bytes are not a valid file of the kind that they claim to be. */
export class BrokenImage extends Error {}

export const cutShort = () => new BrokenImage("the file ends too early");

/** Whether the decoder was stopped by its `timeout`, which only the message of the error shows. */
export const ranOutOfTime = (error: unknown): boolean => /^timeout: /.test((error as Error).message);

/**
 * Removes parts of a file in place: the parts to keep move forward over the others. A copy of each upload would be 20
 * MiB of garbage, which piles up faster than it is collected.
 */
export class Keeper {
  readonly #bytes: Buffer;
  #length = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Call it from front to back; everything between two calls is removed. */
  keep(start: number, end: number): void {
    if (end > this.#bytes.length) throw cutShort();
    if (start !== this.#length) this.#bytes.copyWithin(this.#length, start, end);
    this.#length += end - start;
  }

  kept(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
