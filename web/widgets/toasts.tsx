import { Button, CloseButton, Group, Paper } from "@mantine/core";
import { memo } from "react";
import { useText } from "../platform/i18n/i18n.ts";
import { useStore } from "../platform/store.ts";
import { dismissToast, toastStore } from "../platform/toasts.ts";
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
            {toast.link && (
              <ButtonLink {...action} {...toast.link}>
                {t.saving.goTo}
              </ButtonLink>
            )}
            {toast.button && (
              <Button
                {...action}
                onClick={() => {
                  dismissToast(toast.id);
                  toast.button?.press();
                }}
              >
                {toast.button.label(t)}
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
