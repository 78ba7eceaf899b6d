import { TextInput } from "@mantine/core";
import { IconFolder, IconPackage, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import { useText } from "../i18n/i18n.ts";
import { fold, inOrder, matches, type NodeKey, pathTo, type Tree, type TreeNode } from "../tree/tree.ts";

type Props = {
  tree: Tree;
  /** Whether a node can be chosen at all. */
  allowed(node: TreeNode): boolean;
  chosen: NodeKey | undefined;
  choose(key: NodeKey): void;
  hint?: ReactNode;
};

const shownNodes = 60;

/** Finds a node of the tree by typing; the arrow keys choose. */
export function NodePicker({ tree, allowed, chosen, choose, hint }: Props) {
  const t = useText();
  const [query, setQuery] = useState("");
  const nodes = useMemo(() => {
    const folded = fold(query.trim());
    const found: TreeNode[] = [];
    for (const node of inOrder(tree)) {
      if (found.length >= shownNodes) break;
      if ((folded === "" || matches(node, folded)) && allowed(node)) found.push(node);
    }
    return found;
  }, [tree, query, allowed]);
  const step = (by: number) => {
    const next = nodes[Math.max(0, Math.min(nodes.length - 1, nodes.findIndex((one) => one.key === chosen) + by))];
    if (next) choose(next.key);
  };
  return (
    <div className="place-picker">
      <TextInput
        aria-label={t.move.search}
        placeholder={t.move.search}
        leftSection={<IconSearch size={15} />}
        value={query}
        data-autofocus
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          step(event.key === "ArrowDown" ? 1 : -1);
        }}
      />
      {hint && <p className="quiet">{hint}</p>}
      {nodes.length === 0 ? (
        <p className="quiet">{t.move.noMatch}</p>
      ) : (
        <div className="places" role="radiogroup" aria-label={t.move.search}>
          {nodes.map((node) => (
            <label className="place" key={node.key} data-chosen={node.key === chosen || undefined}>
              <input
                type="radio"
                name="node"
                className="visually-hidden"
                checked={node.key === chosen}
                onChange={() => choose(node.key)}
              />
              {node.itemCount > 0 ? <IconPackage size={16} aria-hidden /> : <IconFolder size={16} aria-hidden />}
              <span className="place-name">{node.name}</span>
              <span className="place-path">
                {pathTo(tree, node.key)
                  .slice(0, -1)
                  .map((above) => above.name)
                  .join(" / ")}
              </span>
            </label>
          ))}
        </div>
      )}
    </div>
  );
}
