import type { firstEn } from "../en/first-en.ts";
import { accessEs } from "./access-es.ts";
import { actionsEs } from "./actions-es.ts";
import { commonEs } from "./common-es.ts";
import { filtersEs } from "./filters-es.ts";
import { historyEs } from "./history-es.ts";
import { itemsEs } from "./items-es.ts";
import { picturesEs } from "./pictures-es.ts";
import { projectsEs } from "./projects-es.ts";
import { savingEs } from "./saving-es.ts";
import { shellEs } from "./shell-es.ts";
import { translationsEs } from "./translations-es.ts";
import { treeEs } from "./tree-es.ts";
import { undoEs } from "./undo-es.ts";
import { viewsEs } from "./views-es.ts";

/** The features whose words are in the first load. One script: no file of this list is in the later one. */
export const firstEs: typeof firstEn = {
  ...accessEs,
  ...actionsEs,
  ...commonEs,
  ...filtersEs,
  ...historyEs,
  ...itemsEs,
  ...picturesEs,
  ...projectsEs,
  ...savingEs,
  ...shellEs,
  ...translationsEs,
  ...treeEs,
  ...undoEs,
  ...viewsEs,
};
