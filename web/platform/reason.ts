import { faultCodes } from "../../contract/errors.ts";

/** Why the service refused: a code that the interface translates, and the service's own message. */
export type Reason = { code: string; message: string };

/** Not a refusal: sending failed again and again while the service answered others, so it was set aside. */
export const failing = "failing";

/** The person may not do it: their rights were changed meanwhile. */
export const isForbidden = ({ code }: Reason) => code === "forbidden";

/** An invalid value is refused every time. Missing rights or a deleted record may be there the next time. */
export const canRetry = ({ code }: Reason) => !faultCodes.some((fault) => fault === code);
