import { ByteWriter } from "./bytes.ts";
import type { FoundWords } from "./found-words.ts";
import { Uint32Writer } from "./uint32-writer.ts";
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
  *spread(found: FoundWords, costs: Uint16Array): Generator<void> {
    for (let field = 0; field < fieldCount; field++) {
      for (let from = 0; from < found.size; ) {
        from = this.#spreadFrom(found, field, from, costs);
        yield;
      }
    }
  }

  /** For the words from one on, for a step. Returns the next one. */
  #spreadFrom({ words, costs: ofWords }: FoundWords, field: number, from: number, costs: Uint16Array): number {
    let done = 0;
    let next = from;
    for (; next < words.length && done < stepSize; next++) {
      const list = fieldCount * (words[next] as number) + field;
      done += 1 + this.#spreadList(list, costIn(field, ofWords[next] as number), costs);
    }
    return next;
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
  #spreadList(list: number, cost: number, costs: Uint16Array): number {
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
  readonly #starts = new Uint32Writer();
  readonly #bytes = new ByteWriter();

  constructor() {
    this.#starts.add(0);
  }

  /** The lists of the next word, each in the order of the entries. */
  add(lists: readonly ArrayLike<number>[]): void {
    for (const entries of lists) {
      let last = -1;
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i] as number;
        this.#bytes.number(entry - last);
        last = entry;
      }
      this.#starts.add(this.#bytes.length);
    }
  }

  finish(): Postings {
    return new Postings(this.#starts.finish(), this.#bytes.finish());
  }
}
