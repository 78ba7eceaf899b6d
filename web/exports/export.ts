import type { exportFormats, exportSheets, separators } from "../../contract/constants.ts";
import { routes } from "../../contract/routes.ts";
import type { ColumnId } from "../catalog/column-ids.ts";
import type { ItemList } from "../catalog/item-list.ts";
import { chosenColumns } from "../items/grid/columns.ts";
import { filterQuery } from "../items/item-pages.ts";
import { languageStore } from "../platform/i18n/i18n.ts";
import { createStoredStore } from "../platform/store.ts";

export type Format = (typeof exportFormats)[number];
export type Separator = (typeof separators)[number];
export type Columns = "all" | "shown";
export type ExportChoice = { format: Format; separator: Separator; columns: Columns };

/** What was chosen last is offered again. */
export const exportChoice = createStoredStore<ExportChoice>("editor-export", {
  format: "xlsx",
  separator: "comma",
  columns: "all",
});

/** The columns of the file that show what a column of the grid does. */
const inFile: Record<ColumnId, readonly string[]> = {
  name: ["name"],
  place: ["subcategory", "subcategoryId"],
  price: ["price"],
  discount: ["discount"],
  buyerPays: [],
  quantity: ["quantity"],
  visible: ["visible"],
  priority: ["priority"],
  currency: ["currency"],
  tags: ["tags"],
  badges: ["badges"],
  languages: [],
};

export function exportAddress(
  list: ItemList,
  { format, separator, columns }: ExportChoice,
  sheet: (typeof exportSheets)[number],
): string {
  const { lang: _, ...filters } = filterQuery(list.filters, list.within);
  // A line of JSONL names its columns itself, so an empty file would say nothing.
  const written = sheet === "template" && format === "jsonl" ? "xlsx" : format;
  const query = new URLSearchParams({ format: written, sheet, lang: languageStore.get() });
  if (written === "csv") query.set("separator", separator);
  if (columns === "shown" && sheet !== "tree") {
    const shown = chosenColumns(list.leaf).get();
    query.set("columns", shown.flatMap((column) => inFile[column]).join(","));
  }
  for (const [name, value] of Object.entries(filters)) query.set(name, String(value));
  return `${routes.exportItems.path.replace(":projectId", encodeURIComponent(list.projectId))}?${query}`;
}
