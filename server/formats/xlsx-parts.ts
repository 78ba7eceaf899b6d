import { escapedXml } from "./xml-text.ts";

export const mainNamespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const contentTypes = "http://schemas.openxmlformats.org/package/2006/content-types";
const partType = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The formats of cells, by their place in the part of the styles. */
export const styles = { plain: 0, header: 1, text: 2 } as const;

/** The parts of a workbook beside its sheets, which come first. */
export function workbookParts(sheetNames: readonly string[]): [name: string, xml: string][] {
  const numbers = sheetNames.map((_, index) => index + 1);
  const sheets = sheetNames.map(
    (name, i) => `<sheet name="${escapedXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  const sheetRelations = numbers.map((n) => relation(n, "worksheet", `worksheets/sheet${n}.xml`));
  const stylesRelation = relation(numbers.length + 1, "styles", "styles.xml");
  const overrides = [
    override("/xl/workbook.xml", "sheet.main"),
    override("/xl/styles.xml", "styles"),
    ...numbers.map((n) => override(`/xl/worksheets/sheet${n}.xml`, "worksheet")),
  ];
  return [
    [
      "xl/workbook.xml",
      `${declaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relations}"><sheets>${sheets.join("")}</sheets></workbook>`,
    ],
    ["xl/_rels/workbook.xml.rels", relationsXml([...sheetRelations, stylesRelation])],
    ["xl/styles.xml", stylesXml],
    ["_rels/.rels", relationsXml([relation(1, "officeDocument", "xl/workbook.xml")])],
    [
      "[Content_Types].xml",
      `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`,
    ],
  ];
}

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;

const relationsXml = (list: readonly string[]): string =>
  `${declaration}<Relationships xmlns="${packageRelations}">${list.join("")}</Relationships>`;

const override = (part: string, type: string): string =>
  `<Override PartName="${part}" ContentType="${partType}.${type}+xml"/>`;

/** Format 49 is "text": digits that someone types there keep their leading zeros. */
const stylesXml = `${declaration}<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;
