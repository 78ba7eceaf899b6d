import type { laterEn } from "../en/later-en.ts";
import { accessLaterDe } from "./access-later-de.ts";
import { bulkDe } from "./bulk-de.ts";
import { commentsDe } from "./comments-de.ts";
import { datesDe } from "./dates-de.ts";
import { emptyDe } from "./empty-de.ts";
import { exportsDe } from "./exports-de.ts";
import { historyLaterDe } from "./history-later-de.ts";
import { importsDe } from "./imports-de.ts";
import { itemsLaterDe } from "./items-later-de.ts";
import { peopleDe } from "./people-de.ts";
import { projectsLaterDe } from "./projects-later-de.ts";
import { sheetDe } from "./sheet-de.ts";
import { tourDe } from "./tour-de.ts";
import { translationsLaterDe } from "./translations-later-de.ts";
import { treeLaterDe } from "./tree-later-de.ts";

/** The features whose words come after the first load. */
export const laterDe: typeof laterEn = {
  ...accessLaterDe,
  ...bulkDe,
  ...commentsDe,
  ...datesDe,
  ...emptyDe,
  ...exportsDe,
  ...historyLaterDe,
  ...importsDe,
  ...itemsLaterDe,
  ...peopleDe,
  ...projectsLaterDe,
  ...sheetDe,
  ...tourDe,
  ...translationsLaterDe,
  ...treeLaterDe,
};
