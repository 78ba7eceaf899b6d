import { useState } from "react";
import { textNow } from "../i18n/i18n.ts";
import type { Act, ActOutcome } from "../saving/act.ts";
import { saving } from "../saving/saving.ts";
import { toast } from "../toasts.ts";

/** Follows one act of a dialog: `done` is called when it is over, or stored until the network is back. */
export function useRun(done: () => void) {
  const [act, setAct] = useState<string>();
  const run = async (start: (started: (act: Act) => void) => Promise<ActOutcome>) => {
    const outcome = await start((begun) => setAct(begun.id));
    setAct(undefined);
    if (outcome.kind === "refused") return saving.discardAct(outcome.act);
    const { fieldWaiting, fieldUnstored } = textNow().saving;
    if (outcome.kind === "waiting") toast(saving.summary().storageFault ? fieldUnstored : fieldWaiting);
    done();
  };
  return { act, run };
}
