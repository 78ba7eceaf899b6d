import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useRights } from "../../access/use-rights.ts";
import { type ItemFilters, isNarrowed, withFilters } from "../../catalog/item-filters.ts";
import { type ItemList, isInOwnOrder, listOf } from "../../catalog/item-list.ts";
import { countOf } from "../../catalog/picked.ts";
import type { TreeNode } from "../../catalog/tree.ts";
import { isSameNode } from "../../catalog/tree-data.ts";
import { later } from "../../platform/later.tsx";
import { useStore } from "../../platform/store.ts";
import { Part } from "../../widgets/boundary.tsx";
import { dialogStore } from "../../widgets/dialogs.ts";
import { Skeleton } from "../../widgets/skeleton.tsx";
import { LoadFailed, Preparing } from "../../widgets/states.tsx";
import { useRows } from "../../widgets/use-rows.ts";
import { clearSelection, dropMatching, pickedOf, selectionStore } from "../selection.ts";
import { useListedNode } from "../use-listed-node.ts";
import { addingTo } from "./adding.ts";
import { DidYouMean } from "./did-you-mean.tsx";
import { compactRows, Grid, headHeight, rowHeightOf } from "./grid.tsx";
import { ItemsToolbar } from "./items-toolbar.tsx";
import { withSheet } from "./load-sheet.ts";
import { pastedFrom, useClipboard } from "./use-clipboard.ts";
import { type ItemWindow, useItemWindow } from "./use-item-window.ts";

type Props = {
  projectId: string;
  /** Its items, all below it too, are listed; without one, those of the whole project. */
  node: TreeNode | undefined;
  filters: ItemFilters;
  setFilters(filters: ItemFilters): void;
  /** Lists another part of the project under the same filters. */
  setPlace(node: TreeNode | undefined): void;
  openItem: string | undefined;
  beside: boolean;
  open(id: string): void;
  add(): void;
  searchInput: RefObject<HTMLInputElement | null>;
  exportList(list: ItemList): void;
  /** What saves the filters as a view, at their end. */
  saveView: ReactNode;
  /** Lets the panel step to the neighbours of the open item. */
  listing: RefObject<((id: string, by: 1 | -1) => string | undefined) | undefined>;
};

const SelectionBar = later(async () => ({ default: (await import("../bulk/selection-bar.tsx")).SelectionBar }));
const NoItems = later(async () => ({ default: (await import("./no-items.tsx")).NoItems }));
const FilterChips = later(() => import("../filters/filter-chips.tsx"));

export function ItemsPane(props: Props) {
  const { projectId, node, filters, setFilters, setPlace } = props;
  const rights = useRights(projectId);
  const picked = countOf(pickedOf(useStore(selectionStore))) > 0;
  const addsTo = useStore(addingTo);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = rowHeightOf(useStore(compactRows));
  const view = useRows(scroller, { rowHeight, overscan: 6, head: headHeight });
  const list = listOf(projectId, node, filters);
  const listedNode = useListedNode(list);
  const items = useItemWindow(list, view.from, view.to);
  const editable = rights.edit(node?.key);
  const isAddedTo = () => isSameNode(projectId, addingTo.get(), list.within);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins with nothing picked, and nothing is added to it
  useEffect(() => {
    clearSelection();
    if (!isAddedTo()) addingTo.set(undefined);
  }, [listedNode, list.leaf]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, or other filters, begin at the top
  useEffect(() => view.toTop(), [listedNode, JSON.stringify(filters)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: under other filters, or another id, something else matches
  useEffect(() => dropMatching(), [list.within, JSON.stringify(filters)]);
  // An empty subcategory has no cells: what is pasted anywhere but into a field becomes its first rows.
  useClipboard((event) => {
    if (event.type !== "paste" || items.total !== 0 || !editable || !isInOwnOrder(list)) return false;
    const pasted = pastedFrom(event);
    if (!pasted.text || document.activeElement?.matches("input, textarea") || dialogStore.get()) return false;
    withSheet(({ pasteRows }) => pasteRows(list, pasted));
    return true;
  });
  props.listing.current = (id, by) => neighbour(items, id, by);

  return (
    <>
      <ItemsToolbar
        projectId={projectId}
        node={node}
        filters={filters}
        setFilters={setFilters}
        setPlace={setPlace}
        total={items.total}
        searchInput={props.searchInput}
        exportList={props.exportList}
      />
      <Part
        place="line"
        wait={
          <div className="filter-chips">
            <Skeleton shape="chips" count={Object.keys(filters).length} />
          </div>
        }
      >
        {Object.keys(filters).length > 0 && (
          <FilterChips projectId={projectId} node={node} filters={filters} setFilters={setFilters} setPlace={setPlace}>
            {props.saveView}
          </FilterChips>
        )}
      </Part>
      {items.didYouMean && (
        <DidYouMean words={items.didYouMean} apply={(search) => setFilters(withFilters(filters, { search }))} />
      )}
      {items.preparing ? (
        <Preparing error={items.preparing} />
      ) : items.failed ? (
        <LoadFailed error={items.failed} retry={items.refetch} />
      ) : items.total === 0 && (addsTo === undefined || !isAddedTo()) ? (
        <Part place="line">
          <NoItems
            projectId={projectId}
            node={node}
            narrowed={isNarrowed(filters)}
            editable={editable}
            add={props.add}
            clear={() => setFilters({})}
            widen={node && (() => setPlace(undefined))}
          />
        </Part>
      ) : (
        <Grid
          scroller={scroller}
          view={view}
          list={list}
          listedNode={listedNode}
          total={items.total}
          listedAt={items.listedAt}
          indexOf={items.indexOf}
          openItem={props.openItem}
          open={props.open}
          setSort={(sort) => setFilters(withFilters(filters, { sort }))}
          reorderable={editable && isInOwnOrder(list)}
          rights={rights}
          beside={props.beside}
        />
      )}
      <Part place="line">
        {picked && rights.edits && <SelectionBar list={list} total={items.total ?? 0} rights={rights} />}
      </Part>
    </>
  );
}

function neighbour(items: ItemWindow, id: string, by: 1 | -1): string | undefined {
  const at = items.indexOf(id);
  return at === undefined ? undefined : items.itemAt(at + by)?.id;
}
