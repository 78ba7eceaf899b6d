import { useEffect } from "react";
import type { Session } from "../../../contract/access.ts";
import { demoProjectId } from "../../../contract/constants.ts";
import { rightsOf } from "../../access/rights.ts";
import type { ActionContext } from "../../actions/action.ts";
import { keys, queryClient } from "../../platform/api.ts";
import { readText, writeText } from "../../platform/local-text.ts";
import { createStore } from "../../platform/store.ts";

/** An offered tour begins as soon as the person is not doing anything. */
export const tourStore = createStore<"offered" | "open" | undefined>(undefined);

/** Set when someone has seen the tour or skipped it on this device. */
const storageKey = "editor-tour";

/** When the first screen has long been drawn. */
const offerMs = 2_000;

/** It shows the demo catalog, to those who may try it out. */
export const mayTour = (projectId: string | undefined): boolean =>
  projectId === demoProjectId && rightsOf(queryClient.getQueryData<Session>(keys.session), projectId, undefined).edits;

export const startTour = () => tourStore.set("open");

/** It is not offered again. */
export function endTour() {
  writeText(storageKey, "done");
  tourStore.set(undefined);
}

/** Offers the tour to who opens the demo catalog, unless they have come for one item. Nothing is fetched before. */
export function useTourOffer({ projectId, workspace }: ActionContext) {
  const isNew = workspace !== undefined && !workspace.itemId && mayTour(projectId);
  useEffect(() => {
    if (!isNew || readText(storageKey)) return;
    const timer = setTimeout(() => tourStore.set((now) => now ?? "offered"), offerMs);
    return () => {
      clearTimeout(timer);
      tourStore.set((now) => (now === "offered" ? undefined : now));
    };
  }, [isNew]);
}
