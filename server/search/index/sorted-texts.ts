const textsPerStep = 20_000;

/** Sorted texts in one string, each behind a line break. No word has one. */
export class SortedTexts {
  readonly text: string;
  readonly starts: Uint32Array;

  constructor(text: string, starts: Uint32Array) {
    this.text = text;
    this.starts = starts;
  }

  /** Made in steps. */
  static *of(texts: readonly string[]): Generator<void, SortedTexts> {
    const starts = new Uint32Array(texts.length + 1);
    let text = "\n";
    let at = 1;
    for (let from = 0; from < texts.length; from += textsPerStep) {
      const some = texts.slice(from, from + textsPerStep);
      for (let i = 0; i < some.length; i++) {
        starts[from + i] = at;
        at += (some[i] as string).length + 1;
      }
      text += `${some.join("\n")}\n`;
      yield;
    }
    starts[texts.length] = at;
    return new SortedTexts(text, starts);
  }

  get size(): number {
    return this.starts.length - 1;
  }

  at(index: number): string {
    return this.text.slice(this.starts[index], this.endOf(index));
  }

  endOf(index: number): number {
    return (this.starts[index + 1] as number) - 1;
  }

  /** The first that does not come before `text`. */
  firstFrom(text: string): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The one that stands at a position of the string. */
  around(position: number): number {
    let low = 0;
    let high = this.size - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.starts[middle] as number) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
