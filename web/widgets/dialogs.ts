import type { View } from "../../contract/views.ts";
import type { ItemList } from "../catalog/item-list.ts";
import type { Picked } from "../catalog/picked.ts";
import type { NodeKey } from "../catalog/tree.ts";
import type { Lacking } from "../items/lacks.ts";
import { createStore } from "../platform/store.ts";

/** The one dialog that is open. Dialogs are loaded when first opened. */
export type Dialog =
  | { kind: "palette" }
  | { kind: "shortcuts" }
  | { kind: "delete-node"; projectId: string; node: NodeKey }
  | { kind: "address"; projectId: string; node: NodeKey }
  | { kind: "move-node"; projectId: string; node: NodeKey }
  | { kind: "bulk-edit"; projectId: string; picked: Picked }
  | { kind: "move-items"; projectId: string; picked: Picked; copy: boolean }
  | { kind: "delete-items"; projectId: string; picked: Picked }
  | { kind: "show-items"; lacking: readonly Lacking[]; answer(show: boolean): void }
  | { kind: "empty-prices"; names: readonly string[]; answer(empty: boolean): void }
  | { kind: "export"; list: ItemList }
  | { kind: "delete-view"; projectId: string; view: View };

export const dialogStore = createStore<Dialog | undefined>(undefined);
export const openDialog = (dialog: Dialog) => dialogStore.set(dialog);
export const closeDialog = () => dialogStore.set(undefined);
