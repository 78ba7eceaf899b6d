import { Button, CloseButton, Group, Paper } from "@mantine/core";
import { useText } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";
import { dismissToast, toastStore } from "../toasts.ts";

export function Toasts() {
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
            <span>{toast.text}</span>
            {toast.action && (
              <Button
                className="toast-action"
                size="compact-sm"
                variant="white"
                onClick={() => {
                  dismissToast(toast.id);
                  toast.action?.perform();
                }}
              >
                {toast.action.label}
              </Button>
            )}
            <CloseButton
              size="sm"
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
}
