import type { Session } from "../../contract/access.ts";
import { createStoredStore } from "../store.ts";

const storageKey = "editor-person";
/** Who was here last, on this device; "" where nobody signs in. */
const lastStore = createStoredStore(storageKey, "");
/** Who this page was given to. */
let here: string | undefined;
/** Whether the service has said so, and the session has not ended since. */
let known = false;

/** Whose words are typed here. */
export const person = () => here ?? lastStore.get();

/** What is kept of one person is not sent in the name of another. Where nobody signs in, it is everyone's. */
export const isForPerson = (whose: string | undefined) => !whose || person() === "" || whose === person();

/**
 * Takes note of who is signed in. False if that is somebody else, and the page holds something of the one before: then it
 * stays his to its end, and the next page is the other's.
 */
export function meet({ access, who }: Session, holdsSomething: boolean): boolean {
  const id = access === "required" ? who?.id : "";
  known = id !== undefined;
  if (id === undefined) return true;
  const before = person();
  const isOther = before !== "" && id !== "" && before !== id;
  lastStore.set(id);
  here = isOther && holdsSomething ? before : id;
  return here === id;
}

export const isKnown = () => known;

/** Calls `run` when somebody else has signed in, in another tab: the cookie is the same for all of them. */
export function onOther(run: () => void) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === storageKey && here && newValue !== null && JSON.parse(newValue) !== here) run();
  });
}
