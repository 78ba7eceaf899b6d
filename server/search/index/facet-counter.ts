import type { FacetName } from "../../../contract/found-items.ts";
import { type Choices, type Columns, flags, type Lists } from "./item-columns.ts";

/** Counts the values of facets. */
export class FacetCounter {
  readonly counts = new Map<FacetName, Map<string | number | boolean, number>>();
  #tallies = new Map<FacetName, Tally>();

  constructor(facets: readonly FacetName[]) {
    for (const facet of facets) this.counts.set(facet, new Map());
  }

  /** A function that counts the first entries of a chunk for all facets. */
  startSegment(columns: Columns): (chunk: Uint32Array, length: number) => void {
    this.#tallies = new Map([...this.counts.keys()].map((facet) => [facet, tallyOf(facet, columns)]));
    const all = [...this.#tallies.values()];
    return (chunk, length) => {
      for (const { add } of all) add(chunk, length);
    };
  }

  countOne(entry: number, facet: FacetName): void {
    this.#tallies.get(facet)?.add(Uint32Array.of(entry), 1);
  }

  endSegment(): void {
    for (const [facet, { values, numbers }] of this.#tallies) {
      const counts = this.counts.get(facet) as Map<string | number | boolean, number>;
      for (const [index, count] of numbers.entries()) {
        if (count > 0) {
          const value = values[index] as string | number | boolean;
          counts.set(value, (counts.get(value) ?? 0) + count);
        }
      }
    }
  }
}

type Tally = {
  values: readonly (string | number | boolean)[];
  numbers: Uint32Array;
  add(chunk: Uint32Array, length: number): void;
};

function tallyOf(facet: FacetName, columns: Columns): Tally {
  if (facet === "visible") {
    const numbers = new Uint32Array(2);
    const add = (chunk: Uint32Array, length: number) => {
      for (let i = 0; i < length; i++) {
        const index = ((columns.flags[chunk[i] as number] as number) & flags.visible) === 0 ? 0 : 1;
        numbers[index] = (numbers[index] as number) + 1;
      }
    };
    return { values: [false, true], numbers, add };
  }
  const column: Choices<string | number> = facet === "within" ? columns.places : columns[facet];
  const tally = new Uint32Array(column.values.length);
  const add = "counts" in column ? listTally(column as Lists, tally) : choiceTally(column, tally);
  return { values: column.values, numbers: tally, add };
}

function choiceTally(column: Choices<string | number>, tally: Uint32Array): Tally["add"] {
  const numbers = column.numbers.values;
  return (chunk, length) => {
    for (let i = 0; i < length; i++) {
      const number = numbers[chunk[i] as number] as number;
      tally[number] = (tally[number] as number) + 1;
    }
  };
}

function listTally(lists: Lists, tally: Uint32Array): Tally["add"] {
  const numbers = lists.numbers.values;
  const { counts, starts } = lists;
  return (chunk, length) => {
    let passed = 0;
    let at = 0;
    for (let i = 0; i < length; i++) {
      const entry = chunk[i] as number;
      // Entries come in their order: from the list of one to that of the next it is mostly a step or two.
      if ((entry ^ passed) > 15) {
        passed = entry & ~15;
        at = starts[entry >>> 4] as number;
      }
      for (; passed < entry; passed++) at += counts[passed] as number;
      const end = at + (counts[entry] as number);
      for (; at < end; at++) {
        const number = numbers[at] as number;
        tally[number] = (tally[number] as number) + 1;
      }
      passed++;
    }
  };
}
