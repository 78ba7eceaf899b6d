import { useState } from "react";
import { textNow } from "../../platform/i18n/i18n.ts";
import { refreshSearches } from "../../platform/refresh.ts";
import { toast } from "../../platform/toasts.ts";
import type { Act, ActOutcome } from "../../saving/act.ts";
import { saving } from "../../saving/saving.ts";

/**
 * Follows one act of a dialog: `done` is called when it is over, or stored until the network is back, and `outdated` when
 * other items match than the dialog was opened for.
 */
export function useRun(done: () => void, outdated: () => void = () => {}) {
  const [act, setAct] = useState<string>();
  const run = async (start: (started: (act: Act) => void) => Promise<ActOutcome>) => {
    const outcome = await start((begun) => setAct(begun.id));
    setAct(undefined);
    if (outcome.kind === "refused") {
      saving.discardAct(outcome.act);
      if (outcome.reason.code === "matches_changed") {
        refreshSearches();
        outdated();
      }
      return;
    }
    const { fieldWaiting, fieldUnstored } = textNow().saving;
    if (outcome.kind === "waiting") toast(saving.summary().storageFault ? fieldUnstored : fieldWaiting);
    done();
  };
  return { act, run };
}
