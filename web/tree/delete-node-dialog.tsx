import { Button, Text } from "@mantine/core";
import { workspaceStore } from "../actions/action.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { isWithin, type NodeKey, subtree } from "../catalog/tree.ts";
import { deleteNode, useTree } from "../catalog/tree-data.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useStore } from "../platform/store.ts";
import { DialogFoot, DialogFrame } from "../widgets/dialog-frame.tsx";

type Props = { projectId: string; node: NodeKey; close(): void };

/** Says what else is deleted before anything is. */
export default function DeleteNodeDialog({ projectId, node: key, close }: Props) {
  const t = useText();
  const workspace = useStore(workspaceStore);
  const { data: tree } = useTree(projectId);
  const node = tree?.nodes.get(key);
  if (!tree || !node) return null;
  const below = subtree(tree, node.key);
  const items = below.reduce((sum, one) => sum + one.itemCount, 0);
  const confirm = () => {
    const open = workspace?.node;
    const parent = node.parent && tree.nodes.get(node.parent);
    if (open && isWithin(tree, open.key, node.key)) workspace?.go(parent ? { [parent.kind]: parent.id } : {});
    void deleteNode(projectId, node);
    close();
  };
  return (
    <DialogFrame close={close} title={t.deleteNode.title(shownName(node))}>
      <Text c="dimmed">
        {below.length === 1 && items === 0 ? t.deleteNode.alone : t.deleteNode.with(below.length - 1, items)}
      </Text>
      <DialogFoot cancel={close} cautious>
        <Button color="red" onClick={confirm}>
          {t.common.delete}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
