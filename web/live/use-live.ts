import { useEffect } from "react";
import { presenceRenewMs } from "../../contract/constants.ts";
import type { Item, ItemPage } from "../../contract/items.ts";
import type { ChangeEvent, Person, Presence, Ready } from "../../contract/live.ts";
import { routes } from "../../contract/routes.ts";
import { useOwnName } from "../access/own-name.ts";
import { useRights } from "../access/use-rights.ts";
import { nodeKey, type Tree, type TreeNode, updateNode } from "../catalog/tree.ts";
import { followAddress } from "../catalog/tree-view.ts";
import { api, freshMs, keys, queryClient, refreshSession } from "../platform/api.ts";
import { isOwn } from "../platform/own-changes.ts";
import { randomId } from "../platform/random-id.ts";
import { refresh, refreshFetching, refreshSearches, refreshSoon } from "../platform/refresh.ts";
import { createStore } from "../platform/store.ts";
import { type RecordRef, withValue } from "../saving/edit.ts";
import { noted, showConfirmed, showCopied, showStale, showTranslated, translated } from "../translations/confirmed.ts";
import { isConfirmation, type TranslatedFrom } from "../translations/translation.ts";
import { listen } from "./event-stream.ts";

/** Who else has this project open. */
export const presentStore = createStore<Person[]>([]);

const clientId = randomId();
/** A change has the time at which its request began, and is seen later, when it is done. */
const longWriteMs = 5_000;

/**
 * What is shown was read before the stream began: after the page was opened, and no longer ago than an answer counts as
 * fresh. It is read again only if something has changed since, because a large tree takes time.
 */
const recentSeconds = () => Math.ceil((Math.min(performance.now(), freshMs) + longWriteMs) / 1000);

/** Fields of a node that can be updated from the event alone; any other change alters the shape of the tree. */
const plainFields = new Set(["name", "visible", "priority", "img"]);

/** Somebody translates, confirms a translation, or undoes either. */
function onTranslations(kind: RecordRef["kind"], { id, fields, before, after }: ChangeEvent) {
  const record = { kind, id };
  for (const name of fields) {
    const note = noted(record, name);
    const text = translated(record, name);
    if (!note && !text) continue;
    refreshSoon(["progress"]);
    const value = after[name] as TranslatedFrom | null | undefined;
    // A text too large for an event shows when the board is opened again.
    if (value === undefined) continue;
    if (text) showTranslated(text, value);
    else if (note && value === null && isConfirmation(before[name])) showCopied(note);
    else if (note && (value === null || isConfirmation(value))) showConfirmed(note);
    else if (note && value !== null) showStale(note, value);
  }
}

function onItem({ action, id, fields: changed, after }: ChangeEvent) {
  const fields = changed.filter((field) => !noted({ kind: "item", id }, field) && !field.startsWith("resolved."));
  if (action !== "update" || changed.some((field) => /^(comments|resolved)\./.test(field))) {
    refreshSoon(keys.comments);
    refreshSoon(keys.notices);
  }
  refreshSoon(["history"]);
  if (action !== "update" || fields.includes("subcategoryId") || fields.includes("priority")) {
    refreshSoon(keys.ownPages);
    if (action !== "update" || fields.includes("subcategoryId")) refreshSoon(["tree"]);
  }
  if (queryClient.getQueryData(keys.item(id))) refreshSoon(keys.item(id));
  // The event of a creation holds the item as it was created; later changes may be on the screen already.
  if (action !== "update") return;
  refreshFetching(keys.ownPages);
  queryClient.setQueriesData<ItemPage>({ queryKey: keys.pages }, (page) => {
    // Without a value a page stays as old as it is.
    if (!page?.items.some((item) => item.id === id)) return undefined;
    const changed = (item: Item) =>
      fields.reduce((now, field) => (field in after ? withValue(now, field, after[field]) : now), item);
    return { ...page, items: page.items.map((item) => (item.id === id ? changed(item) : item)) };
  });
}

function onNode(projectId: string, { kind, action, id, fields, after }: ChangeEvent) {
  refreshSoon(["history"]);
  const node = kind as "category" | "subcategory";
  refreshSoon(keys.node(node, id));
  if (action === "update" && typeof after.id === "string") followAddress(id, after.id);
  if (action !== "update" || fields.some((field) => !plainFields.has(field))) return refreshSoon(keys.tree(projectId));
  refreshFetching(keys.tree(projectId));
  queryClient.setQueryData<Tree>(
    keys.tree(projectId),
    (tree) => tree && updateNode(tree, nodeKey(node, id), after as Partial<TreeNode>),
  );
}

const refreshAll = () => refresh({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });

/**
 * Shows what others change in the project, and tells them what is open here. The service tells this to those who see the
 * whole project; others see changes when they come back to the page.
 */
export function useLive(projectId: string, itemId: string | undefined) {
  const name = useOwnName();
  const { seesAll } = useRights(projectId);
  useEffect(() => {
    if (!seesAll) return;
    const path = routes.streamEvents.path.replace(":projectId", encodeURIComponent(projectId));
    const stop = listen(
      path,
      () => `recent=${recentSeconds()}`,
      {
        change(data) {
          const change = data as ChangeEvent;
          if (isOwn(change.changeSetId)) return;
          // Any item may have changed.
          if (change.kind === "import") return refreshAll();
          refreshSearches();
          onTranslations(change.kind, change);
          if (change.kind === "item") onItem(change);
          else onNode(projectId, change);
        },
        ready(data) {
          if ((data as Ready).changed) refreshAll();
        },
        reset: () => void refresh({}),
        access: refreshSession,
        notices: () => refreshSoon(keys.notices),
        presence: (data) => presentStore.set((data as Presence).present.filter((one) => one.clientId !== clientId)),
      },
      // It may be that the person no longer sees the project.
      refreshSession,
    );
    return () => {
      stop();
      presentStore.set([]);
    };
  }, [projectId, seesAll]);

  useEffect(() => {
    if (!seesAll) return;
    const params = { projectId };
    const say = () =>
      void api.signalPresence({ params, body: { clientId, name, itemId: itemId ?? null } }).catch(() => undefined);
    say();
    const timer = setInterval(say, presenceRenewMs);
    return () => clearInterval(timer);
  }, [projectId, itemId, name, seesAll]);

  useEffect(() => {
    if (!seesAll) return;
    const leave = () => void api.leavePresence({ params: { projectId, clientId } }).catch(() => undefined);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [projectId, seesAll]);
}
