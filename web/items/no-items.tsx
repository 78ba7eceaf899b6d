import { Button } from "@mantine/core";
import { IconFilterOff, IconFolderPlus, IconPackage, IconPlus } from "@tabler/icons-react";
import { Empty } from "../components/states.tsx";
import { useText } from "../i18n/i18n.ts";
import type { TreeNode } from "../tree/tree.ts";
import { addBelow } from "../tree/tree-view.ts";
import { isLeaf } from "./item-list.ts";

type Props = {
  node: TreeNode | undefined;
  narrowed: boolean;
  editable: boolean;
  add(): void;
  clear(): void;
  /** Searches the whole project instead. */
  widen: (() => void) | undefined;
};

/** In place of a list that is empty: why, and what to do about it. */
export function NoItems({ node, narrowed, editable, add, clear, widen }: Props) {
  const t = useText();
  if (narrowed)
    return (
      <Empty icon={<IconFilterOff />} title={t.items.noMatch} hint={t.items.noMatchHint}>
        <Button variant="default" onClick={clear}>
          {t.items.clearFilters}
        </Button>
        {widen && (
          <Button variant="subtle" onClick={widen}>
            {t.items.searchEverywhere}
          </Button>
        )}
      </Empty>
    );
  if (!node || !isLeaf(node))
    return <Empty icon={<IconPackage />} title={t.items.none} hint={editable ? t.items.noneHint : ""} />;
  return (
    <Empty icon={<IconPackage />} title={t.node.emptyLeaf} hint={editable ? t.node.emptyLeafHint : ""}>
      {editable && (
        <>
          <Button leftSection={<IconPlus size={16} />} onClick={add}>
            {t.items.add}
          </Button>
          <Button variant="default" leftSection={<IconFolderPlus size={16} />} onClick={() => addBelow(node.key)}>
            {t.tree.addSubcategory}
          </Button>
        </>
      )}
    </Empty>
  );
}
