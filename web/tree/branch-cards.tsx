import { Button, UnstyledButton } from "@mantine/core";
import { useMemo, useState } from "react";
import { useRights } from "../access/use-rights.ts";
import { useShownName } from "../catalog/catalog-language.ts";
import { type NodeKey, subtree, type Tree, type TreeNode } from "../catalog/tree.ts";
import { CutPicture } from "../pictures/cut-picture.tsx";
import { useText } from "../platform/i18n/i18n.ts";
import { createStoredStore, useStore } from "../platform/store.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { below, isMenuKey } from "../widgets/menus.ts";
import { openNodeMenu } from "./open-node-menu.ts";

/** Whether the cards are shown; whoever works in the list closes them once. */
const openStore = createStoredStore<boolean>("editor-branch-cards", true);
const shownFirst = 12;

type Props = { projectId: string; tree: Tree; keys: readonly NodeKey[]; open(node: TreeNode): void };
type Point = { left: number; top: number };

/** The children of a node with their pictures and what each of them contains. */
export function BranchCards({ projectId, tree, keys, open }: Props) {
  const t = useText();
  const rights = useRights(projectId);
  const isOpen = useStore(openStore);
  const [whole, setWhole] = useState<readonly NodeKey[]>();
  const shown = whole === keys ? keys : keys.slice(0, shownFirst);
  const cards = useMemo(
    () =>
      shown.flatMap((key) => {
        const node = tree.nodes.get(key);
        return node ? [{ node, items: subtree(tree, key).reduce((sum, below) => sum + below.itemCount, 0) }] : [];
      }),
    [tree, shown],
  );
  const isTop = tree.roots === keys;
  const menuOf = ({ key }: TreeNode) =>
    rights.edit(key)
      ? (opener: HTMLElement, at: Point) => openNodeMenu({ projectId, node: key, opener, ...at })
      : undefined;
  return (
    <section className="branches">
      <UnstyledButton className="branches-head" aria-expanded={isOpen} onClick={() => openStore.set(!isOpen)}>
        <Glyph name="chevron" size={14} />
        {isTop ? t.counts.categories(keys.length) : t.counts.subcategories(keys.length)}
      </UnstyledButton>
      {isOpen && (
        <div className="branches-body">
          <ul className="branch-cards">
            {cards.map(({ node, items }) => (
              <li key={node.key}>
                <BranchCard node={node} items={items} open={() => open(node)} menu={menuOf(node)} />
              </li>
            ))}
          </ul>
          {cards.length < keys.length && (
            <Button size="compact-xs" variant="subtle" onClick={() => setWhole(keys)}>
              {t.node.showAll(keys.length)}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

type CardProps = {
  node: TreeNode;
  items: number;
  open(): void;
  /** Undefined where the person may not change the node. */
  menu: ((opener: HTMLElement, at: Point) => void) | undefined;
};

function BranchCard({ node, items, open, menu }: CardProps) {
  const t = useText();
  const shownName = useShownName();
  return (
    <UnstyledButton
      className="branch-card"
      onClick={open}
      onKeyDown={(event) => {
        if (!menu || !isMenuKey(event)) return;
        event.preventDefault();
        menu(event.currentTarget, below(event.currentTarget));
      }}
      onContextMenu={(event) => {
        if (!menu) return;
        event.preventDefault();
        menu(event.currentTarget, { left: event.clientX, top: event.clientY });
      }}
    >
      <span className="branch-picture">
        {node.img ? (
          <CutPicture url={node.img} width={128} alt="" />
        ) : (
          <Glyph name={node.itemCount > 0 ? "package" : "folder"} size={18} />
        )}
      </span>
      <span className="branch-text">
        <span className="branch-name">{shownName(node)}</span>
        <span className="branch-count">
          {[t.counts.items(items), node.children.length > 0 && t.counts.subcategories(node.children.length)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      {!node.visible && (
        <span role="img" aria-label={t.tree.hidden}>
          <Glyph name="eye-off" size={14} />
        </span>
      )}
    </UnstyledButton>
  );
}
