import { ActionIcon, Button } from "@mantine/core";
import { IconFolderPlus } from "@tabler/icons-react";
import { type ReactNode, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { mayName } from "../access/rights.ts";
import { useRights } from "../access/use-rights.ts";
import { catalogLanguage } from "../catalog/catalog-language.ts";
import { type NodeKey, nearestShown, rowId, type Tree } from "../catalog/tree.ts";
import { currentKey } from "../catalog/tree-data.ts";
import { addCategory, treeView } from "../catalog/tree-view.ts";
import { languageStore, useText } from "../platform/i18n/i18n.ts";
import { languageName } from "../platform/i18n/language-name.ts";
import { number } from "../platform/i18n/numbers.ts";
import { later } from "../platform/later.tsx";
import { useStore } from "../platform/store.ts";
import { Part } from "../widgets/boundary.tsx";
import { EmptyPlace } from "../widgets/empty-place.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import { below } from "../widgets/menus.ts";
import { opensLater } from "../widgets/opens-later.tsx";
import { useSlots } from "../widgets/use-slots.ts";
import { useStableCommands } from "../widgets/use-stable-commands.ts";
import { openNodeMenu } from "./open-node-menu.ts";
import { TreeFilter } from "./tree-filter.tsx";
import { onTreeKey } from "./tree-keys.ts";
import { type TreeCommands, TreeRow } from "./tree-row.tsx";
import { useActiveNode } from "./use-active-node.ts";
import { type Droppable, useTreeDrag } from "./use-tree-drag.ts";
import { type TreeRows, useTreeRows } from "./use-tree-rows.ts";

const NewNodeRow = later(async () => ({ default: (await import("./new-node-row.tsx")).NewNodeRow }));
const CatalogLanguageMenu = opensLater("menu", () => import("../translations/catalog-language-menu.tsx"));

type Props = {
  projectId: string;
  tree: Tree;
  selected: NodeKey | undefined;
  /** All items of the project are listed. */
  all: boolean;
  selectAll(): void;
  select(key: NodeKey): void;
  /** What can be dropped on the tree, other than its nodes. */
  droppable: Droppable;
  /** Between all items and the tree. */
  children?: ReactNode;
};

export function TreePane(props: Props) {
  const { projectId, tree, selected, select } = props;
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setActive] = useActiveNode(tree, selected);
  const list = useTreeRows(tree, selected, scroller);
  const { rows, filtered } = list;
  const active = useMemo(() => nearestShown(tree, rows, chosen && currentKey(tree, chosen)), [tree, rows, chosen]);
  const isDrawn = list.drawn.some(({ index }) => list.rowAt(index)?.node.key === active);
  const rights = useRights(projectId);
  const focusTree = () => scroller.current?.focus({ preventScroll: true });
  const move = (key: NodeKey) => {
    setActive(key);
    list.reveal(key);
  };
  const openMenuOf = (key: NodeKey, left: number, top: number) => {
    setActive(key);
    if (!scroller.current || !rights.edit(key)) return;
    openNodeMenu({ projectId, node: key, left, top, opener: scroller.current });
  };
  const isEmpty = rows.length === 0 && list.addingAt === undefined;
  return (
    <section className="tree-pane" aria-label={t.tree.title}>
      <div className="pane-head">
        <TreeFilter
          query={list.query}
          setQuery={list.setQuery}
          goOn={() => {
            const first = filtered?.found[0] ?? rows[0]?.node.key;
            if (first) move(first);
            focusTree();
          }}
        />
        {tree.roots.length > 0 && <ShownIn projectId={projectId} />}
        {rights.edit(undefined) && (
          <ActionIcon data-tip={t.tree.addCategory} aria-label={t.tree.addCategory} size={30} onClick={addCategory}>
            <IconFolderPlus size={18} />
          </ActionIcon>
        )}
      </div>
      {tree.roots.length > 0 && <AllItems tree={tree} selected={props.all} select={props.selectAll} />}
      {props.children}
      {isEmpty ? (
        // An empty catalog is explained beside the tree, where there is room for it.
        filtered && (
          <EmptyPlace of="noNode">
            <Button variant="default" onClick={() => list.setQuery("")}>
              {t.common.clear}
            </Button>
          </EmptyPlace>
        )
      ) : (
        <div
          ref={scroller}
          className="tree-scroll"
          role="tree"
          tabIndex={0}
          aria-label={t.tree.title}
          aria-activedescendant={active && isDrawn ? rowId(active) : undefined}
          onKeyDown={(event) => {
            if (event.target !== scroller.current) return;
            onTreeKey(event, {
              projectId,
              tree,
              rights,
              rows,
              active,
              move,
              select,
              openMenu(key) {
                // The row may have been scrolled out of sight, and is not drawn there.
                flushSync(() => list.reveal(key));
                const row = document.getElementById(rowId(key));
                if (!row) return;
                const { left, top } = below(row);
                openMenuOf(key, left + 32, top);
              },
            });
          }}
          // On Windows the menu key asks for a menu when it is released: while ours is still being loaded.
          onContextMenu={(event) => event.target === scroller.current && event.button !== 2 && event.preventDefault()}
          onFocus={(event) => {
            if (event.target === scroller.current && !active && rows[0]) setActive(rows[0].node.key);
          }}
        >
          <Rows
            projectId={projectId}
            tree={tree}
            selected={selected}
            list={list}
            active={active}
            droppable={props.droppable}
            select={(key) => {
              setActive(key);
              select(key);
            }}
            openMenu={openMenuOf}
            activate={setActive}
            focusTree={focusTree}
          />
        </div>
      )}
    </section>
  );
}

