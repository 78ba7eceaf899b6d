import { closeDialog, dialogStore } from "../widgets/dialogs.ts";
import { actions, type NamedAction } from "./actions.ts";
import { openPalette, openShortcuts } from "./shell-dialogs.ts";

export const showPalette = () => openPalette({ actions: everyAction });
export const showShortcuts = () => openShortcuts({ actions: everyAction });

/** Every command of the editor. The palette, the shortcut sheet and the keyboard are made from this list. */
export const everyAction: readonly NamedAction[] = [
  {
    id: "palette",
    label: (t) => t.actions.openPalette,
    shortcut: "mod+k",
    enabled: () => true,
    perform: () => (dialogStore.get()?.name === "palette" ? closeDialog() : showPalette()),
  },
  {
    id: "shortcuts",
    label: (t) => t.actions.openShortcuts,
    shortcut: "mod+slash",
    enabled: () => true,
    perform: showShortcuts,
  },
  ...actions,
];
