import type { Rights } from "../access/rights.ts";
import type { Tree } from "../catalog/tree.ts";
import { later } from "../platform/later.tsx";
import { useStore } from "../platform/store.ts";
import { Part } from "../widgets/boundary.tsx";
import { draggedItems } from "./dragged-items.ts";

const DragNote = later(() => import("./drag-note.tsx"));

/** What is said about items that are being dragged. */
export function DraggedNote({ tree, rights }: { tree: Tree; rights: Rights }) {
  const items = useStore(draggedItems);
  return (
    items && (
      <Part place="menu">
        <DragNote tree={tree} rights={rights} items={items} />
      </Part>
    )
  );
}
