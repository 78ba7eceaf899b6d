import { Kbd, Menu } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconCornerDownRight,
  IconEye,
  IconEyeOff,
  IconFolderPlus,
  IconFolderSymlink,
  IconIndentIncrease,
  IconLink,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import type { Rights } from "../access/rights.ts";
import { mayName } from "../access/rights.ts";
import { useRights } from "../access/use-rights.ts";
import { keysOf } from "../actions/key-names.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { type NodeKey, siblingsOf, type Tree, type TreeNode } from "../catalog/tree.ts";
import { canStand, useTree } from "../catalog/tree-data.ts";
import { addBelow, rename } from "../catalog/tree-view.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { saving } from "../saving/saving.ts";
import type { MenuAt } from "../widgets/menus.ts";
import { PointMenu } from "../widgets/point-menu.tsx";
import { mayMove, reorderBy, shiftLevel } from "./node-commands.ts";
import { openAddress, openDeleteNode, openMoveNode } from "./tree-dialogs.ts";

type Props = MenuAt & { projectId: string; node: NodeKey; close(): void };

const keys = (text: string) => <Kbd size="xs">{text}</Kbd>;

/** All that can be done to a node, also what dragging does. */
export default function NodeMenu({ projectId, node: key, close, ...at }: Props) {
  const t = useText();
  const { data: tree } = useTree(projectId);
  const rights = useRights(projectId);
  const node = tree?.nodes.get(key);
  if (!tree || !node) return null;
  const toggle = () => {
    const record = { kind: node.kind, id: node.id };
    saving.edit(record, "visible", !node.visible, node.visible, undefined);
    saving.flush(record);
  };
  return (
    <PointMenu at={at} label={t.tree.actionsOf(shownName(node))} close={close}>
      <Menu.Item leftSection={<IconFolderPlus size={16} />} disabled={node.itemCount > 0} onClick={() => addBelow(key)}>
        {t.tree.addSubcategory}
      </Menu.Item>
      {mayName(rights, key) && (
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          rightSection={keys("F2")}
          onClick={() => setTimeout(() => rename(tree, key))}
        >
          {t.tree.rename}
        </Menu.Item>
      )}
      {node.kind === "subcategory" && (
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => openAddress({ projectId, node: key })}>
          {t.tree.changeAddress}
        </Menu.Item>
      )}
      <Menu.Item leftSection={node.visible ? <IconEyeOff size={16} /> : <IconEye size={16} />} onClick={toggle}>
        {node.visible ? t.tree.hide : t.tree.show}
      </Menu.Item>
      {mayMove(rights, tree, node) && (
        <>
          <Menu.Divider />
          <Moves projectId={projectId} tree={tree} rights={rights} node={node} />
        </>
      )}
      <Menu.Divider />
      <Menu.Item
        c="red"
        leftSection={<IconTrash size={16} />}
        rightSection={keys(keysOf("delete").join(""))}
        onClick={() => openDeleteNode({ projectId, node: key })}
      >
        {t.common.delete}
      </Menu.Item>
    </PointMenu>
  );
}

type MovesProps = { projectId: string; tree: Tree; rights: Rights; node: TreeNode };

function Moves({ projectId, tree, rights, node }: MovesProps) {
  const t = useText();
  const { key } = node;
  const siblings = siblingsOf(tree, node.parent);
  const position = siblings.indexOf(key);
  const above = siblings[position - 1];
  const parent = node.parent && tree.nodes.get(node.parent);
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowUp size={16} />}
        rightSection={keys("Alt ↑")}
        disabled={position === 0}
        onClick={() => reorderBy(projectId, key, -1)}
      >
        {t.tree.moveUp}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={16} />}
        rightSection={keys("Alt ↓")}
        disabled={position === siblings.length - 1}
        onClick={() => reorderBy(projectId, key, 1)}
      >
        {t.tree.moveDown}
      </Menu.Item>
      {node.kind === "subcategory" && (
        <>
          <Menu.Item
            leftSection={<IconIndentIncrease size={16} />}
            rightSection={keys("Alt →")}
            disabled={!above || !canStand(tree, key, above)}
            onClick={() => shiftLevel(projectId, key, "in")}
          >
            {t.tree.moveIn}
          </Menu.Item>
          {mayMove(rights, tree, node, true) && (
            <Menu.Item
              leftSection={<IconCornerDownRight size={16} />}
              rightSection={keys("Alt ←")}
              disabled={!parent || !canStand(tree, key, parent.parent)}
              onClick={() => shiftLevel(projectId, key, "out")}
            >
              {t.tree.moveOut}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconFolderSymlink size={16} />}
            onClick={() => openMoveNode({ projectId, node: key })}
          >
            {t.tree.moveTo}
          </Menu.Item>
        </>
      )}
    </>
  );
}
