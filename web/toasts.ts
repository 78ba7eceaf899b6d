import { createStore } from "./store.ts";

export type Toast = {
  id: number;
  text: string;
  tone: "plain" | "bad";
  action?: { label: string; perform(): void };
};

export const toastStore = createStore<Toast[]>([]);

let last = 0;
const shownMs = 6_000;

export function dismissToast(id: number) {
  toastStore.set((toasts) => toasts.filter((toast) => toast.id !== id));
}

export function toast(text: string, options: Pick<Toast, "action"> & { tone?: Toast["tone"] } = {}) {
  const id = ++last;
  toastStore.set((toasts) => [...toasts.slice(-2), { id, text, tone: "plain", ...options }]);
  setTimeout(() => dismissToast(id), options.action ? shownMs * 2 : shownMs);
}
