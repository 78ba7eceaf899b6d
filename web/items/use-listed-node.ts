import { useState } from "react";
import { isSameNode } from "../tree/tree-data.ts";
import type { ItemList } from "./item-list.ts";

export type ListedNode = {
  /** Another number when the items of another node are listed. A node that has got another id is the same one. */
  number: number;
  /** The id that it was listed under before it got the one of now. */
  idBefore?: string | undefined;
};

export function useListedNode({ projectId, within }: ItemList): ListedNode {
  const [listed, setListed] = useState<{ within: string | undefined; node: ListedNode }>({
    within,
    node: { number: 0 },
  });
  if (listed.within === within) return listed.node;
  const { number } = listed.node;
  const isSame = isSameNode(projectId, listed.within, within);
  const node = isSame ? { number, idBefore: listed.within } : { number: number + 1 };
  setListed({ within, node });
  return node;
}
