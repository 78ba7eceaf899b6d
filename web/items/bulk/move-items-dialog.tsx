import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { useRights } from "../../access/use-rights.ts";
import { workspaceStore } from "../../actions/action.ts";
import { countOf, type Picked } from "../../catalog/picked.ts";
import { type NodeKey, nodeKey } from "../../catalog/tree.ts";
import { useTree } from "../../catalog/tree-data.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { useLater } from "../../platform/i18n/later-words.ts";
import { useStore } from "../../platform/store.ts";
import { NodePicker } from "../../tree/node-picker.tsx";
import { ActProgress } from "../../widgets/act-progress.tsx";
import { DialogFoot, DialogFrame } from "../../widgets/dialog-frame.tsx";
import { copyItems, moveItems } from "../item-commands.ts";
import { listedItems, openedItem } from "../item-pages.ts";
import { itemsRefusal } from "../items-refused.ts";
import { clearSelection } from "../selection.ts";
import { useRun } from "./use-run.ts";

type Props = { projectId: string; picked: Picked; copy: boolean; close(): void };

/** Where a single item is, whatever is listed. */
function leafOf(picked: Picked): NodeKey | undefined {
  const id = "ids" in picked && picked.ids.length === 1 && picked.ids[0];
  const item = id ? (openedItem(id) ?? listedItems().get(id)) : undefined;
  return item && nodeKey("subcategory", item.subcategoryId);
}

export default function MoveItemsDialog({ projectId, picked, copy, close }: Props) {
  const t = useText();
  const { places: words } = useLater();
  const workspace = useStore(workspaceStore);
  const { data: tree } = useTree(projectId);
  const rights = useRights(projectId);
  const [chosen, choose] = useState<NodeKey>();
  const here = leafOf(picked) ?? workspace?.node?.key;
  const end = () => {
    clearSelection();
    close();
  };
  const { act, run } = useRun(end, end);
  // Items cannot be moved to where they are, but they can be copied there.
  const refusal = useMemo(() => itemsRefusal(words, copy ? undefined : here, rights), [words, copy, here, rights]);
  const target = chosen && tree?.nodes.get(chosen);
  if (!tree) return null;
  const confirm = () => {
    if (!target) return;
    const suffix = target.key === here ? t.items.copySuffix : "";
    void run((started) =>
      copy ? copyItems(projectId, picked, target, suffix, started) : moveItems(projectId, picked, target, started),
    );
  };
  return (
    <DialogFrame close={close} title={copy ? t.move.copyItems(countOf(picked)) : t.move.titleItems(countOf(picked))}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <NodePicker tree={tree} refusal={refusal} start={here} choose={choose} hint={words.leafOnly} />
        {act && <ActProgress id={act} label={copy ? t.move.confirmCopy : t.move.confirm} />}
        <DialogFoot cancel={close}>
          <Button type="submit" disabled={!target} loading={act !== undefined}>
            {copy ? t.move.confirmCopy : t.move.confirm}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}
