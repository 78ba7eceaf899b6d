import { accessEn } from "./access-en.ts";
import { actionsEn } from "./actions-en.ts";
import { commonEn } from "./common-en.ts";
import { filtersEn } from "./filters-en.ts";
import { historyEn } from "./history-en.ts";
import { itemsEn } from "./items-en.ts";
import { picturesEn } from "./pictures-en.ts";
import { projectsEn } from "./projects-en.ts";
import { savingEn } from "./saving-en.ts";
import { shellEn } from "./shell-en.ts";
import { translationsEn } from "./translations-en.ts";
import { treeEn } from "./tree-en.ts";
import { undoEn } from "./undo-en.ts";
import { viewsEn } from "./views-en.ts";

/** The features whose words are in the first load. One script: no file of this list is in the later one. */
export const firstEn = {
  ...accessEn,
  ...actionsEn,
  ...commonEn,
  ...filtersEn,
  ...historyEn,
  ...itemsEn,
  ...picturesEn,
  ...projectsEn,
  ...savingEn,
  ...shellEn,
  ...translationsEn,
  ...treeEn,
  ...undoEn,
  ...viewsEn,
};
