/** The bytes do not hold together as the kind of file that they claim to be. */
export class BrokenImage extends Error {}

export const cutShort = () => new BrokenImage("the file ends too early");

/** What is kept of a file: views into it, and here and there a few bytes of our own. Nothing is copied. */
export class Pieces {
  readonly #source: Buffer;
  readonly #list: Uint8Array[] = [];
  #start = 0;
  #end = 0;

  constructor(source: Buffer) {
    this.#source = source;
  }

  keep(start: number, end: number): void {
    if (end > this.#source.length) throw cutShort();
    if (start !== this.#end) {
      this.#flush();
      this.#start = start;
    }
    this.#end = end;
  }

  put(bytes: Uint8Array): void {
    this.#flush();
    this.#start = 0;
    this.#end = 0;
    this.#list.push(bytes);
  }

  /** The file put together again; the very same one if there was nothing to leave out. */
  joined(): Buffer {
    this.#flush();
    const [only] = this.#list;
    if (this.#list.length === 1 && only?.length === this.#source.length) return this.#source;
    return Buffer.concat(this.#list);
  }

  #flush(): void {
    if (this.#end > this.#start) this.#list.push(this.#source.subarray(this.#start, this.#end));
  }
}
