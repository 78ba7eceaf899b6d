import { CatalogError } from "../../contract/client.ts";
import type { ImportFault, ImportRun } from "../../contract/imports.ts";
import { explain, explainReason } from "../platform/explain.ts";
import type { LaterText } from "../platform/i18n/later-words.ts";

const numbers = new Set(["price", "discount", "quantity", "priority", "version"]);
const places = new Set(["subcategory", "subcategoryId"]);

/** What a code means of a whole row. */
const ofRow: Record<string, string> = { not_allowed: "forbidden", too_many: "too_many_cells" };

/** What a code means more exactly in this column, by the names that the words have for it. */
function exactCode({ code, value }: ImportFault, column: string | null): string {
  if (column === null) return ofRow[code] ?? code;
  const isPlace = places.has(column);
  if (numbers.has(column)) {
    if (code === "wrong_type") return "not_a_number";
    if (code === "not_allowed" && /[.,]/.test(value)) return "ambiguous_number";
  }
  if (column === "visible" && code === "wrong_type") return "not_a_yes";
  if (code === "ambiguous") return isPlace ? "ambiguous_place" : "ambiguous_name";
  if (code === "required" && isPlace && value !== "") return "no_leaf";
  if (code !== "not_found") return code;
  if (isPlace) return "no_subcategory";
  return column === "id" ? "no_item" : column === "imgs" ? "no_picture" : code;
}

/** What is wrong with a cell or a row, in the language of the editor. */
export function faultWords(
  words: LaterText["imports"],
  { columns }: Pick<ImportRun, "columns">,
  fault: ImportFault,
): string {
  const { column: header, message } = fault;
  const column = columns.find((one) => one.header === header && one.column !== null)?.column ?? header;
  const code = exactCode(fault, column);
  return words.faults[code] ?? explainReason({ code, message });
}

/** Why a file was not taken. */
export function fileFaultWords(words: LaterText["imports"], error: unknown): string {
  if (!(error instanceof CatalogError)) return explain(error);
  const { code, fault, row } = error.problem;
  const known = words.fileFaults[code === "unreadable_file" ? String(fault) : code];
  if (!known) return explain(error);
  return typeof row === "number" ? `${words.atRow(row)} ${known}` : known;
}
