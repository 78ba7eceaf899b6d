import { ByteWriter } from "./bytes.ts";
import type { FoundWords } from "./found-words.ts";
import { costIn, fieldCount } from "./vocabulary.ts";

/** The new number of an entry that is not live any more. */
export const gone = 0xffffffff;

/** Entries between two moments at which others may get their turn. */
const stepSize = 20_000;

/**
 * The entries in which each word occurs, as one list for each of `fields`. A list is the differences between its
 * entries, in as few bytes as each needs.
 */
export class Postings {
  /** Where each list starts, by word and then by field. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;

  constructor(starts: Uint32Array, bytes: Uint8Array) {
    this.starts = starts;
    this.bytes = bytes;
  }

  /** Writes what each entry with one of the words costs into `costs`, unless less is written there already. */
  *spread({ words, costs: ofWords }: FoundWords, costs: Uint8Array): Generator<void> {
    let done = 0;
    for (let field = 0; field < fieldCount; field++) {
      for (let i = 0; i < words.length; i++) {
        const list = fieldCount * (words[i] as number) + field;
        done += this.#spreadList(list, costIn(field, ofWords[i] as number), costs);
        if (done < stepSize) continue;
        done = 0;
        yield;
      }
    }
  }

  /** Writes the new numbers of the entries of a list into `into` from `at` on, and returns where it ended. */
  move(list: number, moved: Uint32Array, into: Uint32Array, at: number): number {
    const { bytes } = this;
    const end = this.starts[list + 1] as number;
    let entry = -1;
    let to = at;
    for (let from = this.starts[list] as number; from < end; ) {
      let step = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[from++] as number;
        step |= (byte & 0x7f) << shift;
        if (byte <= 0x7f) break;
      }
      entry += step;
      const target = moved[entry] as number;
      if (target !== gone) into[to++] = target;
    }
    return to;
  }

  /** Returns how many bytes it read. With a function call for each entry it took twice as long. */
  #spreadList(list: number, cost: number, costs: Uint8Array): number {
    const { bytes } = this;
    const start = this.starts[list] as number;
    const end = this.starts[list + 1] as number;
    let entry = -1;
    for (let at = start; at < end; ) {
      let step = bytes[at++] as number;
      if (step > 0x7f) {
        step &= 0x7f;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[at++] as number;
          step |= (byte & 0x7f) << shift;
          if (byte <= 0x7f) break;
        }
      }
      entry += step;
      if ((costs[entry] as number) > cost) costs[entry] = cost;
    }
    return end - start;
  }
}

export class PostingsWriter {
  readonly #starts = [0];
  readonly #bytes = new ByteWriter();

  /** The lists of the next word, each in the order of the entries. */
  add(lists: readonly ArrayLike<number>[]): void {
    for (const entries of lists) {
      let last = -1;
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i] as number;
        this.#bytes.number(entry - last);
        last = entry;
      }
      this.#starts.push(this.#bytes.length);
    }
  }

  finish(): Postings {
    return new Postings(Uint32Array.from(this.#starts), this.#bytes.finish());
  }
}
