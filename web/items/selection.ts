import type { Picked } from "../catalog/picked.ts";
import { createStore } from "../platform/store.ts";

type Matching = Extract<Picked, { where: unknown }>;

/** What is picked in the grid: ids, or everything that matches, also what is not loaded. */
export type Selection = { ids: ReadonlySet<string>; matching?: Matching };

const nothing: Selection = { ids: new Set() };

/** Ids stay picked while pages and filters change. */
export const selectionStore = createStore<Selection>(nothing);

export const clearSelection = () => selectionStore.set(nothing);

export const isPicked = ({ ids, matching }: Selection, id: string) => matching !== undefined || ids.has(id);

export const pickedOf = ({ ids, matching }: Selection): Picked => matching ?? { ids: [...ids] };

/** The service has given an item its own id. */
export const renamePicked = (temporary: string, id: string) =>
  selectionStore.set((now) => {
    if (!now.ids.has(temporary)) return now;
    const ids = new Set(now.ids).add(id);
    ids.delete(temporary);
    return { ...now, ids };
  });

/** Everything that matches is no longer picked when one item of it is dropped: then the ids count again. */
export function pick(ids: Iterable<string>, on: boolean) {
  selectionStore.set((now) => {
    const next = new Set(now.ids);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    return { ids: next };
  });
}

export const pickMatching = (matching: Matching) => selectionStore.set(({ ids }) => ({ ids, matching }));

/** Other filters: something else matches now. */
export const dropMatching = () => selectionStore.set((now) => (now.matching ? { ids: now.ids } : now));
