import { faultCodes } from "../../contract/errors.ts";

/** What the service said: a code that the interface can put into the user's language, and its own words. */
export type Reason = { code: string; message: string };

/** Not a refusal: sending failed again and again while the service was there, so it was set aside for the others' sake. */
export const failing = "failing";

/** A value with a fault is refused as often as it is sent; rights, places and what was deleted may be there next time. */
export const canRetry = ({ code }: Reason) => !faultCodes.some((fault) => fault === code);
