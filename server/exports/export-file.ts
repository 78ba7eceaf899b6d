import { isInterfaceLanguage, separatorSigns } from "../../contract/constants.ts";
import type { ExportQuery } from "../../contract/exports.ts";
import { guideSheet } from "../columns/column-guide.ts";
import { itemSheetColumn, sheetNames, templateSheet } from "../columns/item-sheet.ts";
import { allColumns, columnOfHeader, headerOf, type ItemColumn } from "../columns/sheet-columns.ts";
import { listOfText } from "../formats/list-text.ts";
import { mostColumns, type Sheet } from "../formats/sheet.ts";
import { sheetBytes } from "../formats/sheet-writer.ts";
import { invalid } from "../http/problem.ts";
import { columnsInUse } from "./columns-in-use.sql.ts";
import { type ExportReader, type ExportSelection, selectExport } from "./export-selection.sql.ts";
import { fileKinds } from "./file-answer.ts";
import { itemRows, type Report } from "./item-rows.sql.ts";
import { treeSheet } from "./tree-rows.ts";

export type ExportFile = {
  kind: (typeof fileKinds)[keyof typeof fileKinds];
  /** How many items it has; undefined if it is not about items. */
  items: number | undefined;
  bytes: AsyncGenerator<Uint8Array>;
};

type Exporting = ExportReader & { report?: Report };

/** The file that a query asks for. Its bytes are read from the catalog as they are asked for. */
export async function exportFile(
  exporting: Exporting,
  projectId: string,
  { format = "csv", sheet = "items", columns: named, separator = "comma", lang, ...filters }: ExportQuery,
): Promise<ExportFile> {
  if (sheet === "template" && format === "jsonl") throw noTemplate();
  const columns = named === undefined ? undefined : namedColumns(named);
  const selection = await selectExport(exporting, projectId, { filters, withItems: sheet !== "tree" });
  const sheets = [
    ...(await sheetsOf(exporting, selection, { sheet, named: columns })),
    guideSheet(isInterfaceLanguage(lang) ? lang : "en"),
  ] as const;
  return {
    kind: fileKinds[format === "csv" && separator === "tab" ? "tsv" : format],
    items: sheet === "items" ? selection.keys.length : undefined,
    bytes: sheetBytes(format, sheets, separatorSigns[separator]),
  };
}

const noTemplate = () =>
  invalid("invalid_query", [
    { pointer: "/format", code: "not_allowed", message: "has no template: a line of JSONL names its columns itself" },
  ]);

/** An import finds the item of a row by them, and what was changed since. */
const always: readonly ItemColumn[] = [{ name: "id" }, { name: "key" }, { name: "version" }];

function namedColumns(text: string): ItemColumn[] {
  const refused = (message: string) =>
    invalid("invalid_query", [{ pointer: "/columns", code: "not_allowed", message }]);
  const headers = listOfText(text);
  if (!headers) throw refused("has a quote that is not closed");
  const columns = new Map(always.map((column) => [headerOf(column), column]));
  for (const header of headers) {
    const column = columnOfHeader(header);
    if (!column) throw refused(`names a column that there is not: "${header}"`);
    columns.set(headerOf(column), column);
  }
  if (columns.size > mostColumns) throw refused(`must not name more than ${mostColumns} columns`);
  return [...columns.values()];
}

async function sheetsOf(
  { db, report = () => {} }: Exporting,
  { tree, nodes, keys }: ExportSelection,
  { sheet, named }: { sheet: NonNullable<ExportQuery["sheet"]>; named: readonly ItemColumn[] | undefined },
): Promise<[Sheet, ...Sheet[]]> {
  if (sheet === "tree") return [treeSheet(tree, nodes)];
  if (sheet === "template" && !named) return [templateSheet(await columnsInUse(db, keys)), treeSheet(tree, nodes)];
  const columns = named ?? allColumns(await columnsInUse(db, keys));
  const rows = sheet === "template" ? [] : itemRows(db, { keys, tree, columns, report });
  return [{ name: sheetNames.items, columns: columns.map(itemSheetColumn), rows }, treeSheet(tree, nodes)];
}
