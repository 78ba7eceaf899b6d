import { Box, Button, Paper, Progress } from "@mantine/core";
import { IconCopy, IconFolderSymlink, IconPencil, IconTrash, IconX } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { limits } from "../../contract/limits.ts";
import type { Rights } from "../access/rights.ts";
import { openDialog } from "../dialogs.ts";
import { explain } from "../explain.ts";
import { useText } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";
import { toast } from "../toasts.ts";
import { rememberCollected } from "./collected.ts";
import { type ItemList, isInOwnOrder } from "./item-list.ts";
import { collectItems } from "./item-pages.ts";
import { mayEditItems } from "./may-edit-items.ts";
import { clearSelection, pick, selectionStore } from "./selection.ts";

type Props = { list: ItemList; total: number; rights: Rights };

/** What can be done with the picked items. Who may not change them can still copy them to where they may. */
export function SelectionBar({ list, total, rights }: Props) {
  const { projectId } = list;
  const t = useText();
  const selection = useStore(selectionStore);
  const editable = useMemo(() => mayEditItems(rights, [...selection]), [rights, selection]);
  const [reading, setReading] = useState<{ done: number; of: number; stop: AbortController }>();
  if (selection.size === 0) return null;
  const ids = [...selection];
  const selectAll = async () => {
    const stop = new AbortController();
    setReading({ done: 0, of: total, stop });
    try {
      const progress = (done: number, of: number) => setReading({ done, of, stop });
      const items = await collectItems(list, progress, stop.signal);
      rememberCollected(items);
      pick(
        items.map((item) => item.id),
        true,
      );
    } catch (error) {
      if (!stop.signal.aborted) toast(explain(error), { tone: "bad" });
    }
    setReading(undefined);
  };
  return (
    <Paper
      className="selection-bar"
      withBorder
      shadow="lg"
      radius="lg"
      role="toolbar"
      aria-label={t.counts.selected(selection.size)}
    >
      <strong>{t.counts.selected(selection.size)}</strong>
      {reading ? (
        <>
          <Progress w={140} aria-label={t.bulk.collecting} value={(100 * reading.done) / Math.max(1, reading.of)} />
          <Button size="compact-sm" variant="subtle" onClick={() => reading.stop.abort()}>
            {t.saving.stop}
          </Button>
        </>
      ) : (
        selection.size < total &&
        // Reading a larger search page by page takes longer than people wait.
        (total <= limits.bulkIds || isInOwnOrder(list)) && (
          <Button size="compact-sm" variant="subtle" onClick={() => void selectAll()}>
            {t.items.selectAllMatching(total)}
          </Button>
        )
      )}
      <Box flex={1} />
      {editable && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPencil size={14} />}
          onClick={() => openDialog({ kind: "bulk-edit", projectId, ids })}
        >
          {t.items.bulkEdit}
        </Button>
      )}
      {editable && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFolderSymlink size={14} />}
          onClick={() => openDialog({ kind: "move-items", projectId, ids, copy: false })}
        >
          {t.items.move}
        </Button>
      )}
      {rights.edits && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={14} />}
          onClick={() => openDialog({ kind: "move-items", projectId, ids, copy: true })}
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
          onClick={() => openDialog({ kind: "delete-items", projectId, ids })}
        >
          {t.items.delete}
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
