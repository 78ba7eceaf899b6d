import { Button, Text } from "@mantine/core";
import { workspaceStore } from "../../actions/action.ts";
import { countOf, type Picked } from "../../catalog/picked.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { ActProgress } from "../../widgets/act-progress.tsx";
import { DialogFoot, DialogFrame } from "../../widgets/dialog-frame.tsx";
import { deleteItems } from "../item-commands.ts";
import { clearSelection } from "../selection.ts";
import { useRun } from "./use-run.ts";

type Props = { projectId: string; picked: Picked; close(): void };

export default function DeleteItemsDialog({ projectId, picked, close }: Props) {
  const t = useText();
  const workspace = useStore(workspaceStore);
  const end = () => {
    clearSelection();
    close();
  };
  const { act, run } = useRun(() => {
    if (workspace?.itemId && (!("ids" in picked) || picked.ids.includes(workspace.itemId))) workspace.close();
    end();
  }, end);
  return (
    <DialogFrame close={close} title={t.items.deleteTitle(countOf(picked))}>
      <Text c="dimmed">{t.items.deleteHint}</Text>
      {act && <ActProgress id={act} label={t.common.delete} />}
      <DialogFoot cancel={close} cautious>
        <Button
          color="red"
          loading={act !== undefined}
          onClick={() => void run((started) => deleteItems(projectId, picked, started))}
        >
          {t.common.delete}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
