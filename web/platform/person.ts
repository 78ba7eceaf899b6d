import type { Session } from "../../contract/access.ts";
import { createStoredStore } from "./store.ts";

const storageKey = "editor-person";
/** The last person on this device; "" where nobody signs in. */
const lastStore = createStoredStore(storageKey, "");
/** The person whose page this is. */
let here: string | undefined;
/** Whether the service has confirmed it, and the session has not ended since. */
let known = false;

/** Who types on this page. */
export const person = () => here ?? lastStore.get();

/** Edits of one person are not sent in the name of another. Where nobody signs in, they belong to everyone. */
export const isForPerson = (whose: string | undefined) => !whose || person() === "" || whose === person();

/**
 * Takes note of who is signed in. False if that is somebody else and the page holds edits of the person before: then the
 * page stays theirs, and the next page belongs to the other.
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
