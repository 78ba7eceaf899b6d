import { columnLetters } from "./column-letters.ts";
import { cellOfOds } from "./ods-cell.ts";
import { readLimits } from "./read-limits.ts";
import { type Cell, mostColumns, type OddCell, type Row } from "./sheet.ts";
import { SheetFault } from "./sheet-fault.ts";
import { attributesOf, type XmlHandler } from "./xml-scanner.ts";

/** What a cell takes beside its text, in characters: an empty one too. */
const sizeOfCell = 8;

/** A repeated row, as far as it is not given away. */
type Pending = { number: number; left: number; readonly cells: readonly Cell[]; readonly size: number };

/** A merged range that goes on below its first row. */
type Span = { readonly right: number; readonly bottom: number; readonly text: string };

/**
 * Collects the rows of a table of an OpenDocument spreadsheet until they are taken. Rows without a value are left out,
 * however often they are repeated; those with one are given as often as they are. A merged cell has a mark.
 */
export class OdsRows implements XmlHandler {
  #rows: Row[] = [];
  /** Characters of the collected rows, and of the one that is read. */
  #size = 0;
  #rowSize = 0;
  #pending: Pending | undefined;
  #number = 1;
  #rowRepeat = 1;
  #cells: Cell[] = [];
  #isFilled = false;
  #column = 0;
  #inRow = false;
  readonly #text = new CellText();
  #inCell = false;
  #isCovered = false;
  #attributes: Map<string, string> = new Map();
  /** How deep in an element it is that is passed over. */
  #skipped = 0;
  /** The merged ranges by their first column, and that which the last covered cell is in. */
  readonly #spans = new Map<number, Span>();
  #span: Span | undefined;

  /** `repeats` is how many rows may be repetitions of others, in the whole file. */
  constructor(private readonly repeats: { left: number }) {}

  isFull(): boolean {
    return this.#rows.length >= readLimits.batch || this.#size >= readLimits.batchSize || this.#pending !== undefined;
  }

