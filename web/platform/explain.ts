import { reasonOf } from "./api.ts";
import { textNow } from "./i18n/i18n.ts";
import { failing, type Reason } from "./reason.ts";

/** Why something did not work, in the user's language. */
export function explainReason({ code, message }: Reason): string {
  const words = textNow().faults[code] ?? (message || textNow().common.loadFailed);
  // Operators need the request id to find it in the log.
  return code === failing && message ? `${words} (${message})` : words;
}

export const explain = (error: unknown): string => explainReason(reasonOf(error));
