import type { laterEn } from "../en/later-en.ts";
import { accessLaterZh } from "./access-later-zh.ts";
import { bulkZh } from "./bulk-zh.ts";
import { commentsZh } from "./comments-zh.ts";
import { datesZh } from "./dates-zh.ts";
import { emptyZh } from "./empty-zh.ts";
import { exportsZh } from "./exports-zh.ts";
import { historyLaterZh } from "./history-later-zh.ts";
import { importsZh } from "./imports-zh.ts";
import { itemsLaterZh } from "./items-later-zh.ts";
import { peopleZh } from "./people-zh.ts";
import { projectsLaterZh } from "./projects-later-zh.ts";
import { sheetZh } from "./sheet-zh.ts";
import { tourZh } from "./tour-zh.ts";
import { translationsLaterZh } from "./translations-later-zh.ts";
import { treeLaterZh } from "./tree-later-zh.ts";

/** The features whose words come after the first load. */
export const laterZh: typeof laterEn = {
  ...accessLaterZh,
  ...bulkZh,
  ...commentsZh,
  ...datesZh,
  ...emptyZh,
  ...exportsZh,
  ...historyLaterZh,
  ...importsZh,
  ...itemsLaterZh,
  ...peopleZh,
  ...projectsLaterZh,
  ...sheetZh,
  ...tourZh,
  ...translationsLaterZh,
  ...treeLaterZh,
};
