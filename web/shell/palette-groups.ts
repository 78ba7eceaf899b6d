import type { Icon } from "@tabler/icons-react";
import { fold } from "../../contract/fold.ts";
import type { Found } from "../../contract/search.ts";
import type { ActionContext } from "../actions/action.ts";
import { keysOf } from "../actions/key-names.ts";
import { type Text, useText } from "../platform/i18n/i18n.ts";
import { useFoundViews } from "../views/use-found-views.ts";
import { actionIcons } from "./action-icons.ts";
import type { NamedAction } from "./actions.ts";
import { recentFirst } from "./recent-first.ts";
import { keyOf } from "./recent-list.ts";
import { useRecentKeys } from "./recents.ts";
import { type FoundState, useFound } from "./use-found.ts";
import { useRecents } from "./use-recents.ts";

export type Entry = { id: string; run(): void } & (
  | { shows: "found"; found: Found }
  | { shows: "command"; icon: Icon; label: string; keys: string[] }
  | { shows: "suggestion"; words: string }
);

type Group = {
  title: string;
  entries: Entry[];
  /** How many rows to leave free for entries that are being read. */
  loading: number;
};

type PaletteContents = { groups: Group[]; found: FoundState };

/** What the palette lists: without a query what was opened last and all commands, with one what it finds. */
export function usePaletteGroups(
  context: ActionContext,
  actions: readonly NamedAction[],
  query: string,
): PaletteContents {
  const t = useText();
  const recentKeys = useRecentKeys(context.projectId);
  const recents = useRecents(context, recentKeys, query.trim() === "");
  const found = useFound(context.projectId, query);
  const entryOf = (one: Found): Entry => ({
    id: keyOf(one),
    shows: "found",
    found: one,
    run: () =>
      context.open(
        one.kind === "item" ? { subcategory: one.path.at(-1)?.id ?? "", item: one.id } : { [one.kind]: one.id },
      ),
  });
  const viewEntries = useFoundViews(context.projectId, query).map(
    ({ id, icon, name, search }): Entry => ({
      id: `view-${id}`,
      shows: "command",
      icon,
      label: name,
      keys: [],
      run: () => context.open(search),
    }),
  );
  const group = (title: string, entries: Entry[], loading = 0): Group => ({ title, entries, loading });
  const results = recentFirst(found.results, query, recentKeys).map((one) => ({ one, isItem: one.kind === "item" }));
  const entriesOf = (isItem: boolean) =>
    results.filter((each) => each.isItem === isItem).map(({ one }) => entryOf(one));
  const items = group(t.items.title, entriesOf(true));
  const commands = group(t.palette.commands, commandEntries(context, actions, t, query));
  const views = group(t.views.title, viewEntries);
  // A command that is called what was typed comes before items that only mention it somewhere.
  const isNamed = found.results.some(({ kind, matches }) => kind === "item" && matches.length > 0);
  const groups = [
    group(t.palette.recent, recents.results.map(entryOf), recents.loading),
    group(t.palette.nodes, entriesOf(false)),
    ...(isNamed ? [items, views, commands] : [views, commands, items]),
  ];
  return {
    groups: groups.filter(({ entries, loading }) => entries.length + loading > 0),
    found: { ...found, fresh: found.fresh && recents.loading === 0 },
  };
}

function commandEntries(context: ActionContext, actions: readonly NamedAction[], t: Text, query: string): Entry[] {
  const folded = fold(query.trim());
  return actions
    .filter((action) => action.id !== "palette" && action.enabled(context) && fold(action.label(t)).includes(folded))
    .map((action) => ({
      id: `action-${action.id}`,
      shows: "command",
      icon: actionIcons[action.id],
      label: action.label(t),
      keys: action.shortcut ? keysOf(action.shortcut) : [],
      run: () => action.perform(context),
    }));
}
