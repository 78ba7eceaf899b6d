import { mayWriteIn, type Rights } from "../access/rights.ts";
import { useRights } from "../access/use-rights.ts";
import { createStoredStore, useStore } from "../platform/store.ts";

/** The language that the person chose last; the same for everything they open next. Empty before they choose one. */
const contentLanguage = createStoredStore<string>("editor-content-language", "");

export const chooseContentLanguage = contentLanguage.set;

const firstOf = ({ languages }: Rights) => (languages === "all" ? undefined : languages[0]) ?? "ru";

export function useContentLanguage(projectId: string): [string, (code: string) => void] {
  const rights = useRights(projectId);
  return [useStore(contentLanguage) || firstOf(rights), contentLanguage.set];
}

/** The language in which a translator begins: the one they chose last, if they may write it. */
export function languageToWrite(rights: Rights): string {
  const last = contentLanguage.get();
  return last && mayWriteIn(rights, last) ? last : firstOf(rights);
}
