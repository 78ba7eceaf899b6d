import type { ComponentType } from "react";
import { later } from "../platform/later.tsx";
import { createStore } from "../platform/store.ts";

type Closable = { close(): void };

/** The one dialog that is open, and what it was given. */
export type OpenDialog = { name: string; Content: ComponentType<Closable>; given: object };

export const dialogStore = createStore<OpenDialog | undefined>(undefined);
export const closeDialog = () => dialogStore.set(undefined);

/** A feature's dialog: a function that opens it. It is fetched when it is first opened. */
export function dialog<P extends Closable>(name: string, load: () => Promise<{ default: ComponentType<P> }>) {
  const Content = later(load) as unknown as ComponentType<Closable>;
  return (given: Omit<P, "close">) => dialogStore.set({ name, Content, given });
}
