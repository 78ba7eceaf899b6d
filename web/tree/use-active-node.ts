import { useEffect, useRef, useState } from "react";
import type { NodeKey, Tree } from "../catalog/tree.ts";
import { openWayTo } from "../catalog/tree-view.ts";

/** The node that the keyboard is on. It follows the selected one, whose branch is opened. */
export function useActiveNode(tree: Tree, selected: NodeKey | undefined) {
  const [active, setActive] = useState<NodeKey | undefined>(() => {
    // Before the first draw: opened after it, the branch would be drawn and laid out a second time.
    if (selected) openWayTo(tree, selected);
    return selected;
  });
  // An address may name a node that comes with the next tree.
  const isKnown = selected !== undefined && tree.nodes.has(selected);
  /** The keyboard may have gone on from it since. */
  const followed = useRef<NodeKey>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice opens branches; a change of the tree must not
  useEffect(() => {
    if (followed.current === selected) return;
    followed.current = isKnown ? selected : undefined;
    if (!selected) return;
    setActive(selected);
    openWayTo(tree, selected);
  }, [selected, isKnown]);
  return [active, setActive] as const;
}
