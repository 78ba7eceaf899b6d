import type { MantineColorScheme } from "@mantine/core";
import type { Rights } from "../access/rights.ts";
import type { WorkspaceSearch } from "../catalog/addresses.ts";
import type { ItemList } from "../catalog/item-list.ts";
import type { Picked } from "../catalog/picked.ts";
import type { Tree, TreeNode } from "../catalog/tree.ts";
import type { Text } from "../platform/i18n/i18n.ts";
import { createStore } from "../platform/store.ts";

/** What commands can use of the open workspace. */
export type WorkspaceContext = {
  projectId: string;
  tree: Tree;
  rights: Rights;
  node: TreeNode | undefined;
  itemId: string | undefined;
  selection: Picked;
  go(search: WorkspaceSearch): void;
  /** Opens an item beside the list. */
  open(id: string): void;
  /** Closes the panel; the list stays as it is. */
  close(): void;
  showDetails(): void;
  addItem: (() => void) | undefined;
  step(by: 1 | -1): void;
  /** The items that are listed; undefined where none are. */
  list: ItemList | undefined;
  /** Undefined where no items are listed. */
  focusSearch: (() => void) | undefined;
};

export const workspaceStore = createStore<WorkspaceContext | undefined>(undefined);

export type ActionContext = {
  workspace: WorkspaceContext | undefined;
  projectId: string | undefined;
  /** Shows part of the catalog, from any screen of the project. */
  open(search: WorkspaceSearch): void;
  /** Imports a file; new items go to the subcategory, if it is given. */
  openImport(subcategory: string | undefined): void;
  go(screen: "projects" | "catalog" | "translations" | "history" | "comments"): void;
  setColorScheme(scheme: MantineColorScheme): void;
};

/** A command, for the palette, the list of shortcuts and the keyboard. */
export type Action = {
  id: string;
  label(text: Text): string;
  /** Joined by "+": mod is Cmd on a Mac and Ctrl elsewhere. */
  shortcut?: string;
  /** Another one, which people know from elsewhere. */
  otherShortcut?: string;
  /** What the person has to be allowed somewhere in the project, to be told of the shortcut. */
  needs?: "edits" | "writes";
  /** Whether the shortcut is meant for it now; always, where this is absent. */
  takesKey?(): boolean;
  enabled(context: ActionContext): boolean;
  perform(context: ActionContext): void;
};

export const mac = /mac|iphone|ipad/i.test(navigator.platform);

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * By the letter, where the key types one: on a German keyboard Z and Y have changed places. Otherwise by the position of the
 * key: with Alt, or in a Cyrillic layout, it types something else.
 */
export function pressed(event: Pressed, shortcut: string): boolean {
  const parts = shortcut.split("+");
  const key = parts.at(-1) ?? "";
  const mod = mac ? event.metaKey : event.ctrlKey;
  const otherMod = mac ? event.ctrlKey : event.metaKey;
  if (otherMod || mod !== parts.includes("mod")) return false;
  if (event.altKey !== parts.includes("alt") || event.shiftKey !== parts.includes("shift")) return false;
  if (!event.altKey && /^[a-z]$/i.test(event.key)) return event.key.toLowerCase() === key;
  const code = event.code.toLowerCase();
  return code === `key${key}` || code === `digit${key}` || code === key;
}
