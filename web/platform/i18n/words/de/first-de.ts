import type { firstEn } from "../en/first-en.ts";
import { accessDe } from "./access-de.ts";
import { actionsDe } from "./actions-de.ts";
import { commonDe } from "./common-de.ts";
import { filtersDe } from "./filters-de.ts";
import { historyDe } from "./history-de.ts";
import { itemsDe } from "./items-de.ts";
import { picturesDe } from "./pictures-de.ts";
import { projectsDe } from "./projects-de.ts";
import { savingDe } from "./saving-de.ts";
import { shellDe } from "./shell-de.ts";
import { translationsDe } from "./translations-de.ts";
import { treeDe } from "./tree-de.ts";
import { undoDe } from "./undo-de.ts";
import { viewsDe } from "./views-de.ts";

/** The features whose words are in the first load. One script: no file of this list is in the later one. */
export const firstDe: typeof firstEn = {
  ...accessDe,
  ...actionsDe,
  ...commonDe,
  ...filtersDe,
  ...historyDe,
  ...itemsDe,
  ...picturesDe,
  ...projectsDe,
  ...savingDe,
  ...shellDe,
  ...translationsDe,
  ...treeDe,
  ...undoDe,
  ...viewsDe,
};
