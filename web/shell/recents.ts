import { useEffect, useMemo } from "react";
import type { TreeNode } from "../catalog/tree.ts";
import { person } from "../platform/person.ts";
import { createStoredStore, useStore } from "../platform/store.ts";
import { isTemporary } from "../saving/temporary-ids.ts";
import { keyOf, type Recent, type RecentKey, withOpened, without } from "./recent-list.ts";

const storageKey = "editor-recent";
const recentStore = createStoredStore<readonly Recent[]>(storageKey, []);

// What was opened in another tab counts here too, and is not overwritten from here.
window.addEventListener("storage", ({ key, newValue }) => {
  if (key === storageKey && newValue !== null) recentStore.set(JSON.parse(newValue) as Recent[]);
});

/** Remembers the open item, or else the open category or subcategory. */
export function useRememberOpened(projectId: string, node: TreeNode | undefined, itemId: string | undefined) {
  const key = itemId === undefined ? node?.key : keyOf({ kind: "item", id: itemId });
  const isUnsent = isTemporary(itemId ?? node?.id ?? "");
  useEffect(() => {
    if (!key || isUnsent) return;
    recentStore.set((recents) => withOpened(recents, { person: person(), projectId, key }));
  }, [projectId, key, isUnsent]);
}

/** What this person opened in the project, the last first. */
export function useRecentKeys(projectId: string | undefined): readonly RecentKey[] {
  const recents = useStore(recentStore);
  return useMemo(
    () => recents.filter((one) => one.projectId === projectId && one.person === person()).map(({ key }) => key),
    [recents, projectId],
  );
}

export const forgetRecents = (projectId: string, keys: readonly RecentKey[]) =>
  recentStore.set((recents) =>
    without(
      recents,
      keys.map((key) => ({ person: person(), projectId, key })),
    ),
  );
