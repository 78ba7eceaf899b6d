import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef } from "react";
import { useOwnName } from "../access/own-name.ts";
import { useRights } from "../access/use-rights.ts";
import { workspaceStore } from "../actions/action.ts";
import { filtersOf, type WorkspaceSearch } from "../addresses.ts";
import { type ItemFilters, isGone } from "../api.ts";
import { useLive } from "../changes/live.ts";
import { PageTitle } from "../components/page-title.tsx";
import { Splitter, useWidth } from "../components/splitter.tsx";
import { Lines, LoadFailed, NotFound } from "../components/states.tsx";
import { useEscape } from "../components/use-escape.ts";
import { useFocusBack } from "../components/use-focus-back.ts";
import { useText } from "../i18n/i18n.ts";
import { addItem, priorityAtEnd, useItem } from "../items/items-data.ts";
import { selectionStore } from "../items/selection.ts";
import { saving } from "../saving/saving.ts";
import { useActs } from "../saving/use-field.ts";
import { useStore } from "../store.ts";
import { type NodeKey, nodeKey, type Tree } from "../tree/tree.ts";
import { useTree } from "../tree/tree-data.ts";
import { TreePane } from "../tree/tree-pane.tsx";
import { WorkspaceCentre } from "./workspace-centre.tsx";

const workspaceRoute = getRouteApi("/projects/$projectId");
const ItemPanel = lazy(() => import("../items/item-panel.tsx"));
const NodePanel = lazy(() => import("../tree/node-panel.tsx"));

/** Tree, items and the open item; what is shown comes from the address alone. */
export function Workspace() {
  const { projectId } = workspaceRoute.useParams();
  const tree = useTree(projectId);
  const [treeWidth, setTreeWidth] = useWidth("editor-tree-width", 300);
  const search = workspaceRoute.useSearch();
  const t = useText();
  if (isGone(tree.error)) return <NotFound />;
  const shows = search.item ? "item" : search.subcategory || search.category ? "list" : "tree";
  return (
    <div className="workspace" data-shows={shows} style={{ "--tree-width": `${treeWidth}px` } as React.CSSProperties}>
      <h1 className="visually-hidden">{t.sections.catalog}</h1>
      {tree.data ? (
        <Panes projectId={projectId} tree={tree.data} treeWidth={treeWidth} setTreeWidth={setTreeWidth} />
      ) : (
        <>
          <div className="tree-pane">
            {tree.isError ? <LoadFailed error={tree.error} retry={() => void tree.refetch()} /> : <Lines count={14} />}
          </div>
          <div className="splitter" />
          <div className="centre">{!tree.isError && <Lines count={10} height={40} />}</div>
        </>
      )}
    </div>
  );
}

type PanesProps = { projectId: string; tree: Tree; treeWidth: number; setTreeWidth(width: number): void };

