import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
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
  /** What is shown at the end of a line. */
  note?(node: TreeNode): ReactNode;
};

const shownNodes = 60;

/** Finds a node of the tree by typing; the arrow keys choose. */
export function NodePicker({ tree, allowed, chosen, choose, hint, note }: Props) {
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
    <Stack gap="xs">
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
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {nodes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.move.noMatch}
        </Text>
      ) : (
        <div className="node-list" role="radiogroup" aria-label={t.move.search}>
          {nodes.map((node) => (
            <Radio
              key={node.key}
              className="node-choice"
              name="node"
              p={6}
              // The whole line is the label.
              styles={{ labelWrapper: { flex: 1 } }}
              label={
                <>
                  {note?.(node)}
                  {node.name}
                  <Text span display="block" size="xs" c="dimmed">
                    {pathTo(tree, node.key)
                      .slice(0, -1)
                      .map((above) => above.name)
                      .join(" / ")}
                  </Text>
                </>
              }
              checked={node.key === chosen}
              onChange={() => choose(node.key)}
            />
          ))}
        </div>
      )}
    </Stack>
  );
}
