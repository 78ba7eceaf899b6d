import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { useRights } from "../access/use-rights.ts";
import { shownName } from "../catalog/catalog-language.ts";
import type { NodeKey } from "../catalog/tree.ts";
import { useTree } from "../catalog/tree-data.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { DialogFoot, DialogFrame } from "../widgets/dialog-frame.tsx";
import { moveNodeTo } from "./node-commands.ts";
import { NodePicker } from "./node-picker.tsx";
import { nodeRefusal } from "./refusals.ts";

type Props = { projectId: string; node: NodeKey; close(): void };

export default function MoveNodeDialog({ projectId, node: key, close }: Props) {
  const t = useText();
  const { places: words } = useLater();
  const { data: tree } = useTree(projectId);
  const node = tree?.nodes.get(key);
  const rights = useRights(projectId);
  const [chosen, choose] = useState<NodeKey>();
  const refusal = useMemo(() => tree && node && nodeRefusal(words, tree, node, rights), [words, tree, node, rights]);
  if (!tree || !node || !refusal) return null;
  const target = chosen && tree.nodes.get(chosen);
  const confirm = () => {
    if (!target) return;
    moveNodeTo(projectId, key, target.key, target.children.length);
    close();
  };
  return (
    <DialogFrame close={close} title={t.move.title(shownName(node))}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <NodePicker tree={tree} refusal={refusal} start={node.parent} choose={choose} />
        <DialogFoot cancel={close}>
          <Button type="submit" disabled={!target}>
            {t.move.confirm}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}
