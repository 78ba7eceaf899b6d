import type { KeyboardEvent } from "react";
import type { Item } from "../../contract/items.ts";
import type { NodeKey } from "../catalog/tree.ts";
import { createStore } from "../platform/store.ts";

/** Where a menu opens, and what gets the focus when it closes. */
export type MenuAt = { left: number; top: number; opener: HTMLElement };

/** The one context menu that is open. Menus are loaded when first opened. */
export type ContextMenu = MenuAt & { projectId: string } & (
    | { kind: "node"; node: NodeKey }
    /** Without `open` the item is open already, and the commands are for it alone. */
    | { kind: "item"; item: Item; etag: string | undefined; open?(): void }
  );

export const menuStore = createStore<ContextMenu | undefined>(undefined);
export const openMenu = (menu: ContextMenu) => menuStore.set(menu);

export const isMenuKey = ({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">) =>
  key === "ContextMenu" || (key === "F10" && shiftKey);

/** Below an element, for a menu that a key opens. */
export function below(element: Element): { left: number; top: number } {
  const { left, bottom } = element.getBoundingClientRect();
  return { left: left + 8, top: bottom };
}
