import { ZipWriter } from "../../server/formats/zip-writer.ts";

/** A zip archive with these files. */
export async function archive(parts: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipWriter();
  const pieces: Uint8Array[] = [];
  for (const [name, content] of Object.entries(parts)) {
    pieces.push(
      zip.open(name),
      await zip.piece(typeof content === "string" ? Buffer.from(content) : content),
      zip.close(),
    );
  }
  return Buffer.concat([...pieces, zip.finish()]);
}

export const relations = (entries: [id: string, type: string, target: string][]) =>
  `<Relationships>${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`).join("")}</Relationships>`;

export type Parts = { rows: string; after?: string; strings?: string; styles?: string; book?: string; start?: string };

/** A workbook as other programs write it. */
export const workbook = ({
  rows,
  after = "",
  strings = "",
  styles = "",
  book = "",
  start = "",
}: Parts): Promise<Buffer> =>
  archive({
    "_rels/.rels": relations([["r1", "officeDocument", "/xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns:r="r">${book}<sheets><sheet name="Notes" sheetId="1" state="hidden" r:id="r1"/><sheet name="List" sheetId="2" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ["r1", "worksheet", "worksheets/sheet1.xml"],
      ["r2", "sharedStrings", "sharedStrings.xml"],
      ["r3", "styles", "styles.xml"],
    ]),
    "xl/worksheets/sheet1.xml": `${start}<x:worksheet><x:sheetData>${rows.replace(/<(\/?)(?=[a-z])/g, "<$1x:")}</x:sheetData>${after}</x:worksheet>`,
    "xl/sharedStrings.xml": `<sst>${strings}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
  });

/** The row of the columns `id` and `price`. */
export const header = '<row r="1"><c r="A1" t="str"><v>id</v></c><c r="B1" t="str"><v>price</v></c></row>';

export type Tables = { tables: string; styles?: string; parts?: Record<string, string | Uint8Array> };

/** A spreadsheet of OpenDocument, as LibreOffice writes it. */
export const openDocument = ({ tables, styles = "", parts = {} }: Tables): Promise<Buffer> =>
  archive({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<?xml version="1.0"?><office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    "META-INF/manifest.xml": '<manifest:manifest><manifest:file-entry manifest:full-path="/"/></manifest:manifest>',
    ...parts,
  });

/** A table, and its rows and cells. */
export const odsTable = (rows: string, attributes = 'table:name="List"') =>
  `<table:table ${attributes}><table:table-column table:number-columns-repeated="16384"/>${rows}</table:table>`;
export const odsRow = (cells: string, repeated = 1) =>
  `<table:table-row${repeated === 1 ? "" : ` table:number-rows-repeated="${repeated}"`}>${cells}</table:table-row>`;
export const odsText = (text: string, attributes = "") =>
  `<table:table-cell office:value-type="string" calcext:value-type="string"${attributes}><text:p>${text}</text:p></table:table-cell>`;
export const odsNumber = (value: number | string, attributes = "") =>
  `<table:table-cell office:value-type="float" office:value="${value}"${attributes}><text:p>${value}</text:p></table:table-cell>`;

/** The row of the columns `id` and `price`. */
export const odsHeader = odsRow(odsText("id") + odsText("price"));
