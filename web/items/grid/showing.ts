import type { Item } from "../../../contract/items.ts";
import { shownName } from "../../catalog/catalog-language.ts";
import { textNow } from "../../platform/i18n/i18n.ts";
import { openShowItems } from "../bulk/question-dialogs.ts";
import { type Candidate, lacksOf } from "../lacks.ts";
import { shownItem } from "../shown-item.ts";

/** The item with what was typed into it. */
export const candidateOf = (item: Item): Item => shownItem(item, ["name", "price", "imgs", "visible"]).item;

/** What an item lacks, for who speaks the language of the interface. */
export const lacksNow = (item: Candidate) => lacksOf(item, textNow().items.copySuffix);

const asked = new Set<string>();

/** Whether somebody is asked before the shop shows it: it lacks something, and nobody was asked about it yet. */
export const isAskedAbout = (item: Candidate) =>
  (item.id === undefined || !asked.has(item.id)) && lacksNow(item).length > 0;

/** Whether the shop is to show these items. It is asked only about those that lack something, and once about each. */
export function mayShow(items: readonly Candidate[]): Promise<boolean> {
  const lacking = items.filter(isAskedAbout);
  if (lacking.length === 0) return Promise.resolve(true);
  return new Promise((resolve) =>
    openShowItems({
      lacking: lacking.map((item) => ({ name: shownName(item), lacks: lacksNow(item) })),
      answer(show) {
        if (show) for (const { id } of lacking) if (id !== undefined) asked.add(id);
        resolve(show);
      },
    }),
  );
}