function Panes({ projectId, tree, treeWidth, setTreeWidth }: PanesProps) {
  const t = useText();
  const navigate = useNavigate();
  const search = workspaceRoute.useSearch();
  const selection = useStore(selectionStore);
  const searchInput = useRef<HTMLInputElement>(null);
  const listing = useRef<(id: string, by: 1 | -1) => string | undefined>(undefined);
  const [panelWidth, setPanelWidth] = useWidth("editor-panel-width", 460);
  const go = useCallback(
    (next: WorkspaceSearch, replace = false) =>
      void navigate({ to: "/projects/$projectId", params: { projectId }, search: next, replace }),
    [navigate, projectId],
  );
  const selected: NodeKey | undefined = search.subcategory
    ? nodeKey("subcategory", search.subcategory)
    : search.category
      ? nodeKey("category", search.category)
      : undefined;
  const node = selected && tree.nodes.get(selected);
  useOwnPlace(search, go);
  useRealIds(search, go);
  useLive(projectId, search.item, useOwnName());

  const filters = filtersOf(search);
  const setFilters = useCallback(
    ({ search: words, visible, tags }: ItemFilters) => {
      const { search: _, visible: __, tags: ___, ...rest } = search;
      go(
        { ...rest, ...(words && { search: words }), ...(visible !== undefined && { visible }), ...(tags && { tags }) },
        true,
      );
    },
    [go, search],
  );
  const open = useCallback(
    (id: string) => {
      const { details: _, ...rest } = search;
      go({ ...rest, item: id }, search.item !== undefined);
    },
    [go, search],
  );
  const close = useCallback(() => {
    const { item: _, details: __, ...rest } = search;
    go(rest);
  }, [go, search]);
  const step = useCallback(
    (by: 1 | -1) => {
      const next = search.item && listing.current?.(search.item, by);
      if (next) open(next);
    },
    [open, search.item],
  );
  const rights = useRights(projectId);
  const leaf = node?.kind === "subcategory" && node.children.length === 0 && rights.edit(node.key) ? node : undefined;
  const add = useCallback(async () => {
    if (!leaf) return;
    const priority = await priorityAtEnd(leaf.id, leaf.itemCount);
    open(await addItem(projectId, leaf.id, { name: t.items.newItem, priority }));
  }, [leaf, open, projectId, t]);

  useEffect(() => {
    workspaceStore.set({
      projectId,
      tree,
      rights,
      node,
      itemId: search.item,
      selection: [...selection],
      go,
      addItem: leaf ? () => void add() : undefined,
      step,
      focusSearch: () => searchInput.current?.focus(),
    });
    return () => workspaceStore.set(undefined);
  }, [projectId, tree, rights, node, search.item, selection, go, leaf, add, step]);

  const hasPanel = search.item !== undefined || (search.details === true && node !== undefined);
  return (
    <>
      {!search.item && <PageTitle of={node?.name} />}
      <TreePane
        projectId={projectId}
        tree={tree}
        selected={selected}
        select={(key) => {
          const target = tree.nodes.get(key);
          go(target ? { [target.kind]: target.id } : newNode(key));
        }}
      />
      <Splitter label={t.tree.title} width={treeWidth} setWidth={setTreeWidth} min={200} max={560} />
      <div className="centre">
        <WorkspaceCentre
          projectId={projectId}
          tree={tree}
          node={node}
          missing={selected !== undefined && !node}
          filters={filters}
          setFilters={setFilters}
          openItem={search.item}
          beside={hasPanel}
          open={open}
          add={() => void add()}
          go={go}
          searchInput={searchInput}
          listing={listing}
        />
      </div>
      {hasPanel && (
        <>
          <Splitter label={t.item.title} width={panelWidth} setWidth={setPanelWidth} min={360} max={900} fromRight />
          <SidePanel width={panelWidth} label={search.item ? t.item.title : t.tree.details} close={close}>
            <Suspense fallback={<Lines count={8} height={48} />}>
              {search.item ? (
                <ItemPanel
                  key={saving.firstId(search.item)}
                  projectId={projectId}
                  itemId={search.item}
                  tree={tree}
                  step={step}
                  close={close}
                />
              ) : (
                node && <NodePanel key={node.key} projectId={projectId} tree={tree} node={node} close={close} />
              )}
            </Suspense>
          </SidePanel>
        </>
      )}
    </>
  );
}

type SidePanelProps = { width: number; label: string; close(): void; children: ReactNode };

function SidePanel({ width, label, close, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  useFocusBack();
  useEscape(panel, close);
  return (
    <aside
      ref={panel}
      className="panel"
      tabIndex={-1}
      style={{ "--panel-width": `${width}px` } as React.CSSProperties}
      aria-label={label}
    >
      {children}
    </aside>
  );
}

/** A node made a moment ago may be chosen before the tree that holds it is drawn. */
const newNode = (key: NodeKey): WorkspaceSearch => {
  const [kind = "category", ...id] = key.split(":");
  return { [kind]: id.join(":") };
};

/** A link that names only an item opens the place where the item lives. */
function useOwnPlace(search: WorkspaceSearch, go: (next: WorkspaceSearch, replace: boolean) => void) {
  const lost = search.item !== undefined && !search.subcategory;
  const item = useItem(search.item ?? "", lost);
  const home = lost ? item.data?.data.subcategoryId : undefined;
  useEffect(() => {
    if (home && search.item) go({ subcategory: home, item: search.item }, true);
  }, [home, search.item, go]);
}

/** What was added without the network has an address of its own once the service has it. */
function useRealIds(search: WorkspaceSearch, go: (next: WorkspaceSearch, replace: boolean) => void) {
  useActs();
  const real: WorkspaceSearch = { ...search };
  for (const name of ["category", "subcategory", "item"] as const)
    if (search[name]) real[name] = saving.realId(search[name]);
  const stale =
    real.category !== search.category || real.subcategory !== search.subcategory || real.item !== search.item;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an id that has become stale is replaced
  useEffect(() => {
    if (stale) go(real, true);
  }, [stale]);
}
