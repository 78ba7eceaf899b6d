import { cellOfText } from "./cell-text.ts";
import { columnNumber } from "./column-letters.ts";
import { dateText } from "./date-text.ts";
import { readLimits } from "./read-limits.ts";
import { type Cell, mostColumns, type Row } from "./sheet.ts";
import { SheetFault } from "./sheet-fault.ts";
import type { Workbook } from "./workbook.ts";
import { attributesOf, type XmlHandler } from "./xml-scanner.ts";
import { withoutEscapes } from "./xml-text.ts";

/** The attributes of a cell as most programs write them; the others take the long way. */
const usualCell = /^ r="([A-Z]{1,3})\d+"(?: s="(\d+)")?(?: t="(\w+)")?\s*$/;

/** Collects the rows of a sheet until they are taken. Rows without a value are left out. */
export class SheetRows implements XmlHandler {
  #rows: Row[] = [];
  /** Characters of the collected rows, and of the one that is read. */
  #size = 0;
  #rowSize = 0;
  readonly #workbook: Pick<Workbook, "strings" | "kinds" | "epoch">;
  #number = 0;
  #cells: Cell[] = [];
  #filled = false;
  #column = -1;
  #type = "n";
  #style = 0;
  #text = "";
  #formula: string | undefined;
  #collecting: "value" | "formula" | undefined;
  #inReading = false;

  constructor(workbook: Pick<Workbook, "strings" | "kinds" | "epoch">) {
    this.#workbook = workbook;
  }

  isFull(): boolean {
    return this.#rows.length >= readLimits.batch || this.#size >= readLimits.batchSize;
  }

  take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#size = 0;
    return rows;
  }

  open(name: string, attributes: string): void {
    switch (name) {
      case "c":
        this.#openCell(attributes);
        break;
      case "v":
      case "t":
        if (!this.#inReading) this.#collecting = "value";
        break;
      case "f":
        this.#formula = "";
        this.#collecting = "formula";
        break;
      case "row":
        this.#openRow(attributes);
        break;
      case "rPh":
        this.#inReading = true;
    }
  }

  text(text: string): void {
    if (this.#collecting === "value") this.#text += text;
    else if (this.#collecting === "formula") this.#formula += text;
    else return;
    if (this.#text.length + (this.#formula?.length ?? 0) > readLimits.cell) throw this.#tooLong("A cell of row");
  }

  close(name: string): void {
    switch (name) {
      case "v":
      case "t":
      case "f":
        this.#collecting = undefined;
        break;
      case "c":
        this.#closeCell();
        break;
      case "row":
        if (this.#filled) this.#add({ number: this.#number, cells: this.#cells });
        break;
      case "rPh":
        this.#inReading = false;
    }
  }

  #add(row: Row): void {
    this.#rows.push(row);
    this.#size += this.#rowSize + row.cells.length * sizeOfCell;
    this.#cells = [];
    this.#filled = false;
  }

  #tooLong(what: string): SheetFault {
    return new SheetFault("too_long", `${what} ${this.#number} is too long.`, { row: this.#number });
  }

  #openRow(attributes: string): void {
    const number = attributes === "" ? Number.NaN : Number(attributesOf(attributes).get("r"));
    this.#number = Number.isSafeInteger(number) && number > 0 ? number : this.#number + 1;
    this.#cells = [];
    this.#filled = false;
    this.#rowSize = 0;
    this.#column = -1;
  }

  #openCell(attributes: string): void {
    const usual = usualCell.exec(attributes);
    this.#text = "";
    this.#formula = undefined;
    if (usual !== null) {
      this.#column = columnNumber(usual[1] as string);
      this.#style = Number(usual[2] ?? 0);
      this.#type = usual[3] ?? "n";
      return;
    }
    const given = attributesOf(attributes);
    const letters = /^[A-Z]{1,3}/.exec(given.get("r") ?? "")?.[0];
    this.#column = letters === undefined ? this.#column + 1 : columnNumber(letters);
    this.#style = Number(given.get("s") ?? 0);
    this.#type = given.get("t") ?? "n";
  }

  #closeCell(): void {
    const cell = this.#cell();
    if (cell === null) return;
    if (this.#column >= mostColumns) {
      const message = `Row ${this.#number} has more than ${mostColumns} columns.`;
      throw new SheetFault("too_many", message, { row: this.#number });
    }
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = cell;
    this.#filled = true;
    this.#rowSize += sizeOf(cell);
    if (this.#rowSize > readLimits.row) throw this.#tooLong("Row");
  }

  #cell(): Cell {
    const text = this.#text;
    if (text === "")
      return this.#formula === undefined || this.#type === "str"
        ? null
        : { odd: "no_result", text: `=${this.#formula}` };
    switch (this.#type) {
      case "s":
        return this.#shared(text);
      case "inlineStr":
      case "str":
        return cellOfText(withoutEscapes(text));
      case "b":
        return text.trim() === "1" || text.trim() === "true";
      case "e":
        return { odd: "error", text };
      case "d":
        return { odd: "date", text: text.replace("T", " ").replace(/ 00:00:00(?:\.0+)?Z?$|Z$/, "") };
      default:
        return this.#numeric(text);
    }
  }

  #shared(text: string): Cell {
    const shared = this.#workbook.strings.at(Number(text));
    if (shared === undefined) {
      const message = `The workbook is damaged: a text of row ${this.#number} is missing.`;
      throw new SheetFault("damaged", message, { row: this.#number });
    }
    return cellOfText(shared);
  }

  #numeric(text: string): Cell {
    const number = Number(text);
    if (!Number.isFinite(number)) return { odd: "error", text };
    const kind = this.#workbook.kinds[this.#style] ?? "number";
    if (kind === "number") return number;
    if (kind === "date") return { odd: "date", text: dateText(number, this.#workbook.epoch) };
    // 0.07 * 100 has seventeen digits; nobody sees more than twelve.
    return `${Number((number * 100).toPrecision(12))}%`;
  }
}

/** What a cell takes beside its text, in characters: an empty one too. */
const sizeOfCell = 8;

function sizeOf(cell: Cell): number {
  if (typeof cell === "string") return cell.length;
  return typeof cell === "object" && cell !== null && "odd" in cell ? cell.text.length : 0;
}
