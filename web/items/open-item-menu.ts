import { contextMenu } from "../widgets/menus.ts";

export const openItemMenu = contextMenu(() => import("./item-menu.tsx"));
