import { accessLaterEn } from "./access-later-en.ts";
import { bulkEn } from "./bulk-en.ts";
import { commentsEn } from "./comments-en.ts";
import { datesEn } from "./dates-en.ts";
import { emptyEn } from "./empty-en.ts";
import { exportsEn } from "./exports-en.ts";
import { historyLaterEn } from "./history-later-en.ts";
import { importsEn } from "./imports-en.ts";
import { itemsLaterEn } from "./items-later-en.ts";
import { peopleEn } from "./people-en.ts";
import { projectsLaterEn } from "./projects-later-en.ts";
import { sheetEn } from "./sheet-en.ts";
import { tourEn } from "./tour-en.ts";
import { translationsLaterEn } from "./translations-later-en.ts";
import { treeLaterEn } from "./tree-later-en.ts";

/** The features whose words come after the first load. */
export const laterEn = {
  ...accessLaterEn,
  ...bulkEn,
  ...commentsEn,
  ...datesEn,
  ...emptyEn,
  ...exportsEn,
  ...historyLaterEn,
  ...importsEn,
  ...itemsLaterEn,
  ...peopleEn,
  ...projectsLaterEn,
  ...sheetEn,
  ...tourEn,
  ...translationsLaterEn,
  ...treeLaterEn,
};
