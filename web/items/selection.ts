import { createStore } from "../store.ts";

/** Ids picked in the grid; they stay picked while pages and filters change. */
export const selectionStore = createStore<ReadonlySet<string>>(new Set());

export const clearSelection = () => selectionStore.set(new Set());

export function pick(ids: Iterable<string>, on: boolean) {
  selectionStore.set((now) => {
    const next = new Set(now);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    return next;
  });
}
