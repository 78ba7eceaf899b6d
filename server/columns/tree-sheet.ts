import type { Category } from "../../contract/categories.ts";
import type { SheetColumn, Value } from "../formats/sheet.ts";

/** A category or a subcategory. `path` is the text of `textOfPath`. */
export type SheetNode = Pick<Category, "id" | "name" | "visible" | "priority" | "img" | "translations"> & {
  kind: "category" | "subcategory";
  parentId: string | null;
  path: string;
};

/** A column of the sheet of the tree, with what it holds. */
export type TreeColumn = SheetColumn & { readonly value: (node: SheetNode) => Value };

/** The columns of the tree, with a name in each of `languages`. */
export const treeColumns = (languages: readonly string[]): TreeColumn[] => [
  { header: "kind", text: true, value: ({ kind }) => kind },
  { header: "id", width: 24, text: true, value: ({ id }) => id },
  { header: "parentId", width: 24, text: true, value: ({ parentId }) => parentId },
  { header: "path", width: 48, text: true, value: ({ path }) => path },
  { header: "name", width: 36, text: true, value: ({ name }) => name },
  ...languages.map((language) => ({
    header: `name@${language}`,
    width: 36,
    text: true,
    value: ({ translations }: SheetNode) => translations[language]?.name ?? null,
  })),
  { header: "visible", value: ({ visible }) => visible },
  { header: "priority", value: ({ priority }) => priority },
  { header: "img", width: 40, text: true, value: ({ img }) => (img === "" ? null : img) },
];

export const nodeCells = (node: SheetNode, columns: readonly TreeColumn[]): Value[] =>
  columns.map(({ value }) => value(node));