  take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#size = 0;
    this.#repeat();
    return rows;
  }

  open(name: string, attributes: string): void {
    if (this.#skipped > 0) this.#skipped++;
    else if (this.#inCell) {
      if (!this.#text.open(name, attributes)) this.#skipped = 1;
    } else if (this.#inRow) {
      if (name === "table-cell" || name === "covered-table-cell") this.#openCell(name, attributes);
      else this.#skipped = 1;
    } else if (name === "table-row") this.#openRow(attributes);
    else if (!rowGroups.has(name)) this.#skipped = 1;
  }

  text(text: string): void {
    if (!this.#inCell || this.#skipped > 0) return;
    this.#text.add(text);
    this.#checkText();
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped--;
    else if (this.#inCell) {
      if (name === "table-cell" || name === "covered-table-cell") this.#closeCell();
      else {
        this.#text.close(name);
        this.#checkText();
      }
    } else if (name === "table-row") this.#closeRow();
  }

  #checkText(): void {
    if (this.#text.length > readLimits.cell) throw this.#tooLong("A cell of row");
  }

  #tooLong(what: string): SheetFault {
    return new SheetFault("too_long", `${what} ${this.#number} is too long.`, { row: this.#number });
  }

  #openRow(attributes: string): void {
    this.#rowRepeat = attributes === "" ? 1 : countOf(attributesOf(attributes).get("number-rows-repeated"));
    this.#cells = [];
    this.#isFilled = false;
    this.#rowSize = 0;
    this.#column = 0;
    this.#span = undefined;
    this.#inRow = true;
  }

  #closeRow(): void {
    this.#inRow = false;
    if (this.#isFilled) {
      const size = this.#rowSize + this.#cells.length * sizeOfCell;
      this.#pending = { number: this.#number, left: this.#rowRepeat, cells: this.#cells, size };
      this.#repeat();
    }
    this.#number += this.#rowRepeat;
  }

  /** Adds as much of a repeated row as there is room for. */
  #repeat(): void {
    const pending = this.#pending;
    if (pending === undefined) return;
    const { cells, size } = pending;
    while (pending.left > 0 && this.#rows.length < readLimits.batch && this.#size < readLimits.batchSize) {
      this.#rows.push({ number: pending.number++, cells });
      this.#size += size;
      if (--pending.left > 0 && --this.repeats.left < 0) throw tooManyRepeats(pending.number);
    }
    if (pending.left === 0) this.#pending = undefined;
  }

  #openCell(name: string, attributes: string): void {
    this.#isCovered = name === "covered-table-cell";
    this.#attributes = attributes === "" ? new Map() : attributesOf(attributes);
    // Beside its type a cell may have one of LibreOffice, which alone tells an error from a text.
    if (attributes.includes('value-type="error"')) this.#attributes.set("value-type", "error");
    this.#text.start();
    this.#inCell = true;
  }

  #closeCell(): void {
    this.#inCell = false;
    const cell = cellOfOds({ attributes: this.#attributes, text: this.#text.end() });
    const repeat = countOf(this.#attributes.get("number-columns-repeated"));
    if (cell !== null) this.#place(cell, repeat);
    if (this.#isCovered) this.#cover(repeat);
    else this.#span = this.#spanned();
    this.#column += repeat;
  }

  #place(cell: Cell, repeat: number): void {
    if (this.#column + repeat > mostColumns) {
      const message = `Row ${this.#number} has more than ${mostColumns} columns.`;
      throw new SheetFault("too_many", message, { row: this.#number });
    }
    this.#rowSize += sizeOf(cell) * repeat;
    if (this.#rowSize > readLimits.row) throw this.#tooLong("Row");
    this.#fillTo(this.#column);
    for (let left = repeat; left > 0; left--) this.#cells.push(cell);
    this.#isFilled = true;
  }

  /** The cells that a merged range covers have no value of their own. */
  #cover(repeat: number): void {
    const end = Math.min(this.#column + repeat, mostColumns);
    this.#fillTo(this.#column);
    for (let column = this.#column; column < end; column++) {
      const below = this.#spans.get(column);
      if (below !== undefined && below.bottom >= this.#number) this.#span = below;
      const text = this.#span !== undefined && this.#span.right >= column ? this.#span.text : "";
      this.#cells[column] = { odd: "merged", text };
    }
  }

  #fillTo(column: number): void {
    while (this.#cells.length < column && this.#cells.length < mostColumns) this.#cells.push(null);
  }

  /** The range that starts at this cell, if it is one. */
  #spanned(): Span | undefined {
    const columns = countOf(this.#attributes.get("number-columns-spanned"));
    const rows = countOf(this.#attributes.get("number-rows-spanned"));
    if ((columns === 1 && rows === 1) || this.#column >= mostColumns) return undefined;
    const [right, bottom] = [this.#column + columns - 1, this.#number + rows - 1];
    const text = `${columnLetters(this.#column)}${this.#number}:${columnLetters(right)}${bottom}`;
    const span = { right, bottom, text };
    this.#spans.set(this.#column, span);
    return span;
  }
}

const tooManyRepeats = (row: number) =>
  new SheetFault("too_many", "The sheet has a row with values that is repeated too often.", { row });

/** What rows stand in, beside the table itself. */
const rowGroups = new Set(["table-header-rows", "table-rows", "table-row-group"]);

/** More than any program has of rows and columns. */
const mostRepeated = 2 ** 31;

const countOf = (text: string | undefined): number => {
  const count = text === undefined ? 1 : Number(text);
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, mostRepeated) : 1;
};

const sizeOf = (cell: Cell): number =>
  typeof cell === "string" ? cell.length : typeof cell === "object" ? ((cell as OddCell).text?.length ?? 0) : 0;

/** What is in a paragraph and is not shown in its cell. */
const beside = new Set(["annotation", "note", "frame", "ruby-text", "p"]);

/** Blanks with a line break of the file among them, which only lay it out. */
const layout = (blanks: string): boolean => /[\t\r\n]/.test(blanks);
const isBlank = (sign: string): boolean => sign === " " || sign === "\t" || sign === "\r" || sign === "\n";

/**
 * The text of a cell: its paragraphs, with a line break between them. LibreOffice writes several blanks of a longer text
 * as they are, so only those count once that lay out the file.
 */
class CellText {
  #text = "";
  #paragraphs = 0;
  #inParagraph = false;
  #isStart = true;
  /** Whether the text ends in a blank that stands for the layout of the file. */
  #endsInLayout = false;

  get length(): number {
    return this.#text.length;
  }

  start(): void {
    this.#text = "";
    this.#paragraphs = 0;
    this.#inParagraph = false;
  }

  end(): string {
    return this.#text;
  }

  /** False for an element that is no part of the text, with all that is in it: notes, shapes and other tables. */
  open(name: string, attributes: string): boolean {
    if (!this.#inParagraph) {
      if (name !== "p") return false;
      if (this.#paragraphs++ > 0) this.#text += "\n";
      this.#inParagraph = true;
      this.#isStart = true;
      this.#endsInLayout = false;
      return true;
    }
    if (name === "s") {
      const count = attributes === "" ? 1 : countOf(attributesOf(attributes).get("c"));
      this.#add(" ".repeat(Math.min(count, readLimits.cell + 1)));
    } else if (name === "tab") this.#add("\t");
    else if (name === "line-break") this.#add("\n");
    return !beside.has(name);
  }

  add(text: string): void {
    if (!this.#inParagraph) return;
    if (!layout(text)) {
      this.#add(text);
      return;
    }
    let [start, end] = [0, text.length];
    while (start < end && isBlank(text.charAt(start))) start++;
    while (end > start && isBlank(text.charAt(end - 1))) end--;
    const first = text.slice(0, start);
    // At the start of a paragraph, and behind the layout of the element before, it is nothing.
    this.#add(layout(first) ? (this.#isStart || this.#endsInLayout ? "" : " ") : first);
    if (start === end) {
      this.#endsInLayout ||= layout(first);
      return;
    }
    this.#add(text.slice(start, end).replace(/[ \t\r\n]+/g, (blanks) => (layout(blanks) ? " " : blanks)));
    const last = text.slice(end);
    this.#add(layout(last) ? " " : last);
    this.#endsInLayout = layout(last);
  }

  close(name: string): void {
    if (name !== "p" || !this.#inParagraph) return;
    this.#inParagraph = false;
    if (this.#endsInLayout && !this.#isStart) this.#text = this.#text.slice(0, -1);
  }

  #add(text: string): void {
    if (text === "") return;
    this.#text += text;
    this.#isStart = false;
    this.#endsInLayout = false;
  }
}
