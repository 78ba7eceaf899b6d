import { dialog } from "../widgets/dialogs.ts";

export const openDeleteView = dialog("delete-view", () => import("./delete-view-dialog.tsx"));
