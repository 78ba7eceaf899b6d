import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { ActionContext } from "../actions/action.ts";
import { changeSetOf, offerUndo } from "../changes/undo.ts";
import { useText } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";
import { isWithin, type NodeKey, subtree } from "./tree.ts";
import { deleteNode, explain, useTree } from "./tree-data.ts";

type Props = { projectId: string; node: NodeKey; context: ActionContext; close(): void };

/** Says how much goes with it before anything goes. */
export function DeleteNodeDialog({ projectId, node: key, context, close }: Props) {
  const t = useText();
  const { data: tree } = useTree(projectId);
  const [busy, setBusy] = useState(false);
  const node = tree?.nodes.get(key);
  if (!tree || !node) return null;
  const below = subtree(tree, node.key);
  const items = below.reduce((sum, one) => sum + one.itemCount, 0);
  const confirm = async () => {
    setBusy(true);
    try {
      const open = context.workspace?.node;
      const losesPlace = open && isWithin(tree, open.key, node.key);
      const parent = node.parent && tree.nodes.get(node.parent);
      const answer = await deleteNode(projectId, node);
      if (losesPlace) context.workspace?.go(parent ? { [parent.kind]: parent.id } : {});
      offerUndo(t.tree.deleted(node.name), changeSetOf(answer));
      close();
    } catch (error) {
      toast(explain(error), { tone: "bad" });
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t.deleteNode.title(node.name)}
      closeButtonProps={{ "aria-label": t.common.close }}
    >
      <p className="dialog-text">
        {below.length === 1 && items === 0 ? t.deleteNode.alone : t.deleteNode.with(below.length - 1, items)}
      </p>
      <div className="dialog-foot">
        <Button variant="default" onClick={close} data-autofocus>
          {t.common.cancel}
        </Button>
        <Button color="red" loading={busy} onClick={() => void confirm()}>
          {t.deleteNode.confirm}
        </Button>
      </div>
    </Modal>
  );
}
