import { type Icon, IconBookmark, IconUsers } from "@tabler/icons-react";
import { fold } from "../../contract/fold.ts";
import type { WorkspaceSearch } from "../catalog/addresses.ts";
import { useText } from "../platform/i18n/i18n.ts";
import { useContentLanguage } from "../translations/content-language.ts";
import { addressOfReady, readyViews } from "./ready-views.ts";
import { useViews } from "./views-data.ts";

type FoundView = { id: string; icon: Icon; name: string; search: WorkspaceSearch };

/** The views whose name has these words in it, for the palette; the saved ones first. */
export function useFoundViews(projectId: string | undefined, words: string): FoundView[] {
  const t = useText();
  const [contentLanguage] = useContentLanguage(projectId ?? "");
  const wanted = fold(words.trim());
  const { data = [] } = useViews(projectId ?? "", projectId !== undefined);
  if (!projectId || wanted === "") return [];
  const saved = data.map(({ id, name, own }) => ({
    id,
    name,
    icon: own ? IconBookmark : IconUsers,
    search: { view: id },
  }));
  const ready = readyViews(contentLanguage).map((one) => ({
    id: one.id,
    name: one.label(t),
    icon: one.icon,
    search: addressOfReady(one),
  }));
  return [...saved, ...ready].filter(({ name }) => fold(name).includes(wanted));
}
