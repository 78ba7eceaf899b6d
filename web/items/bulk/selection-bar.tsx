import { Box, Button, Paper } from "@mantine/core";
import { IconCopy, IconFolderSymlink, IconPencil, IconTrash, IconX } from "@tabler/icons-react";
import { useMemo } from "react";
import type { Rights } from "../../access/rights.ts";
import { type ItemList, whereOf } from "../../catalog/item-list.ts";
import { countOf } from "../../catalog/picked.ts";
import { useText } from "../../platform/i18n/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { mayCopyItems, mayEditItems } from "../may-edit-items.ts";
import { clearSelection, pickedOf, pickMatching, selectionStore } from "../selection.ts";
import { openBulkEdit, openDeleteItems, openMoveItems } from "./item-dialogs.ts";

type Props = { list: ItemList; total: number; rights: Rights };

/** What can be done with the picked items. Who may not change them can still copy them to where they may. */
export function SelectionBar({ list, total, rights }: Props) {
  const { projectId } = list;
  const t = useText();
  const selection = useStore(selectionStore);
  const picked = useMemo(() => pickedOf(selection), [selection]);
  const editable = useMemo(() => mayEditItems(rights, picked), [rights, picked]);
  const copyable = useMemo(() => mayCopyItems(rights, picked), [rights, picked]);
  const count = countOf(picked);
  if (count === 0) return null;
  return (
    <Paper
      className="selection-bar"
      withBorder
      shadow="lg"
      radius="lg"
      role="toolbar"
      aria-label={t.counts.selected(count)}
    >
      <strong>{t.counts.selected(count)}</strong>
      {!selection.matching && count < total && (
        <Button size="compact-sm" variant="subtle" onClick={() => pickMatching({ where: whereOf(list), count: total })}>
          {t.items.selectAllMatching(total)}
        </Button>
      )}
      <Box flex={1} />
      {editable && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPencil size={14} />}
          onClick={() => openBulkEdit({ projectId, picked })}
        >
          {t.common.edit}
        </Button>
      )}
      {editable && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFolderSymlink size={14} />}
          onClick={() => openMoveItems({ projectId, picked, copy: false })}
        >
          {t.items.move}
        </Button>
      )}
      {copyable && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={14} />}
          onClick={() => openMoveItems({ projectId, picked, copy: true })}
        >
          {t.items.copy}
        </Button>
      )}
      {editable && (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          leftSection={<IconTrash size={14} />}
          onClick={() => openDeleteItems({ projectId, picked })}
        >
          {t.common.delete}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={t.items.clearSelection}
        onClick={clearSelection}
      >
        <IconX size={16} />
      </Button>
    </Paper>
  );
}
