import type { laterEn } from "../en/later-en.ts";
import { accessLaterEs } from "./access-later-es.ts";
import { bulkEs } from "./bulk-es.ts";
import { commentsEs } from "./comments-es.ts";
import { datesEs } from "./dates-es.ts";
import { emptyEs } from "./empty-es.ts";
import { exportsEs } from "./exports-es.ts";
import { historyLaterEs } from "./history-later-es.ts";
import { importsEs } from "./imports-es.ts";
import { itemsLaterEs } from "./items-later-es.ts";
import { peopleEs } from "./people-es.ts";
import { projectsLaterEs } from "./projects-later-es.ts";
import { sheetEs } from "./sheet-es.ts";
import { tourEs } from "./tour-es.ts";
import { translationsLaterEs } from "./translations-later-es.ts";
import { treeLaterEs } from "./tree-later-es.ts";

/** The features whose words come after the first load. */
export const laterEs: typeof laterEn = {
  ...accessLaterEs,
  ...bulkEs,
  ...commentsEs,
  ...datesEs,
  ...emptyEs,
  ...exportsEs,
  ...historyLaterEs,
  ...importsEs,
  ...itemsLaterEs,
  ...peopleEs,
  ...projectsLaterEs,
  ...sheetEs,
  ...tourEs,
  ...translationsLaterEs,
  ...treeLaterEs,
};
