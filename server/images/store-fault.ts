import { withinTime } from "../http/within-time.ts";
import type { ImageStore } from "./image-store.ts";

const usualPatienceMs = 10_000;

/** Why the store cannot be used now, as a sentence; undefined if it can. */
export async function storeFault(
  store: Pick<ImageStore, "location" | "check">,
  patienceMs = usualPatienceMs,
): Promise<string | undefined> {
  try {
    const late = () => new Error(`it does not answer within ${patienceMs / 1_000} seconds`);
    await withinTime(store.check(), patienceMs, late);
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `The store of the pictures, ${store.location}, cannot be used: ${message || code}.`.replace(/\.\.$/, ".");
  }
}
