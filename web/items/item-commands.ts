import type { Item, ItemPatch } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import { api, keys, queryClient } from "../api.ts";
import { changeSetOf } from "../changes/undo.ts";
import { textNow } from "../i18n/i18n.ts";
import { placeAmong } from "../tree/place.ts";
import { countItems } from "../tree/tree-data.ts";
import { addItem, collectItems, type Progress, refreshItems } from "./items-data.ts";

function refreshAllItems() {
  void queryClient.invalidateQueries({ queryKey: ["items"] });
  void queryClient.invalidateQueries({ queryKey: ["item"] });
}

/** Answers with the names of the changes, for taking them back. */
export async function bulkUpdate(ids: string[], data: ItemPatch, progress: Progress): Promise<string[]> {
  const changeSets: string[] = [];
  for (let start = 0; start < ids.length; start += limits.bulkIds) {
    const itemIds = ids.slice(start, start + limits.bulkIds);
    changeSets.push(...changeSetOf(await api.bulkUpdateItems({ body: { itemIds, data } })));
    progress(Math.min(ids.length, start + limits.bulkIds), ids.length);
  }
  refreshAllItems();
  return changeSets;
}

export async function moveItems(projectId: string, items: Item[], subcategoryId: string, progress: Progress) {
  const moved = items.filter((item) => item.subcategoryId !== subcategoryId);
  const changeSets = await bulkUpdate(
    moved.map((item) => item.id),
    { subcategoryId },
    progress,
  );
  for (const item of moved) countItems(projectId, item.subcategoryId, -1);
  countItems(projectId, subcategoryId, moved.length);
  return changeSets;
}

export async function copyItems(projectId: string, items: Item[], subcategoryId: string, progress: Progress) {
  for (const [index, { id: _, comments: __, subcategoryId: from, ...fields }] of items.entries()) {
    const name = from === subcategoryId ? textNow().items.copyOf(fields.name) : fields.name;
    await addItem(projectId, subcategoryId, { ...fields, name });
    progress(index + 1, items.length);
  }
}

export async function deleteItems(projectId: string, items: Item[], progress: Progress) {
  const changeSets: string[] = [];
  for (const [index, item] of items.entries()) {
    changeSets.push(...changeSetOf(await api.deleteItem({ params: { itemId: item.id } })));
    countItems(projectId, item.subcategoryId, -1);
    progress(index + 1, items.length);
  }
  void queryClient.invalidateQueries({ queryKey: ["items"] });
  return changeSets;
}

/**
 * Puts `moved` at `index` of its list. Where the neighbours have the same priority, everything from there on that
 * shares it gets the next one in a single bulk call: equals keep the order in which they were created.
 */
export async function placeItem(moved: Item, before: Item | undefined, after: Item | undefined) {
  if (before && after && before.priority === after.priority) {
    const { subcategoryId } = moved;
    const all = await collectItems(subcategoryId, { search: "", visible: undefined, tags: "" }, () => {});
    const from = all.findIndex((item) => item.id === after.id);
    const equals = all.slice(from).filter((item) => item.priority === after.priority && item.id !== moved.id);
    const next = all.find((item) => item.priority > after.priority)?.priority ?? after.priority + 2;
    const step = (next - after.priority) / 3;
    await bulkUpdate(
      equals.map((item) => item.id),
      { priority: after.priority + 2 * step },
      () => {},
    );
    await api.updateItem({ params: { itemId: moved.id }, body: { priority: after.priority + step } });
  } else {
    const others = [before, after].flatMap((item) => (item ? [{ key: item.id, priority: item.priority }] : []));
    const [write] = placeAmong(others, moved.id, before ? 1 : 0);
    await api.updateItem({ params: { itemId: moved.id }, body: { priority: write?.priority ?? 0 } });
  }
  void queryClient.invalidateQueries({ queryKey: keys.item(moved.id) });
  await refreshItems(moved.subcategoryId);
}
