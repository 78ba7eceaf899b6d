import type { firstEn } from "../en/first-en.ts";
import { accessZh } from "./access-zh.ts";
import { actionsZh } from "./actions-zh.ts";
import { commonZh } from "./common-zh.ts";
import { filtersZh } from "./filters-zh.ts";
import { historyZh } from "./history-zh.ts";
import { itemsZh } from "./items-zh.ts";
import { picturesZh } from "./pictures-zh.ts";
import { projectsZh } from "./projects-zh.ts";
import { savingZh } from "./saving-zh.ts";
import { shellZh } from "./shell-zh.ts";
import { translationsZh } from "./translations-zh.ts";
import { treeZh } from "./tree-zh.ts";
import { undoZh } from "./undo-zh.ts";
import { viewsZh } from "./views-zh.ts";

/** The features whose words are in the first load. One script: no file of this list is in the later one. */
export const firstZh: typeof firstEn = {
  ...accessZh,
  ...actionsZh,
  ...commonZh,
  ...filtersZh,
  ...historyZh,
  ...itemsZh,
  ...picturesZh,
  ...projectsZh,
  ...savingZh,
  ...shellZh,
  ...translationsZh,
  ...treeZh,
  ...undoZh,
  ...viewsZh,
};
