import { Badge, Box, Group } from "@mantine/core";
import { IconAlertCircle, IconCloudCheck, IconCloudOff, IconCloudUp } from "@tabler/icons-react";
import { type Text, useText } from "../platform/i18n/i18n.ts";
import { awayStore } from "../platform/offline/reach.ts";
import { useStore } from "../platform/store.ts";
import type { SaveSummary } from "../saving/edit.ts";
import { useSaveSummary } from "../saving/use-field.ts";
import { opensLater } from "../widgets/opens-later.tsx";

const SaveProblems = opensLater("dialog", () => import("./save-problems.tsx"));

const icons = {
  saved: <IconCloudCheck size={16} />,
  saving: <IconCloudUp size={16} />,
  waiting: <IconCloudOff size={16} />,
  attention: <IconAlertCircle size={16} />,
  offline: <IconCloudOff size={16} />,
};

const wordsFor: Record<keyof typeof icons, (t: Text, summary: SaveSummary) => string> = {
  saved: (t) => t.saving.saved,
  saving: (t) => t.saving.saving,
  waiting: (t, { unsaved, storageFault }) => (storageFault ? t.saving.waitingUnstored : t.saving.waiting)(unsaved),
  attention: (t, { problems, refused }) => t.saving.attention(problems.length + refused.length),
  offline: (t) => t.offline.status,
};

/** Shows on every screen whether everything is saved. */
export function SaveStatus() {
  const t = useText();
  const summary = useSaveSummary();
  const away = useStore(awayStore);
  const status = summary.status === "saved" && away ? "offline" : summary.status;
  const words = wordsFor[status](t, summary);
  const face = {
    className: "save-status",
    size: "lg",
    "data-status": status,
    children: (
      <Group component="span" gap={6} wrap="nowrap">
        {icons[status]}
        <Box component="span" visibleFrom="lg">
          {words}
        </Box>
      </Group>
    ),
  };
  const bad = summary.status === "attention" || summary.storageFault !== undefined;
  return (
    <>
      <span className="visually-hidden" role="status">
        {words}
      </span>
      {summary.status === "attention" || summary.status === "waiting" ? (
        <SaveProblems
          summary={summary}
          button={
            <Badge
              component="button"
              type="button"
              color={bad ? "red" : "warn"}
              data-unstored={summary.storageFault !== undefined || undefined}
              {...face}
            />
          }
        />
      ) : (
        <Badge variant="transparent" c="dimmed" aria-hidden {...face} />
      )}
    </>
  );
}
