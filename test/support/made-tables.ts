import { columnLetters } from "../../server/formats/column-letters.ts";
import { escapedXml } from "../../server/formats/xml-text.ts";
import { archive, odsNumber, odsRow, odsTable, odsText, openDocument, relations } from "./made-workbooks.ts";

type Value = string | number | null;
/** A sheet as its rows; an empty row is one without values. */
export type MadeSheet = { name: string; rows: readonly (readonly Value[])[]; hidden?: boolean };

export const tableFormats = ["csv", "xlsx", "ods"] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A file with these sheets; CSV has the first one. */
export async function tableFile(format: TableFormat, sheets: readonly MadeSheet[]): Promise<Uint8Array> {
  if (format === "csv") return Buffer.from((sheets[0] as MadeSheet).rows.map(csvLine).join(""));
  return format === "xlsx" ? xlsxFile(sheets) : odsFile(sheets);
}

const csvLine = (row: readonly Value[]): string =>
  `${row.map((value) => (value === null ? "" : /[",;\n]/.test(`${value}`) ? `"${`${value}`.replaceAll('"', '""')}"` : value)).join(";")}\n`;

function xlsxFile(sheets: readonly MadeSheet[]): Promise<Buffer> {
  const cell = (value: Value, row: number, column: number) => {
    const place = `${columnLetters(column)}${row + 1}`;
    if (value === null) return "";
    if (typeof value === "number") return `<c r="${place}"><v>${value}</v></c>`;
    return `<c r="${place}" t="str"><v>${escapedXml(value)}</v></c>`;
  };
  const parts = sheets.map(({ rows }, at): [string, string] => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet><sheetData>${rows.map((row, number) => `<row r="${number + 1}">${row.map((value, column) => cell(value, number, column)).join("")}</row>`).join("")}</sheetData></worksheet>`,
  ]);
  const names = sheets.map(
    ({ name, hidden }, at) => `<sheet name="${escapedXml(name)}"${hidden ? ' state="hidden"' : ""} r:id="r${at + 1}"/>`,
  );
  return archive({
    "xl/workbook.xml": `<workbook><sheets>${names.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(parts.map(([name], at) => [`r${at + 1}`, "worksheet", `/${name}`])),
    ...Object.fromEntries(parts),
  });
}

function odsFile(sheets: readonly MadeSheet[]): Promise<Buffer> {
  const cell = (value: Value) => {
    if (value === null) return "<table:table-cell/>";
    if (typeof value === "number") return odsNumber(value);
    return odsText(escapedXml(value).replaceAll("\n", "</text:p><text:p>"));
  };
  const tables = sheets.map(({ name, rows, hidden }) =>
    odsTable(
      rows.map((row) => odsRow(row.map(cell).join("") || "<table:table-cell/>")).join(""),
      `table:name="${escapedXml(name)}"${hidden ? ' table:style-name="hidden"' : ""}`,
    ),
  );
  const styles =
    '<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>';
  return openDocument({ tables: tables.join(""), styles });
}
