import { Kbd, Menu } from "@mantine/core";
import {
  IconCopy,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconLayoutSidebarRight,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import type { Item } from "../../contract/items.ts";
import { useRights } from "../access/use-rights.ts";
import { PointMenu } from "../components/point-menu.tsx";
import { openDialog } from "../dialogs.ts";
import { useText } from "../i18n/i18n.ts";
import type { MenuAt } from "../menus.ts";
import { type Source, useField } from "../saving/use-field.ts";
import { useStore } from "../store.ts";
import { mayEditItems } from "./may-edit-items.ts";
import { countOf, type Picked } from "./picked.ts";
import { isPicked, pickedOf, selectionStore } from "./selection.ts";
import { toggleVisible } from "./toggle-visible.ts";

type Props = MenuAt & {
  projectId: string;
  item: Item;
  etag: string | undefined;
  open(): void;
  close(): void;
};

/** All that can be done to an item of the list; to all that are picked, if it is one of them. */
export function ItemMenu({ projectId, item, etag, open, close, ...at }: Props) {
  const t = useText();
  const selection = useStore(selectionStore);
  const rights = useRights(projectId);
  const source: Source = { record: { kind: "item", id: item.id }, data: item, etag };
  const visible = useField<boolean>(source, "visible").value;
  const picked: Picked = isPicked(selection, item.id) ? pickedOf(selection) : { ids: [item.id] };
  const count = countOf(picked);
  const editable = mayEditItems(rights, picked);
  return (
    <PointMenu at={at} label={t.tree.actionsOf(item.name)} close={close}>
      <Menu.Item
        leftSection={<IconLayoutSidebarRight size={16} />}
        rightSection={<Kbd size="xs">Enter</Kbd>}
        onClick={open}
      >
        {t.items.openItem}
      </Menu.Item>
      {editable && count === 1 && (
        <Menu.Item
          leftSection={visible ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() => toggleVisible(item, etag)}
        >
          {visible ? t.tree.hide : t.tree.show}
        </Menu.Item>
      )}
      {(editable || rights.edits) && <Menu.Divider />}
      {count > 1 && <Menu.Label>{t.counts.selected(count)}</Menu.Label>}
      {editable && (
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          onClick={() => openDialog({ kind: "bulk-edit", projectId, picked })}
        >
          {t.items.bulkEdit}
        </Menu.Item>
      )}
      {editable && (
        <Menu.Item
          leftSection={<IconFolderSymlink size={16} />}
          onClick={() => openDialog({ kind: "move-items", projectId, picked, copy: false })}
        >
          {t.tree.moveTo}
        </Menu.Item>
      )}
      {rights.edits && (
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          onClick={() => openDialog({ kind: "move-items", projectId, picked, copy: true })}
        >
          {t.items.copyTo}
        </Menu.Item>
      )}
      {editable && (
        <>
          <Menu.Divider />
          <Menu.Item
            c="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => openDialog({ kind: "delete-items", projectId, picked })}
          >
            {t.items.delete}
          </Menu.Item>
        </>
      )}
    </PointMenu>
  );
}
