import type { WorkspaceSearch } from "../catalog/addresses.ts";
import { type ItemFilters, isNarrowed } from "../catalog/item-filters.ts";
import type { Tree, TreeNode } from "../catalog/tree.ts";
import { ListNumbers } from "../items/grid/list-numbers.tsx";
import { BranchCards } from "../tree/branch-cards.tsx";

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
