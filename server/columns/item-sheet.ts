import { type PlainColumn, plainColumns } from "../../contract/column-headers.ts";
import type { Sheet, SheetColumn } from "../formats/sheet.ts";
import { headerOf, type InUse, type ItemColumn } from "./sheet-columns.ts";

/** The names of the sheets of a workbook. Reading looks for the tree by its name. */
export const sheetNames = { items: "Items", tree: "Tree", columns: "Columns" } as const;

const widths: Partial<Record<ItemColumn["name"], number>> = {
  subcategory: 36,
  name: 36,
  simpleDescription: 48,
  imgs: 40,
  tags: 20,
  attribute: 20,
};

/** Columns that serve the import and not the person. */
const hiddenColumns: readonly ItemColumn["name"][] = ["id", "key", "version"];
const numberColumns: readonly ItemColumn["name"][] = [
  "version",
  "price",
  "discount",
  "quantity",
  "visible",
  "priority",
];

export const itemSheetColumn = (column: ItemColumn): SheetColumn => ({
  header: headerOf(column),
  width: widths[column.name] ?? 14,
  hidden: hiddenColumns.includes(column.name),
  text: !numberColumns.includes(column.name),
});

/** Columns that the template leaves out: the service gives them, or another column says the same. */
const notFilledIn: readonly PlainColumn[] = ["id", "version", "subcategoryId", "priority", "attributes"];
const filledIn = plainColumns.filter((name) => !notFilledIn.includes(name));

/** More attributes than these are seldom all meant. */
const mostAttributes = 20;

/**
 * The template: the columns that a person fills in, with the attributes that are used most. A key is theirs to choose;
 * an id is given by the service.
 */
export const templateSheet = ({ languages, attributes }: InUse): Sheet => {
  const columns = [
    ...filledIn.flatMap((name): ItemColumn[] =>
      name === "name" ? [{ name }, ...languages.map((language) => ({ name, language }))] : [{ name }],
    ),
    ...attributes.slice(0, mostAttributes).map((attribute): ItemColumn => ({ name: "attribute", ...attribute })),
  ];
  return {
    name: sheetNames.items,
    columns: columns.map((column) => ({ ...itemSheetColumn(column), hidden: false })),
    rows: [],
  };
};
