import type { LinkProps } from "@tanstack/react-router";
import type { Text } from "./i18n/i18n.ts";
import { createStore } from "./store.ts";

export type Toast = {
  id: number;
  text: string;
  tone: "plain" | "bad";
  /** Replaces an earlier message about the same. */
  about?: string;
  /** Where "Go to" leads. */
  link?: Pick<LinkProps, "to" | "params" | "search" | "hash">;
  /** Something to do about it; pressing it closes the message. */
  button?: { label(t: Text): string; press(): void };
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
  setTimeout(() => dismissToast(id), options.link || options.button ? shownMs * 2 : shownMs);
}
