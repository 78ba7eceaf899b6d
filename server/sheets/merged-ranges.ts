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

/**
 * Marks the cells of rows that are merged with another one and so have no value of their own. Rows come in order. No two
 * ranges overlap, so that a row has no more of them than columns; one that is listed twice counts once.
 */
export class MergedCells {
  #next = 0;
  #open: Range[] = [];
  /** The last range that a column is in. */
  readonly #last: Range[] = [];

  constructor(private readonly ranges: readonly Range[]) {}

  mark(row: Row, columns: number): Row {
    for (let next = this.ranges[this.#next]; next && next.top <= row.number; next = this.ranges[++this.#next]) {
      if (next.left < columns) this.#begin(next, columns);
    }
    if (this.#open.length === 0) return row;
    this.#open = this.#open.filter(({ bottom }) => bottom >= row.number);
    const cells: Cell[] = [...row.cells];
    for (const { top, left, right, text } of this.#open) {
      for (let column = left; column <= right && column < columns; column++) {
        if (column === left && row.number === top) continue;
        while (cells.length < column) cells.push(null);
        cells[column] = { odd: "merged", text };
      }
    }
    return { ...row, cells };
  }

  #begin(range: Range, columns: number): void {
    const known = this.#last[range.left];
    if (known !== undefined && isSame(known, range)) return;
    for (let column = range.left; column <= range.right && column < columns; column++) {
      if ((this.#last[column]?.bottom ?? 0) >= range.top) {
        throw new SheetFault("damaged", `The workbook is damaged: the merged cells ${range.text} overlap others.`);
      }
      this.#last[column] = range;
    }
    this.#open.push(range);
  }
}

const isSame = (one: Range, other: Range): boolean =>
  one.top === other.top && one.bottom === other.bottom && one.left === other.left && one.right === other.right;
