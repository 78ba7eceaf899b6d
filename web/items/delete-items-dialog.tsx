import { Button, Modal, Progress } from "@mantine/core";
import { useState } from "react";
import type { ActionContext } from "../actions/action.ts";
import { offerUndo } from "../changes/undo.ts";
import { useText } from "../i18n/i18n.ts";
import { toast } from "../toasts.ts";
import { explain } from "../tree/tree-data.ts";
import { deleteItems } from "./item-commands.ts";
import { knownItems } from "./items-data.ts";
import { clearSelection } from "./selection.ts";

type Props = { projectId: string; ids: string[]; context: ActionContext; close(): void };

export function DeleteItemsDialog({ projectId, ids, context, close }: Props) {
  const t = useText();
  const [share, setShare] = useState<number>();
  const confirm = async () => {
    const progress = (done: number, of: number) => setShare((100 * done) / Math.max(1, of));
    setShare(0);
    try {
      const changeSets = await deleteItems(projectId, await knownItems(ids, progress), progress);
      const { workspace } = context;
      if (workspace?.node && workspace.itemId && ids.includes(workspace.itemId))
        workspace.go({ [workspace.node.kind]: workspace.node.id });
      clearSelection();
      offerUndo(t.items.deleted(ids.length), changeSets);
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
      title={t.items.deleteTitle(ids.length)}
      closeButtonProps={{ "aria-label": t.common.close }}
    >
      <p className="dialog-text">{t.items.deleteHint}</p>
      {share !== undefined && <Progress value={share} aria-label={t.items.delete} />}
      <div className="dialog-foot">
        <Button variant="default" onClick={close} data-autofocus>
          {t.common.cancel}
        </Button>
        <Button color="red" loading={share !== undefined} onClick={() => void confirm()}>
          {t.common.delete}
        </Button>
      </div>
    </Modal>
  );
}
