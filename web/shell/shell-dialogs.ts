import { dialog } from "../widgets/dialogs.ts";

export const openPalette = dialog("palette", () => import("./palette.tsx"));
export const openShortcuts = dialog("shortcuts", () => import("./shortcut-sheet.tsx"));
