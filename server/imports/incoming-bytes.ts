import { Problem } from "../http/problem.ts";

/** How many bytes of files may be on the disk until they are read: of one person, and in all. */
export type IncomingBounds = { bytesOfOne: number; bytes: number };

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2).toLocaleString("en")} MiB`;
const full = (detail: string) => new Problem("unavailable", detail, {}, { "retry-after": "30" });

/** Counts the bytes of files that are being received or wait to be read. */
export class IncomingBytes {
  readonly #bounds: IncomingBounds;
  readonly #ofOne = new Map<string, number>();
  #all = 0;

  constructor(bounds: IncomingBounds) {
    this.#bounds = bounds;
  }

  /** The files of one request. They count until it is disposed of. */
  from(person: string): IncomingFiles {
    let size = 0;
    return {
      add: (bytes) => {
        this.#add(person, bytes);
        size += bytes;
      },
      [Symbol.dispose]: () => {
        this.#remove(person, size);
        size = 0;
      },
    };
  }

  #add(person: string, bytes: number): void {
    const ofOne = (this.#ofOne.get(person) ?? 0) + bytes;
    const { bytesOfOne, bytes: most } = this.#bounds;
    if (ofOne > bytesOfOne) throw full(`Your files that are not read yet take ${megabytes(bytesOfOne)} already.`);
    if (this.#all + bytes > most) throw full(`Files that are not read yet take ${megabytes(most)} already.`);
    this.#ofOne.set(person, ofOne);
    this.#all += bytes;
  }

  #remove(person: string, bytes: number): void {
    const left = (this.#ofOne.get(person) ?? 0) - bytes;
    if (left > 0) this.#ofOne.set(person, left);
    else this.#ofOne.delete(person);
    this.#all -= bytes;
  }
}

export type IncomingFiles = Disposable & {
  /** Throws where there is no room for them. */
  add(bytes: number): void;
};
