import { contextMenu } from "../widgets/menus.ts";

export const openNodeMenu = contextMenu(() => import("./node-menu.tsx"));
