import type { Item } from "../../contract/items.ts";
import { saving } from "../saving/saving.ts";
import { candidateOf, mayShow } from "./grid/showing.ts";

/** Shows an item in the shop, or hides it. */
export async function toggleVisible(item: Item, etag: string | undefined) {
  const record = { kind: "item", id: item.id } as const;
  const draft = saving.view(record, "visible").draft;
  const now = draft ? (draft.value as boolean) : item.visible;
  if (!now && !(await mayShow([candidateOf(item)]))) return;
  saving.edit(record, "visible", !now, item.visible, etag);
  saving.flush(record);
}
