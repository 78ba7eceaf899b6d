import { giveBack } from "../memory/give-back.ts";
import { columnNumber } from "./column-letters.ts";
import { readLimits } from "./read-limits.ts";
import type { Cell, Row } from "./sheet.ts";
import { SheetFault } from "./sheet-fault.ts";
import type { SheetFile } from "./sheet-file.ts";
import { attributesOf, XmlScanner } from "./xml-scanner.ts";
import { entryBytes, type ZipEntry } from "./zip-reader.ts";

type Range = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly text: string;
};

/**
 * The merged ranges of a sheet that reach below a row, sorted by their first row. They stand behind the rows, so the part
 * is unpacked once before it is read; that takes a twentieth of the time of reading.
 */
export async function mergedRanges(file: SheetFile, entry: ZipEntry, row: number): Promise<Range[]> {
  const ranges: Range[] = [];
  const scanner = new XmlScanner({
    open(name, attributes) {
      if (name === "mergeCell") add(ranges, attributesOf(attributes).get("ref") ?? "");
    },
    close() {},
    text() {},
  });
  let [tail, found]: [Buffer, boolean] = [Buffer.alloc(0), false];
  for await (const bytes of entryBytes(file, entry)) {
    if (found) {
      scanner.push(Buffer.from(bytes).toString("latin1"));
      continue;
    }
    const both = Buffer.concat([tail, bytes]);
    const at = both.indexOf("mergeCells");
    found = at !== -1;
    if (found) scanner.push(both.toString("latin1", at).replace(/^[^>]*>/, ""));
    tail = Buffer.from(both.subarray(-("mergeCells".length - 1)));
    giveBack(bytes);
    giveBack(both);
  }
  if (found) scanner.end();
  return ranges.filter(({ bottom }) => bottom > row).sort((a, b) => a.top - b.top);
}

function add(ranges: Range[], text: string): void {
  const [, left = "", top, right = "", bottom] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(text) ?? [];
  if (top === undefined) return;
  if (ranges.length === readLimits.mergedRanges) {
    throw new SheetFault("too_many", `The sheet has more than ${readLimits.mergedRanges} merged ranges.`);
  }
  const [first = 0, last = 0] = inOrder(Number(top), Number(bottom));
  const [start = 0, end = 0] = inOrder(columnNumber(left), columnNumber(right));
  ranges.push({ top: first, bottom: last, left: start, right: end, text });
}

const inOrder = (one: number, other: number): number[] => (one <= other ? [one, other] : [other, one]);

/** How a column is covered: to which row, by which range, and the row of the one cell that keeps its value. */
type Cover = { readonly bottom: number; readonly text: string; readonly own: number | undefined };

/**
 * Marks the cells of rows that are merged with another one and so have no value of their own. Rows come in order. Ranges
 * may overlap, as some programs write them: a cell has a value of its own if it is the first one of each that it is in.
 */
export class MergedCells {
  #next = 0;
  /** By column, where one is covered or was. */
  readonly #covers: Cover[] = [];
  #covered: number[] = [];

  constructor(private readonly ranges: readonly Range[]) {}

  mark(row: Row, columns: number): Row {
    this.#covered = this.#covered.filter((column) => this.#isCovered(column, row.number));
    for (let next = this.ranges[this.#next]; next && next.top <= row.number; next = this.ranges[++this.#next]) {
      if (next.bottom >= row.number) this.#begin(next, row.number, columns);
    }
    if (this.#covered.length === 0) return row;
    const cells: Cell[] = [...row.cells];
    for (const column of this.#covered) {
      const { own, text } = this.#covers[column] as Cover;
      if (own === row.number) continue;
      while (cells.length < column) cells.push(null);
      cells[column] = { odd: "merged", text };
    }
    return { ...row, cells };
  }

  #isCovered(column: number, row: number): boolean {
    const cover = this.#covers[column];
    return cover !== undefined && cover.bottom >= row;
  }

  #begin({ top, bottom, left, right, text }: Range, row: number, columns: number): void {
    for (let column = left; column <= right && column < columns; column++) {
      const own = column === left ? top : undefined;
      const other = this.#covers[column];
      if (!other || other.bottom < row) {
        this.#covered.push(column);
        this.#covers[column] = { bottom, text, own };
      } else if (other.bottom < bottom || other.own !== own) {
        const longer = other.bottom < bottom ? { bottom, text } : other;
        this.#covers[column] = { ...longer, own: other.own === own ? own : undefined };
      }
    }
  }
}
