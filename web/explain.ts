import { reasonOf } from "./api.ts";
import { textNow } from "./i18n/i18n.ts";
import type { Reason } from "./saving/edit.ts";

/** Why something did not work, in the user's language. */
export const explainReason = ({ code, message }: Reason): string =>
  textNow().faults[code] ?? (message || textNow().common.loadFailed);

export const explain = (error: unknown): string => explainReason(reasonOf(error));
