import type { firstEn } from "../en/first-en.ts";
import { accessRu } from "./access-ru.ts";
import { actionsRu } from "./actions-ru.ts";
import { commonRu } from "./common-ru.ts";
import { filtersRu } from "./filters-ru.ts";
import { historyRu } from "./history-ru.ts";
import { itemsRu } from "./items-ru.ts";
import { picturesRu } from "./pictures-ru.ts";
import { projectsRu } from "./projects-ru.ts";
import { savingRu } from "./saving-ru.ts";
import { shellRu } from "./shell-ru.ts";
import { translationsRu } from "./translations-ru.ts";
import { treeRu } from "./tree-ru.ts";
import { undoRu } from "./undo-ru.ts";
import { viewsRu } from "./views-ru.ts";

/** The features whose words are in the first load. One script: no file of this list is in the later one. */
export const firstRu: typeof firstEn = {
  ...accessRu,
  ...actionsRu,
  ...commonRu,
  ...filtersRu,
  ...historyRu,
  ...itemsRu,
  ...picturesRu,
  ...projectsRu,
  ...savingRu,
  ...shellRu,
  ...translationsRu,
  ...treeRu,
  ...undoRu,
  ...viewsRu,
};
