import { checkNames } from "./name-limits.ts";
import { readLimits } from "./read-limits.ts";
import { type Cell, mostColumns, type Row } from "./sheet.ts";
import { SheetFault } from "./sheet-fault.ts";

/** Spreadsheets keep 15 digits of a number, JSON nearly 16: one of these is exact, and stays so as text. */
const longNumber = 1e15;

/** Characters that a row has beside its texts: for each column, an empty one too. */
const sizeOfCell = 8;

/**
 * Reads JSONL piece by piece: an object in each line. `names` are the columns, in the order in which they first occur;
 * a new name is added to it.
 */
export class JsonLines {
  readonly #columns: Map<string, number>;
  #text = "";
  #at = 0;
  /** Up to here there is no line end that was not found. */
  #searched = 0;
  #line = 0;

  constructor(private readonly names: string[]) {
    this.#columns = new Map(names.map((name, index) => [name, index]));
  }

  push(piece: string): void {
    this.#searched -= this.#at;
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
  }

  /** A batch of the rows that are complete; none if more has to be pushed, or if all are read. */
  rows(last = false): Row[] {
    const rows: Row[] = [];
    let size = 0;
    while (this.#at < this.#text.length && rows.length < readLimits.batch && size < readLimits.batchSize) {
      const feed = this.#text.indexOf("\n", Math.max(this.#at, this.#searched));
      this.#searched = feed === -1 ? this.#text.length : feed;
      if (feed === -1 && !last) break;
      const end = feed === -1 ? this.#text.length : feed;
      this.#line++;
      if (end - this.#at > readLimits.row) throw this.#tooLong(this.#line);
      const line = this.#text.slice(this.#at, end).trim();
      this.#at = end + 1;
      if (line === "") continue;
      rows.push(this.#row(line));
      size += line.length + this.names.length * sizeOfCell;
    }
    if (rows.length === 0 && this.#text.length - this.#at > readLimits.row) throw this.#tooLong(this.#line + 1);
    return rows;
  }

  #tooLong(line: number): SheetFault {
    return new SheetFault("too_long", `Line ${line} is too long.`, { row: line });
  }

  #row(line: string): Row {
    if (isDeeperThan(line, readLimits.depth)) {
      return { number: this.#line, cells: [], fault: { code: "damaged", message: "is nested too deeply" } };
    }
    let object: unknown;
    try {
      object = JSON.parse(line);
    } catch {
      return { number: this.#line, cells: [], fault: { code: "damaged", message: "is not well-formed JSON" } };
    }
    if (typeof object !== "object" || object === null || Array.isArray(object)) {
      return { number: this.#line, cells: [], fault: { code: "wrong_type", message: "must be a JSON object" } };
    }
    const cells: Cell[] = new Array(this.names.length).fill(null);
    for (const [name, value] of Object.entries(object)) {
      let column = this.#columns.get(name);
      if (column === undefined) {
        column = this.#add(name);
        cells.push(null);
      }
      cells[column] = cellOf(value);
    }
    return { number: this.#line, cells };
  }

  #add(name: string): number {
    if (this.names.length === mostColumns) {
      const message = `Up to line ${this.#line} there are more than ${mostColumns} columns.`;
      throw new SheetFault("too_many", message, { row: this.#line });
    }
    this.#columns.set(name, this.names.length);
    this.names.push(name);
    checkNames(this.names, this.#line);
    return this.names.length - 1;
  }
}

/** Whether arrays and objects have more levels: to parse and to write them would overflow the stack. */
function isDeeperThan(json: string, most: number): boolean {
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === 0x22 /* " */) {
      at++;
      while (at < json.length && json.charCodeAt(at) !== 0x22) at += json.charCodeAt(at) === 0x5c /* \\ */ ? 2 : 1;
    } else if (sign === 0x7b /* { */ || sign === 0x5b /* [ */) {
      if (++level > most) return true;
    } else if (sign === 0x7d /* } */ || sign === 0x5d /* ] */) level--;
  }
  return false;
}

function cellOf(value: unknown): Cell {
  if (typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) >= longNumber) return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value as Cell;
  return { odd: "object", text: JSON.stringify(value) };
}
