import { useState } from "react";
import { reasonOf } from "../platform/api.ts";
import { explain } from "../platform/explain.ts";
import { useLater } from "../platform/i18n/later-words.ts";
import { toast } from "../platform/toasts.ts";

/** Runs one thing at a time, and tells why it did not work. */
export function useAct(failed?: () => unknown): { busy: boolean; act(run: () => Promise<unknown>): void } {
  const { refusals } = useLater().imports;
  const [busy, setBusy] = useState(false);
  const act = (run: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    run()
      .catch((error) => {
        toast(refusals[reasonOf(error).code] ?? explain(error), { tone: "bad" });
        failed?.();
      })
      .finally(() => setBusy(false));
  };
  return { busy, act };
}
