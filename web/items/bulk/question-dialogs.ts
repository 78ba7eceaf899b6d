import { dialog } from "../../widgets/dialogs.ts";

/** What is asked before something is written. */
export const openShowItems = dialog("show-items", () => import("./show-items-dialog.tsx"));
export const openEmptyPrices = dialog("empty-prices", () => import("./empty-prices-dialog.tsx"));
