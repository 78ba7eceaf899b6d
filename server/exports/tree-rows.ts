import type { Category } from "../../contract/categories.ts";
import { sheetNames } from "../columns/item-sheet.ts";
import { nodeCells, type SheetNode, type TreeColumn, treeColumns } from "../columns/tree-sheet.ts";
import type { Sheet, Value } from "../formats/sheet.ts";
import { turn } from "../http/turns.ts";
import type { CatalogTree, TreeNode } from "./catalog-tree.sql.ts";

const nodesPerStep = 250;

/** The sheet of these categories and subcategories. */
export function treeSheet(tree: CatalogTree, nodes: readonly TreeNode[]): Sheet {
  const languages = new Set<string>();
  for (const { translations } of nodes)
    if (translations !== "{}") for (const language of Object.keys(JSON.parse(translations))) languages.add(language);
  const columns = treeColumns([...languages].sort());
  return { name: sheetNames.tree, columns, rows: nodeRows(tree, nodes, columns) };
}

async function* nodeRows(
  tree: CatalogTree,
  nodes: readonly TreeNode[],
  columns: readonly TreeColumn[],
): AsyncGenerator<readonly Value[][]> {
  for (let from = 0; from < nodes.length; from += nodesPerStep) {
    yield nodes.slice(from, from + nodesPerStep).map((node) => nodeCells(sheetNode(tree, node), columns));
    await turn();
  }
}

const sheetNode = (
  tree: CatalogTree,
  { id, key, parent, name, visible, priority, img, translations }: TreeNode,
): SheetNode => ({
  kind: parent === 0 ? "category" : "subcategory",
  id,
  parentId: parent === 0 ? null : (tree.idOf(parent) ?? null),
  path: tree.pathTo(key) ?? "",
  name,
  visible: visible === 1,
  priority,
  img,
  translations: JSON.parse(translations) as Category["translations"],
});
