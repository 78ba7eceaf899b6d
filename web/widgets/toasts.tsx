import { Button, CloseButton, Group, Paper } from "@mantine/core";
import { memo } from "react";
import { commentHash } from "../catalog/addresses.ts";
import { wantedCell } from "../items/grid/cell-marks.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useStore } from "../platform/store.ts";
import { dismissToast, toastStore } from "../platform/toasts.ts";
import { undoing } from "../undo/undoing.ts";
import { ButtonLink } from "./links.tsx";

/** The one shape of what a toast offers. */
const action = { className: "toast-action", size: "compact-sm", variant: "white", flex: "none" } as const;

export const Toasts = memo(function Toasts() {
  const t = useText();
  const toasts = useStore(toastStore);
  return (
    <section className="toasts" aria-live="polite" aria-label={t.app.name}>
      {toasts.map((toast) => (
        <Paper
          className="toast"
          shadow="lg"
          radius="lg"
          fz="sm"
          c="white"
          bg={toast.tone === "bad" ? "red.7" : "dark.5"}
          key={toast.id}
        >
          <Group gap="xs" wrap="nowrap">
            <span className="toast-text">{toast.text}</span>
            {toast.place && (
              <ButtonLink
                {...action}
                to="/projects/$projectId"
                params={{ projectId: toast.place.projectId }}
                search={toast.place.search}
                {...(toast.place.commentId && { hash: commentHash(toast.place.commentId) })}
              >
                {t.saving.goTo}
              </ButtonLink>
            )}
            {toast.cell && (
              <Button
                {...action}
                onClick={() => {
                  dismissToast(toast.id);
                  wantedCell.set(toast.cell);
                }}
              >
                {t.saving.goTo}
              </Button>
            )}
            {toast.entry && (
              <Button
                {...action}
                onClick={() => {
                  dismissToast(toast.id);
                  if (toast.entry) undoing[toast.entry.way](toast.entry.id);
                }}
              >
                {t.undo[toast.entry.way]}
              </Button>
            )}
            <CloseButton
              size={26}
              iconSize={16}
              variant="transparent"
              c="white"
              aria-label={t.common.close}
              onClick={() => dismissToast(toast.id)}
            />
          </Group>
        </Paper>
      ))}
    </section>
  );
});
