import type { ComponentType, KeyboardEvent } from "react";
import { later } from "../platform/later.tsx";
import { createStore } from "../platform/store.ts";

/** Where a menu opens, and what gets the focus when it closes. */
export type MenuAt = { left: number; top: number; opener: HTMLElement };

type MenuProps = MenuAt & { close(): void };

/** The one context menu that is open, and what it was given. */
type OpenMenu = { Content: ComponentType<MenuProps>; given: MenuAt };

export const menuStore = createStore<OpenMenu | undefined>(undefined);

/** A feature's context menu: a function that opens it. It is fetched when it is first opened. */
export function contextMenu<P extends MenuProps>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Content = later(load) as unknown as ComponentType<MenuProps>;
  return (given: Omit<P, "close">) => menuStore.set({ Content, given: given as unknown as MenuAt });
}

export const isMenuKey = ({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">) =>
  key === "ContextMenu" || (key === "F10" && shiftKey);

/** Below an element, for a menu that a key opens. */
export function below(element: Element): { left: number; top: number } {
  const { left, bottom } = element.getBoundingClientRect();
  return { left: left + 8, top: bottom };
}