/** The language of the catalog, to be changed. */
function ShownIn({ projectId }: { projectId: string }) {
  const label = useText().translations.catalogLanguage;
  const code = useStore(catalogLanguage);
  const name = `${label}: ${languageName(code, useStore(languageStore))}`;
  return (
    <CatalogLanguageMenu
      projectId={projectId}
      button={
        <ActionIcon className="shown-in" data-tip={name} size={30}>
          <span className="visually-hidden">{name}</span>
          {code.toUpperCase()}
        </ActionIcon>
      }
    />
  );
}

function AllItems({ tree, selected, select }: { tree: Tree; selected: boolean; select(): void }) {
  const t = useText();
  const language = useStore(languageStore);
  const total = useMemo(() => tree.nodes.values().reduce((sum, node) => sum + node.itemCount, 0), [tree]);
  return (
    <button type="button" className="all-items" aria-current={selected ? "page" : undefined} onClick={select}>
      <Glyph name="package" />
      <span className="tree-name">{t.items.allItems}</span>
      <span className="tree-count">{number(total, language)}</span>
    </button>
  );
}

type RowsProps = Pick<Props, "projectId" | "tree" | "selected" | "select" | "droppable"> & {
  list: TreeRows;
  active: NodeKey | undefined;
  activate(key: NodeKey): void;
  openMenu(key: NodeKey, left: number, top: number): void;
  focusTree(): void;
};

function Rows({
  projectId,
  tree,
  selected,
  list,
  active,
  droppable,
  select,
  activate,
  openMenu,
  focusTree,
}: RowsProps) {
  const { drawn, addingAt, filtered } = list;
  const { renaming } = useStore(treeView);
  const rights = useRights(projectId);
  const slotOf = useSlots(drawn.length);
  const drag = useTreeDrag({ projectId, tree, rights, other: droppable });
  const commands = useStableCommands<TreeCommands>({
    ...drag.commands,
    select,
    openMenu,
    renamed: focusTree,
    toggled(key) {
      activate(key);
      focusTree();
    },
  });
  const parent = list.addingTo;
  const endAdding = (added: Promise<NodeKey | undefined> | undefined, byKey: boolean) => {
    treeView.set(({ adding: _, ...rest }) => rest);
    if (!byKey) return;
    focusTree();
    void added?.then((key) => key && select(key));
  };
  const rowAt = (index: number, top: number) => {
    if (index === addingAt)
      return (
        <Part key="adding" place="line">
          <NewNodeRow projectId={projectId} top={top} tree={tree} parent={parent} end={endAdding} />
        </Part>
      );
    const row = list.rowAt(index);
    if (!row) return null;
    const { key } = row.node;
    return (
      <TreeRow
        // The row with the focus in it keeps its own elements.
        key={key === renaming ? key : slotOf(index)}
        row={row}
        top={top}
        selected={key === selected}
        active={key === active}
        renaming={key === renaming}
        found={filtered?.hits.has(key) ?? false}
        editable={rights.edit(key)}
        namable={mayName(rights, key)}
        drop={drag.over?.key === key ? drag.over.zone : undefined}
        tree={commands}
      />
    );
  };
  return (
    <div role="presentation" style={{ height: list.height, position: "relative" }}>
      {drawn.map(({ index, top }) => rowAt(index, top))}
    </div>
  );
}
