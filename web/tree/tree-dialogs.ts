import { dialog } from "../widgets/dialogs.ts";

export const openAddress = dialog("address", () => import("./address-dialog.tsx"));
export const openDeleteNode = dialog("delete-node", () => import("./delete-node-dialog.tsx"));
export const openMoveNode = dialog("move-node", () => import("./move-node-dialog.tsx"));
