import { dialog } from "../../widgets/dialogs.ts";

export const openBulkEdit = dialog("bulk-edit", () => import("./bulk-dialog.tsx"));
export const openMoveItems = dialog("move-items", () => import("./move-items-dialog.tsx"));
export const openDeleteItems = dialog("delete-items", () => import("./delete-items-dialog.tsx"));
