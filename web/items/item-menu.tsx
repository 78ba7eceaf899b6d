import { Kbd, Menu } from "@mantine/core";
import {
  IconCopy,
  IconCopyPlus,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconLayoutSidebarRight,
  IconLink,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import type { Item } from "../../contract/items.ts";
import { useRights } from "../access/use-rights.ts";
import { keysOf } from "../actions/key-names.ts";
import { shortcuts } from "../actions/shortcuts.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { countOf, type Picked } from "../catalog/picked.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { useStore } from "../platform/store.ts";
import { isTemporary } from "../saving/temporary-ids.ts";
import { type Source, useField } from "../saving/use-field.ts";
import type { MenuAt } from "../widgets/menus.ts";
import { PointMenu } from "../widgets/point-menu.tsx";
import { openBulkEdit, openDeleteItems, openMoveItems } from "./bulk/item-dialogs.ts";
import { copyLink, duplicateItem } from "./item-actions.ts";
import { mayDuplicate, mayEditItems } from "./may-edit-items.ts";
import { isPicked, pickedOf, selectionStore } from "./selection.ts";
import { toggleVisible } from "./toggle-visible.ts";

type Props = MenuAt & {
  projectId: string;
  item: Item;
  etag: string | undefined;
  /** Absent where the item is open already. */
  open?: (() => void) | undefined;
  close(): void;
};

/** All that can be done to an item of the list; to all that are picked, if it is one of them. */
export default function ItemMenu({ projectId, item, etag, open, close, ...at }: Props) {
  const t = useText();
  const selection = useStore(selectionStore);
  const rights = useRights(projectId);
  const source: Source = { record: { kind: "item", id: item.id }, data: item, etag };
  const visible = useField<boolean>(source, "visible").value;
  const { itemMenu } = useLater();
  const { id } = item;
  // The panel shows one item, whatever is picked beside it.
  const picked: Picked = open && isPicked(selection, id) ? pickedOf(selection) : { ids: [id] };
  const count = countOf(picked);
  const editable = mayEditItems(rights, picked);
  /** The shortcuts are for the open item. */
  const keysFor = (action: keyof typeof shortcuts) =>
    open ? {} : { rightSection: <Kbd size="xs">{keysOf(shortcuts[action]).join(" ")}</Kbd> };
  return (
    <PointMenu at={at} label={t.tree.actionsOf(shownName(item))} close={close}>
      {open && (
        <Menu.Item
          leftSection={<IconLayoutSidebarRight size={16} />}
          rightSection={<Kbd size="xs">Enter</Kbd>}
          onClick={open}
        >
          {t.common.open}
        </Menu.Item>
      )}
      {count === 1 && mayDuplicate(rights, id) && (
        <Menu.Item
          leftSection={<IconCopyPlus size={16} />}
          {...keysFor("duplicateItem")}
          onClick={() => void duplicateItem(projectId, id)}
        >
          {itemMenu.duplicate}
        </Menu.Item>
      )}
      {editable && count === 1 && (
        <Menu.Item
          leftSection={visible ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          {...keysFor("toggleItem")}
          onClick={() => toggleVisible(item, etag)}
        >
          {visible ? t.tree.hide : t.tree.show}
        </Menu.Item>
      )}
      {count === 1 && !isTemporary(id) && (
        <Menu.Item
          leftSection={<IconLink size={16} />}
          {...keysFor("copyLink")}
          onClick={() => void copyLink(projectId, id)}
        >
          {t.views.copyLink}
        </Menu.Item>
      )}
      {(editable || rights.edits) && <Menu.Divider />}
      {count > 1 && <Menu.Label>{t.counts.selected(count)}</Menu.Label>}
      {editable && open && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => openBulkEdit({ projectId, picked })}>
          {t.common.edit}
        </Menu.Item>
      )}
      {editable && (
        <Menu.Item
          leftSection={<IconFolderSymlink size={16} />}
          {...keysFor("moveItem")}
          onClick={() => openMoveItems({ projectId, picked, copy: false })}
        >
          {t.tree.moveTo}
        </Menu.Item>
      )}
      {rights.edits && (
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          onClick={() => openMoveItems({ projectId, picked, copy: true })}
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
            {...keysFor("deleteItem")}
            onClick={() => openDeleteItems({ projectId, picked })}
          >
            {t.common.delete}
          </Menu.Item>
        </>
      )}
    </PointMenu>
  );
}
