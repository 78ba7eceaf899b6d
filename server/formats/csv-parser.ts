import { cellOfText, startsOddly } from "./cell-text.ts";
import { readLimits } from "./read-limits.ts";
import { type Cell, mostColumns, type Row } from "./sheet.ts";
import { SheetFault } from "./sheet-fault.ts";

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A record that is not complete yet. */
const more = -1;

/** Characters that a row has beside its texts: for each cell, an empty one too. */
const sizeOfCell = 8;

/**
 * Reads CSV piece by piece, by RFC 4180 and with any kind of line end. A quote inside of a text without quotes stands
 * for itself: 6.1" is a size. Rows without a value are counted and left out.
 */
export class CsvParser {
  readonly #separator: number;
  #text = "";
  #at = 0;
  /** A record that is not whole is read again when there is twice as much of it: once for each piece is quadratic. */
  #enough = 0;
  #row = 0;
  /** Whether the last row had no line end behind it. */
  endedOpen = false;

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0);
  }

  push(piece: string): void {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
  }

  /** A batch of the rows that are complete; none if more has to be pushed, or if all are read. */
  rows(last = false): Row[] {
    const rows = last || this.#text.length >= this.#enough ? this.#batch(last) : [];
    if (rows.length === 0 && this.#text.length - this.#at > readLimits.row) throw this.#tooLong();
    return rows;
  }

  #batch(last: boolean): Row[] {
    const rows: Row[] = [];
    let size = 0;
    while (this.#at < this.#text.length && rows.length < readLimits.batch && size < readLimits.batchSize) {
      const cells: Cell[] = [];
      this.#fault = undefined;
      const end = this.#record(this.#at, cells, last);
      if (end === more) {
        this.#enough = 2 * (this.#text.length - this.#at);
        return rows;
      }
      this.#row++;
      if (end - this.#at > readLimits.row) throw this.#tooLong();
      if (this.#fault !== undefined) rows.push({ number: this.#row, cells: [], fault: this.#fault });
      else if (cells.some((cell) => cell !== null)) rows.push({ number: this.#row, cells });
      if (rows.length > 0) size += end - this.#at + cells.length * sizeOfCell;
      this.#at = end;
    }
    this.#enough = 0;
    return rows;
  }

  #fault: Row["fault"];

  /** Reads a record into `cells`. Returns where the next one starts. */
  #record(start: number, cells: Cell[], last: boolean): number {
    const text = this.#text;
    let at = start;
    for (let column = 0; ; column++) {
      const end =
        text.charCodeAt(at) === quote ? this.#quoted(at, column, cells, last) : this.#plain(at, column, cells, last);
      if (end === more) return more;
      const sign = text.charCodeAt(end);
      if (sign === this.#separator && end < text.length) {
        at = end + 1;
        // A separator at the end of a piece: the next cell is still to come.
        if (at === text.length && !last) return more;
        continue;
      }
      if (end >= text.length) this.endedOpen = true;
      return sign === carriageReturn && text.charCodeAt(end + 1) === lineFeed
        ? end + 2
        : Math.min(end + 1, text.length);
    }
  }

  /** Where a cell without quotes ends: at a separator, a line end or the end of the file. */
  #plain(start: number, column: number, cells: Cell[], last: boolean): number {
    const text = this.#text;
    let end = start;
    for (; end < text.length; end++) {
      const sign = text.charCodeAt(end);
      if (sign === this.#separator || sign === lineFeed || sign === carriageReturn) break;
    }
    if (!last && (end === text.length || (end === text.length - 1 && text.charCodeAt(end) === carriageReturn)))
      return more;
    this.#add(column, cells, start, end);
    return end;
  }

  #quoted(start: number, column: number, cells: Cell[], last: boolean): number {
    const text = this.#text;
    let close = text.indexOf('"', start + 1);
    let doubled = false;
    while (close !== -1 && text.charCodeAt(close + 1) === quote) {
      doubled = true;
      close = text.indexOf('"', close + 2);
    }
    if (close === -1) {
      if (!last) return more;
      throw new SheetFault("cut_off", `A quote that opens in row ${this.#row + 1} is not closed.`, {
        row: this.#row + 1,
      });
    }
    const end = close + 1;
    if (end >= text.length - 1 && !last) return more;
    const sign = text.charCodeAt(end);
    if (end < text.length && sign !== this.#separator && sign !== lineFeed && sign !== carriageReturn) {
      this.#fault ??= { code: "damaged", message: `has text behind a closing quote, in cell ${column + 1}` };
      return this.#plain(end, column, [], last);
    }
    this.#add(column, cells, start + 1, close, doubled);
    return end;
  }

  /**
   * Adds the text between two places. Looks at its first sign in the whole text: to look into the piece that was cut
   * out of it would copy it, which halved the speed.
   */
  #add(column: number, cells: Cell[], start: number, end: number, doubled = false): void {
    if (end - start > readLimits.cell) throw this.#tooLong();
    if (column < mostColumns) {
      const text = start === end ? null : this.#text.slice(start, end);
      const whole = doubled && text !== null ? text.replaceAll('""', '"') : text;
      cells.push(whole !== null && startsOddly(this.#text.charCodeAt(start)) ? cellOfText(whole) : whole);
    } else if (start !== end) {
      const message = `Row ${this.#row + 1} has more than ${mostColumns} columns.`;
      throw new SheetFault("too_many", message, { row: this.#row + 1 });
    }
  }

  #tooLong(): SheetFault {
    const message = `Row ${this.#row + 1} is too long. Is a quote that opens there not closed?`;
    return new SheetFault("too_long", message, { row: this.#row + 1 });
  }
}
