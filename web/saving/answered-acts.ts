import { explainReason } from "../platform/explain.ts";
import { loadText, textNow } from "../platform/i18n/i18n.ts";
import type { Reason } from "../platform/reason.ts";
import { toast } from "../platform/toasts.ts";
import type { Act } from "./act.ts";
import type { RecordData, StorageFault } from "./edit.ts";
import { heldWords } from "./pending-words.ts";
import { features } from "./saving-features.ts";

export function showMade(act: Act, temporary: string, data: RecordData, etag: string | undefined) {
  for (const { made } of features().effects) made?.(act, temporary, { data, etag });
}

export async function settleAct(act: Act, answers: unknown[], late: boolean): Promise<void> {
  const { effects } = features();
  const owner = effects.find((effect) => effect.owns?.(act));
  const applied = owner ? [owner] : effects.filter((effect) => !effect.owns);
  await Promise.all(applied.map((effect) => effect.settled?.(act, answers, late)));
}

export function sayRefused(act: Act, reason: Reason, late: boolean) {
  if (features().effects.some((effect) => effect.refused?.(act, reason, late))) return;
  toast(`${heldWords(textNow(), act)} ${explainReason(reason)}`, { tone: "bad" });
}

/** This can happen before the first screen, while the texts are still loading. */
export const sayStorageFault = (fault: StorageFault) =>
  void loadText().then(() => toast(textNow().saving.storageFault[fault], { tone: "bad" }));

export const sayBack = (sent: number) => toast(textNow().saving.sent(sent));
