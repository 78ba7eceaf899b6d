import { Button } from "@mantine/core";
import { IconFilterOff, IconFolderPlus, IconPackage, IconPlus } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import type { Item } from "../../contract/items.ts";
import { useRights } from "../access/use-rights.ts";
import type { ItemFilters } from "../api.ts";
import { Empty, LoadFailed } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";
import type { TreeNode } from "../tree/tree.ts";
import { setExpanded, treeView } from "../tree/tree-view.ts";
import { Grid, rowHeight } from "./grid.tsx";
import { knownTotal, useItemWindow } from "./items-data.ts";
import { ItemsToolbar } from "./items-toolbar.tsx";
import { clearSelection, selectionStore } from "./selection.ts";

type Props = {
  projectId: string;
  node: TreeNode;
  filters: ItemFilters;
  setFilters(filters: ItemFilters): void;
  openItem: string | undefined;
  beside: boolean;
  open(id: string): void;
  add(): void;
  searchInput: RefObject<HTMLInputElement | null>;
  /** Lets the panel step to the neighbours of the open item. */
  listing: RefObject<((id: string, by: 1 | -1) => string | undefined) | undefined>;
};

const SelectionBar = lazy(async () => ({ default: (await import("./selection-bar.tsx")).SelectionBar }));

export function ItemsPane(props: Props) {
  const { projectId, node, filters, setFilters, add } = props;
  const t = useText();
  const editable = useRights(projectId).edit(node.key);
  const picked = useStore(selectionStore).size > 0;
  const scroller = useRef<HTMLDivElement>(null);
  const count = useRef(knownTotal(node.id, filters));
  const virtual = useVirtualizer({
    count: count.current,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const drawn = virtual.getVirtualItems();
  const from = drawn[0]?.index ?? 0;
  const to = drawn.at(-1)?.index ?? 0;
  const list = useItemWindow(node.id, filters, from, to);
  const filtered = filters.search !== "" || filters.visible !== undefined || filters.tags !== "";
  count.current = list.total ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top with nothing picked
  useEffect(() => {
    clearSelection();
    if (virtual.scrollOffset) scroller.current?.scrollTo({ top: 0 });
  }, [node.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is read while rendering, so a new total asks for another
  useEffect(() => {
    if (virtual.options.count !== count.current) virtual.measure();
  }, [list.total]);
  props.listing.current = (id, by) => neighbour(list.itemAt, list.total ?? 0, id, by)?.id;

  return (
    <>
      <ItemsToolbar filters={filters} setFilters={setFilters} total={list.total} searchInput={props.searchInput} />
      {list.failed ? (
        <LoadFailed error={list.failed} retry={list.refetch} />
      ) : list.total === 0 ? (
        filtered ? (
          <Empty icon={<IconFilterOff />} title={t.items.noMatch} hint={t.items.noMatchHint}>
            <Button variant="default" onClick={() => setFilters({ search: "", visible: undefined, tags: "" })}>
              {t.items.clearFilters}
            </Button>
          </Empty>
        ) : (
          <Empty icon={<IconPackage />} title={t.node.emptyLeaf} hint={editable ? t.node.emptyLeafHint : ""}>
            {editable && (
              <>
                <Button leftSection={<IconPlus size={16} />} onClick={add}>
                  {t.items.add}
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconFolderPlus size={16} />}
                  onClick={() => {
                    setExpanded([node.key], true);
                    treeView.set((view) => ({ ...view, adding: node.key }));
                  }}
                >
                  {t.tree.addSubcategory}
                </Button>
              </>
            )}
          </Empty>
        )
      ) : (
        <Grid
          scroller={scroller}
          virtual={virtual}
          total={list.total}
          projectId={projectId}
          listedAt={list.listedAt}
          openItem={props.openItem}
          open={props.open}
          sortable={!filtered}
          editable={editable}
          beside={props.beside}
        />
      )}
      <Suspense>
        {picked && (
          <SelectionBar
            projectId={projectId}
            subcategoryId={node.id}
            filters={filters}
            total={list.total ?? 0}
            editable={editable}
          />
        )}
      </Suspense>
    </>
  );
}

function neighbour(itemAt: (index: number) => Item | undefined, total: number, id: string, by: 1 | -1) {
  for (let index = 0; index < total; index++) if (itemAt(index)?.id === id) return itemAt(index + by);
  return undefined;
}
