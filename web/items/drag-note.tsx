import { useEffect, useState } from "react";
import type { Rights } from "../access/rights.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { type NodeKey, rowId, type Tree, type TreeNode } from "../catalog/tree.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { type LaterText, useLater } from "../platform/i18n/later-words.ts";
import type { DraggedItems } from "./dragged-items.ts";
import { dropRefused, wantsCopy } from "./drop-items.ts";
import { whyNoOrder } from "./grid/sheet-words.ts";

type Props = { tree: Tree; rights: Rights; items: DraggedItems };

type At = { left: number; top: number; copy: boolean; node: TreeNode | undefined; inList: boolean };

/** Beside the pointer: what is dragged, what will happen where it is dropped, or why nothing will. */
export default function DragNote({ tree, rights, items }: Props) {
  const at = useDragged(tree);
  const t = useText();
  const { places: words } = useLater();
  if (!at) return null;
  const [said, isRefused] = wordsFor(at, items, rights, words, t);
  return (
    <div
      className="drag-note"
      role="status"
      data-refused={isRefused || undefined}
      ref={(note) => {
        if (!note) return;
        // Kept on the page, and never under the pointer.
        note.style.left = `${Math.max(8, Math.min(at.left + 14, innerWidth - note.offsetWidth - 8))}px`;
        const below = at.top + 20;
        note.style.top = `${below + note.offsetHeight > innerHeight ? at.top - note.offsetHeight - 12 : below}px`;
      }}
    >
      {said}
    </div>
  );
}

function wordsFor(
  { node, copy, inList }: At,
  items: DraggedItems,
  rights: Rights,
  words: LaterText["places"],
  t: ReturnType<typeof useText>,
): [said: string, isRefused: boolean] {
  const count = items.ids.length;
  const name = count === 1 ? items.name : "";
  if (node) {
    const why = dropRefused(node, items, copy, rights);
    if (why) return [words[why], true];
    const task = t.tasks[copy ? "copyItems" : "moveItems"]({ count, name, where: shownName(node) });
    return [task.charAt(0).toUpperCase() + task.slice(1), false];
  }
  const why = inList && whyNoOrder(items.list);
  return why ? [why, true] : [name || t.counts.items(count), false];
}

/** Follows the pointer while the browser drags. */
function useDragged(tree: Tree): At | undefined {
  const [at, setAt] = useState<At>();
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      const over = event.target instanceof Element ? event.target : undefined;
      const key = over?.closest(".tree-row")?.id.slice(rowId("" as NodeKey).length) as NodeKey | undefined;
      setAt({
        left: event.clientX,
        top: event.clientY,
        copy: wantsCopy(event),
        node: key && tree.nodes.get(key),
        inList: over?.closest(".grid-scroll") != null,
      });
    };
    document.addEventListener("dragover", onOver, true);
    return () => document.removeEventListener("dragover", onOver, true);
  }, [tree]);
  return at;
}
