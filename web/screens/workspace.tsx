import { memo, type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { useRights } from "../access/use-rights.ts";
import { type WorkspaceContext, workspaceStore } from "../actions/action.ts";
import { namesPlace, type WorkspaceSearch } from "../catalog/addresses.ts";
import { useShownName } from "../catalog/catalog-language.ts";
import type { ItemFilters } from "../catalog/item-filters.ts";
import { isLeaf, listOf } from "../catalog/item-list.ts";
import type { NodeKey, Tree, TreeNode } from "../catalog/tree.ts";
import { useTree } from "../catalog/tree-data.ts";
import { treeView } from "../catalog/tree-view.ts";
import { DraggedNote } from "../items/dragged-note.tsx";
import { droppableItems } from "../items/drop-items.ts";
import { addingTo } from "../items/grid/adding.ts";
import { loadSheet } from "../items/grid/load-sheet.ts";
import { pickedOf, selectionStore } from "../items/selection.ts";
import { useLive } from "../live/use-live.ts";
import { isGone } from "../platform/api.ts";
import { explain } from "../platform/explain.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { later } from "../platform/later.tsx";
import { useStore } from "../platform/store.ts";
import { toast } from "../platform/toasts.ts";
import { PageTitle } from "../projects/page-title.tsx";
import { saving } from "../saving/saving.ts";
import { useRememberOpened } from "../shell/recents.ts";
import { TreePane } from "../tree/tree-pane.tsx";
import { ViewsSection } from "../views/views-section.tsx";
import { Part } from "../widgets/boundary.tsx";
import { Skeleton } from "../widgets/skeleton.tsx";
import { Splitter, useWidth } from "../widgets/splitter.tsx";
import { LoadFailed, NotFound } from "../widgets/states.tsx";
import { useEscape } from "../widgets/use-escape.ts";
import { useFocusBack } from "../widgets/use-focus-back.ts";
import { useWorkspaceAddress, workspaceRoute } from "./use-workspace-address.ts";
import { WorkspaceCentre } from "./workspace-centre.tsx";

const ItemPanel = later(() => import("../items/panel/item-panel.tsx"));
const NodePanel = later(() => import("../tree/node-panel.tsx"));
const OpenView = later(() => import("../views/open-view.tsx"));

/** Tree, items and the open item; what is shown comes from the address alone. */
export function Workspace() {
  const { projectId } = workspaceRoute.useParams();
  const tree = useTree(projectId);
  const [treeWidth, setTreeWidth] = useWidth("editor-tree-width", 300);
  const search = workspaceRoute.useSearch();
  const t = useText();
  const { adding, renaming } = useStore(treeView);
  if (isGone(tree.error)) return <NotFound />;
  // A new name is typed in the tree, from wherever it was asked for.
  const typing = adding !== undefined || renaming !== undefined;
  const isEmpty = tree.data?.roots.length === 0;
  const shows = typing ? "tree" : search.item ? "item" : namesPlace(search) || search.view || isEmpty ? "list" : "tree";
  return (
    <div className="workspace" data-shows={shows} style={{ "--tree-width": `${treeWidth}px` } as React.CSSProperties}>
      <h1 className="visually-hidden">{t.sections.catalog}</h1>
      {tree.data ? (
        <Panes projectId={projectId} tree={tree.data} treeWidth={treeWidth} setTreeWidth={setTreeWidth} />
      ) : (
        <>
          <div className="tree-pane">
            {tree.error ? (
              <LoadFailed error={tree.error} retry={() => void tree.refetch()} />
            ) : (
              <Skeleton shape="tree" count={14} />
            )}
          </div>
          <div className="splitter" />
          <div className="centre">{!tree.error && <Skeleton shape="rows" count={10} />}</div>
        </>
      )}
    </div>
  );
}

type PanesProps = { projectId: string; tree: Tree; treeWidth: number; setTreeWidth(width: number): void };

const Panes = memo(function Panes({ projectId, tree, treeWidth, setTreeWidth }: PanesProps) {
  const t = useText();
  const shownName = useShownName();
  const rights = useRights(projectId);
  const address = useWorkspaceAddress(projectId, tree);
  const { search, selected, go, open, close } = address;
  const { item: itemId, view } = search;
  const all = search.all === true;
  const node = selected && tree.nodes.get(selected);
  const lists = node !== undefined || all;
  const searchInput = useRef<HTMLInputElement>(null);
  const panelWidth = useWidth("editor-panel-width", 460);
  useLive(projectId, itemId);
  useRememberOpened(projectId, node, itemId);
  const { listing, step } = useSteps(itemId, open);
  const addItem = useAddItem(projectId, node, go);
  useWorkspaceContext({ ...address, projectId, tree, node, itemId, addItem, step, lists, searchInput });
  const hasPanel = itemId !== undefined || (search.details === true && node !== undefined);
  return (
    <>
      {!itemId && !view && <PageTitle of={search.all ? t.items.allItems : node && shownName(node)} />}
      <TreePane
        projectId={projectId}
        tree={tree}
        selected={selected}
        all={all && !view}
        selectAll={() => go({ all: true })}
        select={(key) => {
          const target = tree.nodes.get(key);
          go(target ? { [target.kind]: target.id } : newNode(key));
        }}
        droppable={droppableItems(projectId, rights)}
      >
        {tree.roots.length > 0 && (
          <Part place="line">
            <ViewsSection projectId={projectId} tree={tree} />
          </Part>
        )}
      </TreePane>
      <DraggedNote tree={tree} rights={rights} />
      <Splitter label={t.tree.title} width={treeWidth} setWidth={setTreeWidth} min={200} max={560} />
      <div className="centre">
        {view && (
          <Part place="line" wait={lists && <div className="view-bar" />}>
            <OpenView projectId={projectId} tree={tree} node={node} search={{ ...search, view }} go={go} />
          </Part>
        )}
        {(lists || !view) && (
          <WorkspaceCentre
            {...address}
            projectId={projectId}
            tree={tree}
            node={node}
            all={all}
            viewed={view !== undefined}
            missing={selected !== undefined && !node}
            openItem={itemId}
            beside={hasPanel}
            add={() => addItem?.()}
            searchInput={searchInput}
            listing={listing}
          />
        )}
      </div>
      {hasPanel && (
        <SidePanel
          projectId={projectId}
          tree={tree}
          node={node}
          itemId={itemId}
          step={step}
          close={close}
          size={panelWidth}
        />
      )}
    </>
  );
});

/** Steps from the open item to its neighbours; the list says what they are. */
function useSteps(itemId: string | undefined, open: (id: string) => void) {
  const listing = useRef<(id: string, by: 1 | -1) => string | undefined>(undefined);
  const step = useCallback(
    (by: 1 | -1) => {
      const next = itemId && listing.current?.(itemId, by);
      if (next) open(next);
    },
    [open, itemId],
  );
  return { listing, step };
}

/** Undefined where the person cannot add an item. A new one is typed after the last one of the list without filters. */
function useAddItem(projectId: string, node: TreeNode | undefined, go: (search: WorkspaceSearch) => void) {
  const rights = useRights(projectId);
  const leaf = node && isLeaf(node) && rights.edit(node.key) ? node : undefined;
  return useMemo(() => {
    if (!leaf) return undefined;
    return () => {
      go({ subcategory: leaf.id });
      addingTo.set(leaf.id);
      void loadSheet().catch((error) => toast(explain(error), { tone: "bad" }));
    };
  }, [leaf, go]);
}

type Context = Omit<WorkspaceContext, "rights" | "selection" | "list" | "focusSearch"> & {
  /** Whether items are listed. */
  lists: boolean;
  filters: ItemFilters;
  searchInput: RefObject<HTMLInputElement | null>;
};

/** Tells the commands what the workspace shows. */
function useWorkspaceContext({ lists, filters, searchInput, ...shown }: Context) {
  const { projectId, node } = shown;
  const rights = useRights(projectId);
  const selection = useStore(selectionStore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the values that are shown
  useEffect(() => {
    workspaceStore.set({
      ...shown,
      rights,
      selection: pickedOf(selection),
      list: lists ? listOf(projectId, node, filters) : undefined,
      focusSearch: lists ? () => searchInput.current?.focus() : undefined,
    });
    return () => workspaceStore.set(undefined);
  }, [rights, selection, lists, filters, searchInput, ...Object.values(shown)]);
}

type SidePanelProps = Pick<WorkspaceContext, "projectId" | "tree" | "node" | "itemId" | "step" | "close"> & {
  size: ReturnType<typeof useWidth>;
};

/** The open item or, without one, the details of the place. */
function SidePanel({ projectId, tree, node, itemId, step, close, size: [width, setWidth] }: SidePanelProps) {
  const t = useText();
  const panel = useRef<HTMLElement>(null);
  useFocusBack();
  useEscape(panel, close);
  return (
    <>
      <Splitter label={t.item.title} width={width} setWidth={setWidth} min={360} max={900} fromRight />
      <aside
        ref={panel}
        className="panel"
        tabIndex={-1}
        style={{ "--panel-width": `${width}px` } as React.CSSProperties}
        aria-label={itemId ? t.item.title : t.tree.details}
      >
        <Part
          key={itemId ? saving.firstId(itemId) : node?.key}
          place="panel"
          wait={<Skeleton shape="fields" count={6} />}
          close={close}
        >
          {itemId ? (
            <ItemPanel projectId={projectId} itemId={itemId} tree={tree} step={step} close={close} />
          ) : (
            node && <NodePanel projectId={projectId} tree={tree} node={node} close={close} />
          )}
        </Part>
      </aside>
    </>
  );
}

/** A new node may be selected before the tree with it is drawn. */
const newNode = (key: NodeKey): WorkspaceSearch => {
  const [kind = "category", ...id] = key.split(":");
  return { [kind]: id.join(":") };
};
