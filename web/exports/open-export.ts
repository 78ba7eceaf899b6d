import { dialog } from "../widgets/dialogs.ts";

export const openExport = dialog("export", () => import("./export-dialog.tsx"));
