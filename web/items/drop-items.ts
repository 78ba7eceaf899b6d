import type { Rights } from "../access/rights.ts";
import { nodeKey, type TreeNode } from "../catalog/tree.ts";
import { textNow } from "../platform/i18n/i18n.ts";
import type { Droppable } from "../tree/use-tree-drag.ts";
import { type DraggedItems, draggedItems } from "./dragged-items.ts";
import { copyItems, moveItems } from "./item-commands.ts";
import { itemsRefused } from "./items-refused.ts";
import { mayCopyItems, mayEditItems } from "./may-edit-items.ts";
import { clearSelection } from "./selection.ts";

/** Items that are dropped with one of these keys are copied. */
export const wantsCopy = (event: Pick<DragEvent, "ctrlKey" | "altKey">) => event.ctrlKey || event.altKey;

/** Why items cannot be dropped on a node, as one of the words about places; undefined where they can. */
export const dropRefused = (node: TreeNode, { ids, from }: DraggedItems, copy: boolean, rights: Rights) =>
  itemsRefused(node, copy ? undefined : nodeKey("subcategory", from), rights) ??
  ((copy ? mayCopyItems : mayEditItems)(rights, { ids }) ? undefined : "notYours");

/** Items of a list that are dropped on the tree are moved or copied there. */
export const droppableItems = (projectId: string, rights: Rights): Droppable => ({
  isDragged: () => draggedItems.get() !== undefined,

  effectAt(node, event) {
    const items = draggedItems.get();
    const copy = wantsCopy(event);
    if (!items || dropRefused(node, items, copy, rights)) return undefined;
    return copy ? "copy" : "move";
  },

  drop(node, event) {
    const items = draggedItems.get();
    draggedItems.set(undefined);
    const copy = wantsCopy(event);
    if (!items || dropRefused(node, items, copy, rights)) return;
    const suffix = node.id === items.from ? textNow().items.copySuffix : "";
    if (copy) void copyItems(projectId, items, node, suffix, () => {});
    else void moveItems(projectId, items, node, () => {});
    clearSelection();
  },
});
