import { CloseButton } from "@mantine/core";
import { useText } from "../i18n/i18n.ts";
import { useStore } from "../store.ts";
import { dismissToast, toastStore } from "../toasts.ts";

export function Toasts() {
  const t = useText();
  const toasts = useStore(toastStore);
  return (
    <section className="toasts" aria-live="polite" aria-label={t.app.name}>
      {toasts.map((toast) => (
        <div className="toast" data-tone={toast.tone} key={toast.id}>
          <span>{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              className="toast-action"
              onClick={() => {
                dismissToast(toast.id);
                toast.action?.perform();
              }}
            >
              {toast.action.label}
            </button>
          )}
          <CloseButton size="sm" aria-label={t.common.close} onClick={() => dismissToast(toast.id)} />
        </div>
      ))}
    </section>
  );
}
