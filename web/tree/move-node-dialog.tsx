import { Button } from "@mantine/core";
import { useCallback, useState } from "react";
import { useRights } from "../access/use-rights.ts";
import { DialogFoot, DialogFrame } from "../components/dialog-frame.tsx";
import { NodePicker } from "../components/node-picker.tsx";
import { useText } from "../i18n/i18n.ts";
import { moveNodeTo } from "./node-commands.ts";
import type { NodeKey, TreeNode } from "./tree.ts";
import { canStand, useTree } from "./tree-data.ts";

type Props = { projectId: string; node: NodeKey; close(): void };

export function MoveNodeDialog({ projectId, node: key, close }: Props) {
  const t = useText();
  const { data: tree } = useTree(projectId);
  const node = tree?.nodes.get(key);
  const rights = useRights(projectId);
  const [chosen, choose] = useState<NodeKey>();
  const allowed = useCallback(
    (target: TreeNode) =>
      tree !== undefined && target.key !== node?.parent && canStand(tree, key, target.key) && rights.edit(target.key),
    [tree, key, node?.parent, rights],
  );
  if (!tree || !node) return null;
  const target = chosen && tree.nodes.get(chosen);
  const confirm = () => {
    if (!target) return;
    moveNodeTo(projectId, key, target.key, target.children.length);
    close();
  };
  return (
    <DialogFrame close={close} title={t.move.title(node.name)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <NodePicker tree={tree} allowed={allowed} chosen={chosen} choose={choose} />
        <DialogFoot>
          <Button variant="default" onClick={close}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={!target}>
            {t.move.confirm}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}
