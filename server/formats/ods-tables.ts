import { OdsRows } from "./ods-rows.ts";
import { readLimits } from "./read-limits.ts";
import type { Row } from "./sheet.ts";
import { SheetFault } from "./sheet-fault.ts";
import { attributesOf, type XmlHandler } from "./xml-scanner.ts";

type Table = { readonly name: string; readonly visible: boolean };

/** Rows of a table; `isLast` if it has no more of them. */
export type TableBatch = { readonly table: number; readonly rows: Row[]; readonly isLast: boolean };

/** What has tables in it that are no sheets: links to other files, and what was deleted. */
const keeping = new Set(["dde-links", "tracked-changes"]);

/** Finds the sheets of an OpenDocument spreadsheet, and collects the rows of those that are wanted. */
export class OdsTables implements XmlHandler {
  readonly tables: Table[] = [];
  readonly #hiddenStyles = new Set<string>();
  #style = "";
  /** How deep in tables it is: one in another is no sheet. */
  #depth = 0;
  /** How deep in elements whose tables are no sheets. */
  #kept = 0;
  #rows: OdsRows | undefined;
  #isWanted = false;
  #isOver = false;

  constructor(
    private readonly wants: (table: number) => boolean,
    private readonly repeats = { left: Number.POSITIVE_INFINITY },
  ) {}

  isFull(): boolean {
    return this.#isOver || (this.#rows?.isFull() ?? false);
  }

  /** The rows that are collected, if there are many or the last ones of a table. */
  take(): TableBatch | undefined {
    const table = this.tables.length - 1;
    const rows = this.#rows;
    if (rows?.isFull()) return { table, rows: rows.take(), isLast: false };
    if (!this.#isOver) return undefined;
    this.#isOver = false;
    this.#rows = undefined;
    return { table, rows: rows?.take() ?? [], isLast: true };
  }

  /** Collects no more rows of this table. */
  passOver(): void {
    this.#rows = undefined;
  }

  open(name: string, attributes: string): void {
    if (this.#depth > 0) {
      if (name === "table") this.#depth++;
      this.#rows?.open(name, attributes);
    } else if (keeping.has(name)) this.#kept++;
    else if (name === "table" && this.#kept === 0) this.#openTable(attributesOf(attributes));
    else if (name === "style" || name === "table-properties") this.#openStyle(name, attributesOf(attributes));
  }

  text(text: string): void {
    this.#rows?.text(text);
  }

  close(name: string): void {
    if (this.#depth === 0) {
      if (keeping.has(name) && this.#kept > 0) this.#kept--;
      return;
    }
    if (name === "table" && --this.#depth === 0) this.#isOver = this.#isWanted;
    else this.#rows?.close(name);
  }

  /** Call it behind the last table: one that is not closed may lack rows. */
  end(): void {
    if (this.#depth > 0) throw new SheetFault("damaged", "The workbook is damaged: a sheet has no end.");
  }

  #openTable(attributes: Map<string, string>): void {
    if (this.tables.length === readLimits.entries) {
      throw new SheetFault("too_many", "The workbook has too many sheets.");
    }
    this.#isWanted = this.wants(this.tables.length);
    this.#rows = this.#isWanted ? new OdsRows(this.repeats) : undefined;
    const visible =
      !this.#hiddenStyles.has(attributes.get("style-name") ?? "") && attributes.get("display") !== "false";
    this.tables.push({ name: attributes.get("name") ?? "", visible });
    this.#depth = 1;
  }

  /** A sheet is hidden by its style. */
  #openStyle(element: string, attributes: Map<string, string>): void {
    if (element === "style") this.#style = attributes.get("name") ?? "";
    else if (attributes.get("display") === "false") {
      if (this.#hiddenStyles.size === readLimits.formats) {
        throw new SheetFault("too_many", "The workbook has too many formats.");
      }
      this.#hiddenStyles.add(this.#style);
    }
  }
}
