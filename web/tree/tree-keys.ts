import type { KeyboardEvent } from "react";
import type { Rights } from "../access/rights.ts";
import { mayName } from "../access/rights.ts";
import type { NodeKey, Row, Tree } from "../catalog/tree.ts";
import { rename, setExpanded } from "../catalog/tree-view.ts";
import { isMenuKey } from "../widgets/menus.ts";
import { mayMove, reorderBy, shiftLevel } from "./node-commands.ts";
import { openDeleteNode } from "./tree-dialogs.ts";

export type TreeKeyContext = {
  projectId: string;
  tree: Tree;
  rights: Rights;
  rows: Row[];
  active: NodeKey | undefined;
  move(key: NodeKey): void;
  select(key: NodeKey): void;
  openMenu(key: NodeKey): void;
};

const pageRows = 15;

/** The keyboard of the tree, after the ARIA tree pattern; Alt with an arrow does what dragging does. */
export function onTreeKey(event: KeyboardEvent, context: TreeKeyContext) {
  const { rows, active, move } = context;
  const at = rows.findIndex((row) => row.node.key === active);
  const row = rows[at];
  const to = (index: number) => {
    const target = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (target) move(target.node.key);
  };
  const handled = event.altKey ? onAltKey(event.key, context, row) : onPlainKey(event, context, row, at, to);
  if (handled) event.preventDefault();
}

function onAltKey(key: string, { projectId, tree, rights }: TreeKeyContext, row: Row | undefined): boolean {
  if (!row || !mayMove(rights, tree, row.node, key === "ArrowLeft")) return false;
  if (key === "ArrowUp") reorderBy(projectId, row.node.key, -1);
  else if (key === "ArrowDown") reorderBy(projectId, row.node.key, 1);
  else if (key === "ArrowRight") shiftLevel(projectId, row.node.key, "in");
  else if (key === "ArrowLeft") shiftLevel(projectId, row.node.key, "out");
  else return false;
  return true;
}

function onPlainKey(
  event: KeyboardEvent,
  context: TreeKeyContext,
  row: Row | undefined,
  at: number,
  to: (index: number) => void,
): boolean {
  const { tree, rights, projectId, select, move, openMenu } = context;
  const node = row?.node;
  const editable = node !== undefined && rights.edit(node.key);
  switch (event.key) {
    case "ArrowDown":
      to(at + 1);
      return true;
    case "ArrowUp":
      to(at - 1);
      return true;
    case "PageDown":
      to(at + pageRows);
      return true;
    case "PageUp":
      to(at - pageRows);
      return true;
    case "Home":
      to(0);
      return true;
    case "End":
      to(Number.MAX_SAFE_INTEGER);
      return true;
    case "ArrowRight":
      if (node && node.children.length > 0) {
        if (row.expanded) to(at + 1);
        else setExpanded([node.key], true);
      }
      return true;
    case "ArrowLeft":
      if (node && row.expanded) setExpanded([node.key], false);
      else if (node?.parent) move(node.parent);
      return true;
    case "*":
      if (node) setExpanded(node.parent ? (tree.nodes.get(node.parent)?.children ?? []) : tree.roots, true);
      return true;
    case "Enter":
    case " ":
      if (node) select(node.key);
      return true;
    case "F2":
      if (node && mayName(rights, node.key)) rename(tree, node.key);
      return true;
    case "Delete":
      if (editable) openDeleteNode({ projectId, node: node.key });
      return true;
    default:
      if (node && isMenuKey(event)) openMenu(node.key);
      return isMenuKey(event);
  }
}
