import type { Item } from "../../contract/items.ts";
import { lacksNow, mayShow } from "../items/showing.ts";
import type { RowsPlan } from "./plan-rows.ts";

/** Asks before the shop shows items that lack something. Without a yes these stay hidden, and the rest is written. */
export async function askToShow(plan: RowsPlan, itemOf: (id: string) => Item | undefined): Promise<void> {
  const shown = plan.rows
    .filter(({ data }) => data.visible === true)
    .map((row) => {
      const { data, id } = row;
      const item = { name: "", price: 0, imgs: [], ...(id !== undefined && itemOf(id)), ...data, id };
      return { row, item };
    });
  if (await mayShow(shown.map(({ item }) => item))) return;
  for (const { row, item } of shown) {
    if (lacksNow(item).length === 0) continue;
    if (row.id === undefined) row.data.visible = false;
    else delete row.data.visible;
    plan.cells--;
  }
  plan.rows = plan.rows.filter(({ data }) => Object.keys(data).length > 0);
}
