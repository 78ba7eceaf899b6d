import { Button, Modal, Progress } from "@mantine/core";
import { useState } from "react";
import { offerUndo } from "../changes/undo.ts";
import { PlacePicker } from "../components/place-picker.tsx";
import { useText } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";
import type { NodeKey, TreeNode } from "../tree/tree.ts";
import { explain, useTree } from "../tree/tree-data.ts";
import { copyItems, moveItems } from "./item-commands.ts";
import { knownItems } from "./items-data.ts";
import { clearSelection } from "./selection.ts";

type Props = { projectId: string; ids: string[]; copy: boolean; close(): void };

const isLeaf = (node: TreeNode) => node.kind === "subcategory" && node.children.length === 0;

export function PlaceItemsDialog({ projectId, ids, copy, close }: Props) {
  const t = useText();
  const { data: tree } = useTree(projectId);
  const [chosen, choose] = useState<NodeKey>();
  const [share, setShare] = useState<number>();
  const target = chosen && tree?.nodes.get(chosen);
  if (!tree) return null;
  const confirm = async () => {
    if (!target) return;
    const progress = (done: number, of: number) => setShare((100 * done) / Math.max(1, of));
    setShare(0);
    try {
      const items = await knownItems(ids, progress);
      if (copy) {
        await copyItems(projectId, items, target.id, progress);
        toast(t.items.copied(ids.length));
      } else offerUndo(t.items.moved(ids.length), await moveItems(projectId, items, target.id, progress));
      clearSelection();
      close();
    } catch (error) {
      toast(explain(error), { tone: "bad" });
      setShare(undefined);
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      title={copy ? t.move.copyItems(ids.length) : t.move.titleItems(ids.length)}
      closeButtonProps={{ "aria-label": t.common.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <PlacePicker tree={tree} allowed={isLeaf} chosen={chosen} choose={choose} hint={t.move.leafOnly} />
        {share !== undefined && <Progress value={share} aria-label={t.move.confirm} mt="sm" />}
        <div className="dialog-foot">
          <Button variant="default" onClick={close}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={!target} loading={share !== undefined}>
            {copy ? t.move.confirmCopy : t.move.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
