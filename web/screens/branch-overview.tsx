import type { WorkspaceSearch } from "../addresses.ts";
import { type ItemFilters, isNarrowed } from "../items/item-filters.ts";
import { ListNumbers } from "../items/list-numbers.tsx";
import { BranchCards } from "../tree/branch-cards.tsx";
import type { Tree, TreeNode } from "../tree/tree.ts";

type Props = {
  projectId: string;
  tree: Tree;
  node: TreeNode | undefined;
  filters: ItemFilters;
  setFilters(filters: ItemFilters): void;
  go(search: WorkspaceSearch): void;
};

/** What a category, a subcategory with others below it, or the whole project consists of. */
export default function BranchOverview({ projectId, tree, node, filters, setFilters, go }: Props) {
  return (
    <div className="overview">
      <ListNumbers projectId={projectId} within={node?.id} filters={filters} setFilters={setFilters} />
      {/* Whoever searches needs the room for the list. */}
      {!isNarrowed(filters) && (
        <BranchCards
          projectId={projectId}
          tree={tree}
          keys={node ? node.children : tree.roots}
          open={(child) => go({ [child.kind]: child.id })}
        />
      )}
    </div>
  );
}
