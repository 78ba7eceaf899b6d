/** Whole numbers in an array that grows, which takes half the memory of a list of numbers. */
export class Uint32Writer {
  #numbers = new Uint32Array(256);
  length = 0;

  add(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length++] = number;
  }

  /** What was written; the writer is not used afterwards. */
  finish(): Uint32Array<ArrayBuffer> {
    return this.#numbers.slice(0, this.length);
  }
}
