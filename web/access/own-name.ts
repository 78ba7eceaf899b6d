import { useStore } from "../platform/store.ts";
import { authorStore } from "./author.ts";
import { useSession } from "./session.ts";

/** The name that others see: that of the account, or the one given with a comment. */
export function useOwnName(): string {
  const author = useStore(authorStore);
  const { data: session } = useSession();
  return session?.who?.displayName || session?.who?.name || author;
}
