/** Bytes that grow: whole numbers are written in as many of them as they need, seven bits in each. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  length = 0;

  byte(value: number): void {
    if (this.length + 1 > this.#bytes.length) this.#grow(this.length + 1);
    this.#bytes[this.length++] = value;
  }

  number(value: number): void {
    if (this.length + 5 > this.#bytes.length) this.#grow(this.length + 5);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  copy(bytes: Uint8Array, start: number, end: number): void {
    const size = end - start;
    if (this.length + size > this.#bytes.length) this.#grow(this.length + size);
    this.#bytes.set(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), this.length);
    this.length += size;
  }

  /** What was written; the writer is not used afterwards. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  #grow(least: number): void {
    const larger = new Uint8Array(Math.max(least, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}
