import type { WorkspaceSearch } from "../catalog/addresses.ts";
import type { WantedCell } from "../items/grid/cell-marks.ts";
import { createStore } from "./store.ts";

export type Toast = {
  id: number;
  text: string;
  tone: "plain" | "bad";
  /** Replaces an earlier message about the same. */
  about?: string;
  /** The entry in the list of what was done that a button undoes or redoes. */
  entry?: { id: string; way: "undo" | "redo" };
  /** The cell of the grid that a button shows. */
  cell?: WantedCell;
  /** Where a link leads. */
  place?: { projectId: string; search: WorkspaceSearch; commentId?: string };
};

export const toastStore = createStore<Toast[]>([]);

let last = 0;
const shownMs = 6_000;

export function dismissToast(id: number) {
  toastStore.set((toasts) => toasts.filter((toast) => toast.id !== id));
}

export function dismissAbout(about: string) {
  toastStore.set((toasts) => toasts.filter((toast) => toast.about !== about));
}

export function toast(text: string, options: Partial<Omit<Toast, "id" | "text">> = {}) {
  const id = ++last;
  if (options.about) dismissAbout(options.about);
  toastStore.set((toasts) => [...toasts.slice(-2), { id, text, tone: "plain", ...options }]);
  setTimeout(() => dismissToast(id), options.entry || options.place || options.cell ? shownMs * 2 : shownMs);
}

/** Announces what was done, with a way to undo it where it is an entry in the list of what was done. */
export const offerUndo = (text: string, id: string | undefined) =>
  toast(text, id === undefined ? {} : { about: id, entry: { id, way: "undo" } });
