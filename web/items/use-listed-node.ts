import { useState } from "react";
import type { ItemList } from "../catalog/item-list.ts";
import { isSameNode } from "../catalog/tree-data.ts";

/** Another number when the items of another node are listed. A node that has got another id is the same one. */
export function useListedNode({ projectId, within }: ItemList): number {
  const [listed, setListed] = useState({ within, number: 0 });
  if (listed.within === within) return listed.number;
  const next = { within, number: listed.number + (isSameNode(projectId, listed.within, within) ? 0 : 1) };
  setListed(next);
  return next.number;
}
