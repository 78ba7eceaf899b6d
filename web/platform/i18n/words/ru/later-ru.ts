import type { laterEn } from "../en/later-en.ts";
import { accessLaterRu } from "./access-later-ru.ts";
import { bulkRu } from "./bulk-ru.ts";
import { commentsRu } from "./comments-ru.ts";
import { datesRu } from "./dates-ru.ts";
import { emptyRu } from "./empty-ru.ts";
import { exportsRu } from "./exports-ru.ts";
import { historyLaterRu } from "./history-later-ru.ts";
import { importsRu } from "./imports-ru.ts";
import { itemsLaterRu } from "./items-later-ru.ts";
import { peopleRu } from "./people-ru.ts";
import { projectsLaterRu } from "./projects-later-ru.ts";
import { sheetRu } from "./sheet-ru.ts";
import { tourRu } from "./tour-ru.ts";
import { translationsLaterRu } from "./translations-later-ru.ts";
import { treeLaterRu } from "./tree-later-ru.ts";

/** The features whose words come after the first load. */
export const laterRu: typeof laterEn = {
  ...accessLaterRu,
  ...bulkRu,
  ...commentsRu,
  ...datesRu,
  ...emptyRu,
  ...exportsRu,
  ...historyLaterRu,
  ...importsRu,
  ...itemsLaterRu,
  ...peopleRu,
  ...projectsLaterRu,
  ...sheetRu,
  ...tourRu,
  ...translationsLaterRu,
  ...treeLaterRu,
};
