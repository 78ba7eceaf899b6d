import { type DragEvent, useRef, useState } from "react";
import type { Rights } from "../access/rights.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { type NodeKey, siblingsOf, type Tree, type TreeNode } from "../catalog/tree.ts";
import { canStand } from "../catalog/tree-data.ts";
import { setExpanded } from "../catalog/tree-view.ts";
import { moveNodeTo } from "./node-commands.ts";

export type Zone = "before" | "inside" | "after";
export type TreeDragCommands = ReturnType<typeof useTreeDrag>["commands"];

/** What people can drag onto a node, other than a node. */
export type Droppable = {
  /** Whether it is being dragged now. */
  isDragged(): boolean;
  /** What would happen to it where it is dropped with these keys pressed; undefined where it cannot be dropped. */
  effectAt(node: TreeNode, event: DragEvent): "copy" | "move" | undefined;
  drop(node: TreeNode, event: DragEvent): void;
};

const openAfterMs = 600;

type Options = { projectId: string; tree: Tree; rights: Rights; other: Droppable };

export function useTreeDrag({ projectId, tree, rights, other }: Options) {
  const [over, setOver] = useState<{ key: NodeKey; zone: Zone }>();
  const dragged = useRef<NodeKey>(undefined);
  const hover = useRef<{ key: NodeKey; timer: ReturnType<typeof setTimeout> }>(undefined);

  const target = (node: TreeNode, zone: Zone) => (zone === "inside" ? node.key : node.parent);

  function zoneAt(event: DragEvent, node: TreeNode): Zone | undefined {
    const key = dragged.current;
    if (!key || key === node.key) return undefined;
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - box.top) / box.height;
    const wish: Zone = share < 0.3 ? "before" : share > 0.7 ? "after" : "inside";
    const zones: Zone[] = wish === "inside" ? ["inside", share < 0.5 ? "before" : "after"] : [wish, "inside"];
    const mayStand = (parent: NodeKey | undefined) => canStand(tree, key, parent) && rights.edit(parent);
    return zones.find((zone) => mayStand(target(node, zone)));
  }

  /** A branch opens when the pointer rests on it. */
  function openSoon(node: TreeNode) {
    if (hover.current?.key === node.key) return;
    clearTimeout(hover.current?.timer);
    hover.current = { key: node.key, timer: setTimeout(() => setExpanded([node.key], true), openAfterMs) };
  }

  function leave() {
    clearTimeout(hover.current?.timer);
    hover.current = undefined;
    setOver(undefined);
  }

  function end() {
    dragged.current = undefined;
    leave();
  }

  return {
    over,
    commands: {
      dragStart(event: DragEvent, node: TreeNode) {
        dragged.current = node.key;
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", shownName(node));
      },
      dragOver(event: DragEvent, node: TreeNode) {
        const isOther = other.isDragged();
        const effect = isOther ? other.effectAt(node, event) : undefined;
        const zone = isOther ? effect && "inside" : zoneAt(event, node);
        if (effect) event.dataTransfer.dropEffect = effect;
        if (isOther && node.children.length > 0) openSoon(node);
        if (!zone) return setOver(undefined);
        event.preventDefault();
        if (over?.key !== node.key || over.zone !== zone) setOver({ key: node.key, zone });
        openSoon(node);
      },
      dragLeave({ currentTarget, relatedTarget }: DragEvent) {
        // Between the parts of a row it is still the same one.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) leave();
      },
      drop(event: DragEvent, node: TreeNode) {
        event.preventDefault();
        if (other.isDragged()) {
          end();
          return other.drop(node, event);
        }
        const key = dragged.current;
        const zone = zoneAt(event, node);
        end();
        if (!key || !zone) return;
        const parent = target(node, zone);
        const others = siblingsOf(tree, parent).filter((one) => one !== key);
        const index = zone === "inside" ? others.length : others.indexOf(node.key) + (zone === "after" ? 1 : 0);
        moveNodeTo(projectId, key, parent, index);
      },
      dragEnd: end,
    },
  };
}
