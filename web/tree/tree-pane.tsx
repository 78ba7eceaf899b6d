import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconFilterOff, IconFolderPlus, IconSearch, IconX } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useRights } from "../access/use-rights.ts";
import { Empty } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";
import type { NodeMenuAt } from "./node-menu.tsx";
import { filterTree, type NodeKey, rowId, type Tree, visibleRows } from "./tree.ts";
import { addNode } from "./tree-data.ts";
import { onTreeKey } from "./tree-keys.ts";
import { NewNodeRow, type TreeCommands, TreeRow } from "./tree-row.tsx";
import { expandedStore, setExpanded, treeView } from "./tree-view.ts";
import { useTreeDrag } from "./use-tree-drag.ts";

const NodeMenu = lazy(async () => ({ default: (await import("./node-menu.tsx")).NodeMenu }));

const rowHeight = 32;

type Props = { projectId: string; tree: Tree; selected: NodeKey | undefined; select(key: NodeKey): void };

export function TreePane({ projectId, tree, selected, select }: Props) {
  const t = useText();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState<NodeKey | undefined>(() => {
    // Before the first draw: opened after it, the branch would be drawn and laid out a second time.
    if (selected) openWayTo(tree, selected);
    return selected;
  });
  const [menu, setMenu] = useState<NodeMenuAt>();
  const settledQuery = useDeferredValue(query);
  const expanded = useStore(expandedStore);
  const view = useStore(treeView);
  const filterInput = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const filtered = useMemo(
    () => (settledQuery.trim() ? filterTree(tree, settledQuery) : undefined),
    [tree, settledQuery],
  );
  const rows = useMemo(() => visibleRows(tree, expanded, filtered?.shown), [tree, expanded, filtered]);
  const addingAt = useMemo(() => addingIndex(rows, view.adding), [rows, view.adding]);
  const virtual = useVirtualizer({
    count: rows.length + (addingAt === undefined ? 0 : 1),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  // A row that scrolls out lends its elements to one that comes in; the one with the keyboard in it keeps its own.
  const slots = useRef(1);
  slots.current = Math.max(slots.current, virtual.getVirtualItems().length);
  const rights = useRights(projectId);
  const drag = useTreeDrag(projectId, tree, rights);

  const reveal = (key: NodeKey) => {
    const index = rows.findIndex((row) => row.node.key === key);
    const { startIndex = index, endIndex = index } = virtual.range ?? {};
    // To scroll where one already is would lay out the whole page.
    if (index >= 0 && !(index > startIndex && index < endIndex)) virtual.scrollToIndex(index, { align: "auto" });
  };

  // A deep link or a jump opens the way to the chosen node.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice opens branches; a change of the tree must not
  useEffect(() => {
    if (!selected) return;
    setActive(selected);
    openWayTo(tree, selected);
  }, [selected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the choice changes or its branch has opened
  useEffect(() => {
    if (selected) reveal(selected);
  }, [selected, expanded.size]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words begin at the top of what they find
  useEffect(() => {
    if (virtual.scrollOffset) scroller.current?.scrollTo({ top: 0 });
  }, [settledQuery]);
  useEffect(() => {
    if (view.focusFilter) filterInput.current?.focus();
  }, [view.focusFilter]);
  useEffect(() => {
    if (addingAt !== undefined) virtual.scrollToIndex(addingAt, { align: "auto" });
  }, [addingAt, virtual]);

  const focusTree = () => scroller.current?.focus({ preventScroll: true });
  const move = (key: NodeKey) => {
    setActive(key);
    reveal(key);
  };
  const latest = useRef<TreeCommands>(undefined);
  latest.current = {
    drag,
    select: (key) => {
      setActive(key);
      select(key);
    },
    openMenu: (key, left, top) => {
      setActive(key);
      if (rights.edit(key)) setMenu({ key, left, top });
    },
    renamed: focusTree,
  };
  const commands = useMemo(
    (): TreeCommands => ({
      drag: {
        start: (...given) => latest.current?.drag.start(...given),
        hover: (...given) => latest.current?.drag.hover(...given),
        drop: (...given) => latest.current?.drag.drop(...given),
        end: () => latest.current?.drag.end(),
      },
      select: (key) => latest.current?.select(key),
      openMenu: (...given) => latest.current?.openMenu(...given),
      renamed: () => latest.current?.renamed(),
    }),
    [],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    onTreeKey(event, {
      projectId,
      tree,
      rights,
      rows,
      active,
      move,
      select,
      openMenu: (key) => {
        const box = document.getElementById(rowId(key))?.getBoundingClientRect();
        if (box && rights.edit(key)) setMenu({ key, left: box.left + 40, top: box.bottom });
      },
    });
  };

  return (
    <section className="tree-pane" aria-label={t.tree.title}>
      <div className="pane-head">
        <TextInput
          ref={filterInput}
          className="tree-filter"
          size="xs"
          aria-label={t.tree.filter}
          placeholder={t.tree.filter}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setQuery("");
            if (event.key === "ArrowDown" || event.key === "Enter") {
              event.preventDefault();
              const first = filtered?.found[0] ?? rows[0]?.node.key;
              if (first) move(first);
              focusTree();
            }
          }}
          leftSection={<IconSearch size={14} />}
          rightSection={
            query && (
              <ActionIcon size="xs" aria-label={t.common.clear} onClick={() => setQuery("")}>
                <IconX size={12} />
              </ActionIcon>
            )
          }
        />
        {rights.edit(undefined) && (
          <ActionIcon
            data-tip={t.tree.addCategory}
            aria-label={t.tree.addCategory}
            size={30}
            onClick={() => treeView.set((now) => ({ ...now, adding: null }))}
          >
            <IconFolderPlus size={18} />
          </ActionIcon>
        )}
      </div>
      {rows.length === 0 && addingAt === undefined ? (
        filtered ? (
          <Empty icon={<IconFilterOff />} title={t.tree.noMatch} hint={t.tree.noMatchHint} />
        ) : (
          <Empty icon={<IconFolderPlus />} title={t.tree.empty} hint={rights.edit(undefined) ? t.tree.emptyHint : ""}>
            {rights.edit(undefined) && (
              <Button onClick={() => treeView.set((now) => ({ ...now, adding: null }))}>{t.tree.addCategory}</Button>
            )}
          </Empty>
        )
      ) : (
        <div
          ref={scroller}
          className="tree-scroll"
          role="tree"
          tabIndex={0}
          aria-label={t.tree.title}
          aria-activedescendant={active && isDrawn(active) ? rowId(active) : undefined}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            if (event.target === scroller.current && !active && rows[0]) setActive(rows[0].node.key);
          }}
        >
          <div role="presentation" style={{ height: virtual.getTotalSize(), position: "relative" }}>
            {virtual.getVirtualItems().map((drawn) => {
              const index = addingAt === undefined || drawn.index < addingAt ? drawn.index : drawn.index - 1;
              if (drawn.index === addingAt)
                return (
                  <NewNodeRow
                    key="adding"
                    top={drawn.start}
                    parent={view.adding ? tree.nodes.get(view.adding) : undefined}
                    done={(name) => {
                      const parent = view.adding ? tree.nodes.get(view.adding) : undefined;
                      treeView.set(({ adding: _, ...rest }) => rest);
                      focusTree();
                      if (name) void addNode(projectId, parent, name).then((key) => key && select(key));
                    }}
                  />
                );
              const row = rows[index];
              if (!row) return null;
              return (
                <TreeRow
                  key={row.node.key === view.renaming ? row.node.key : drawn.index % slots.current}
                  row={row}
                  top={drawn.start}
                  selected={row.node.key === selected}
                  active={row.node.key === active}
                  renaming={row.node.key === view.renaming}
                  found={filtered?.hits.has(row.node.key) ?? false}
                  editable={rights.edit(row.node.key)}
                  drop={drag.over?.key === row.node.key ? drag.over.zone : undefined}
                  tree={commands}
                />
              );
            })}
          </div>
        </div>
      )}
      <Suspense>
        {menu && (
          <NodeMenu
            at={menu}
            projectId={projectId}
            tree={tree}
            close={() => {
              setMenu(undefined);
              focusTree();
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

function openWayTo(tree: Tree, key: NodeKey) {
  const above: NodeKey[] = [];
  for (let at = tree.nodes.get(key)?.parent; at; at = tree.nodes.get(at)?.parent) above.push(at);
  if (above.some((one) => !expandedStore.get().has(one))) setExpanded(above, true);
}

const isDrawn = (key: NodeKey) => document.getElementById(rowId(key)) !== null;

/** Where the row that is being named stands: after everything below its parent. */
function addingIndex(rows: ReturnType<typeof visibleRows>, parent: NodeKey | null | undefined): number | undefined {
  if (parent === undefined) return undefined;
  if (parent === null) return rows.length;
  const start = rows.findIndex((row) => row.node.key === parent);
  const depth = rows[start]?.node.depth;
  if (depth === undefined) return undefined;
  let end = start + 1;
  while ((rows[end]?.node.depth ?? 0) > depth) end++;
  return end;
}
