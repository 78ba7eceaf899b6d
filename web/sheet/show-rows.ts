import type { ItemRowChange } from "../../contract/item-rows.ts";
import type { Item } from "../../contract/items.ts";
import { shownName } from "../catalog/catalog-language.ts";
import { openEmptyPrices } from "../items/bulk/question-dialogs.ts";
import { isAskedAbout, lacksNow, mayShow } from "../items/grid/showing.ts";
import type { RowsPlan } from "./plan-rows.ts";

type ItemOf = (id: string) => Item | undefined;

/** Asks all that there is to ask before the rows are sent, and about no row twice. */
export async function askAboutRows(plan: RowsPlan, itemOf: ItemOf): Promise<void> {
  const agreed = await askToShow(plan, itemOf);
  await askToEmptyPrices(plan, itemOf, agreed);
}

/**
 * Asks before the shop shows items that lack something. Without a yes these stay hidden, and the rest is written. The rows
 * that got a yes now.
 */
async function askToShow(plan: RowsPlan, itemOf: ItemOf): Promise<ReadonlySet<ItemRowChange>> {
  const shown = plan.rows
    .filter(({ data }) => data.visible === true)
    .map((row) => {
      const { data, id } = row;
      const item = { name: "", price: 0, imgs: [], ...(id !== undefined && itemOf(id)), ...data, id };
      return { row, item };
    });
  const named = shown.filter(({ item }) => isAskedAbout(item));
  if (await mayShow(shown.map(({ item }) => item))) return new Set(named.map(({ row }) => row));
  for (const { row, item } of shown) {
    if (lacksNow(item).length === 0) continue;
    if (row.id === undefined) row.data.visible = false;
    else delete row.data.visible;
    plan.cells--;
  }
  plan.rows = plan.rows.filter(({ data }) => Object.keys(data).length > 0);
  return new Set();
}

/** Asks before items that the shop shows lose their price: it would give them away. Without a yes they keep it. */
async function askToEmptyPrices(plan: RowsPlan, itemOf: ItemOf, agreed: ReadonlySet<ItemRowChange>): Promise<void> {
  const emptied = plan.rows.flatMap((row) => {
    const item = row.id === undefined ? undefined : itemOf(row.id);
    const isShown = row.data.visible ?? item?.visible;
    return item && row.data.price === 0 && item.price > 0 && isShown && !agreed.has(row) ? [{ row, item }] : [];
  });
  if (emptied.length === 0) return;
  const names = emptied.map(({ item }) => shownName(item));
  const { promise, resolve } = Promise.withResolvers<boolean>();
  openEmptyPrices({ names, answer: resolve });
  if (await promise) return;
  for (const { row } of emptied) {
    delete row.data.price;
    plan.cells--;
  }
  plan.rows = plan.rows.filter(({ data }) => Object.keys(data).length > 0);
}
