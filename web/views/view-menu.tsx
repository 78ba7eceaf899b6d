import { Menu } from "@mantine/core";
import { IconLink, IconLock, IconPencil, IconTrash, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import type { View } from "../../contract/views.ts";
import type { Rights } from "../access/rights.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { toast } from "../platform/toasts.ts";
import { Anchor, type Opening } from "../widgets/anchor.tsx";
import { openDeleteView } from "./open-delete-view.ts";
import { useCopyLink } from "./use-copy-link.ts";
import { maySaveView, mayShareViews, updateView } from "./views-data.ts";

type Props = { opening: Opening; projectId: string; view: View; rights: Rights; rename(): void };

/** All that can be done to a saved view. */
export default function ViewMenu({ opening, projectId, view, rights, rename }: Props) {
  const t = useText();
  const copyLink = useCopyLink(projectId);
  // The new name takes the focus.
  const [renames, setRenames] = useState(false);
  const editable = maySaveView(view, rights);
  const share = async (shared: boolean) => {
    const changed = await updateView(projectId, view.id, { shared });
    if (changed) toast(shared ? t.views.nowShared(view.name) : t.views.nowPrivate(view.name));
  };
  return (
    <Menu
      position="bottom-start"
      width={220}
      returnFocus={!renames}
      opened={opening.opened}
      onChange={opening.setOpened}
      onOpen={() => setRenames(false)}
    >
      <Menu.Target>
        <Anchor of={opening} />
      </Menu.Target>
      <Menu.Dropdown>
        {editable && (
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => {
              setRenames(true);
              setTimeout(rename);
            }}
          >
            {t.tree.rename}
          </Menu.Item>
        )}
        {editable && view.shared && (
          <Menu.Item leftSection={<IconLock size={16} />} onClick={() => void share(false)}>
            {t.views.makePrivate}
          </Menu.Item>
        )}
        {!view.shared && mayShareViews(rights) && (
          <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => void share(true)}>
            {t.views.shareIt}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyLink(view)}>
          {t.views.copyLink}
        </Menu.Item>
        {editable && (
          <>
            <Menu.Divider />
            <Menu.Item
              c="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => openDeleteView({ projectId, view })}
            >
              {t.common.delete}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
