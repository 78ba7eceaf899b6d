import { createClient } from "../contract/client.ts";
import type { SeededCatalog } from "./seed-catalog.ts";

const clients = 16;
/** Few, so that the clients always compete for the same rows. */
const contested = 12;

export type MixedLoadResult = { requests: number; failures: Record<string, number>; lostUpdates: number };

/**
 * All kinds of writes at once on the same few rows, through all nodes in turn: comments, edits of single fields, bulk edits
 * in opposite orders, items that are created, moved and deleted, subcategories that move. No comment may be lost.
 */
export async function mixedLoad(urls: readonly string[], catalog: SeededCatalog, ms: number): Promise<MixedLoadResult> {
  const apis = urls.map((url) => createClient(url));
  const items = catalog.itemIds.slice(0, contested);
  const [leafA = "", leafB = "", nodeA = "", nodeB = ""] = catalog.leafIds;
  const end = performance.now() + ms;
  const failures: Record<string, number> = {};
  const comments = new Map(items.map((id) => [id, new Set<string>()]));
  let requests = 0;

  async function attempt(work: () => Promise<unknown>, expected: readonly number[] = []): Promise<void> {
    requests++;
    try {
      await work();
    } catch (error) {
      const status = (error as { status?: number }).status ?? 0;
      if (!expected.includes(status)) {
        const words = `${status} ${(error as Error).message.slice(0, 80)}`;
        failures[words] = (failures[words] ?? 0) + 1;
      }
    }
  }

  async function client(index: number): Promise<void> {
    for (let round = 0; performance.now() < end; round++) {
      const api = apis[(index + round) % apis.length] as (typeof apis)[0];
      const itemId = items[(index * 7 + round) % items.length] as string;
      await attempt(async () => {
        const text = `${index} ${round}`;
        const { data } = await api.createComment({ params: { itemId }, body: { text } });
        comments.get(itemId)?.add(data.id);
        // An item has a limited number of comments: the older half is deleted.
        if ((comments.get(itemId)?.size ?? 0) > 40) {
          const [oldest = ""] = comments.get(itemId) ?? [];
          comments.get(itemId)?.delete(oldest);
          await api.deleteComment({ params: { itemId, commentId: oldest } });
        }
      });
      await attempt(() => api.updateItem({ params: { itemId }, body: { price: round } }));
      if (round % 5 === 0) {
        const itemIds = index % 2 === 0 ? items : items.toReversed();
        await attempt(() => api.bulkUpdateItems({ body: { itemIds, data: { discount: round % 100 } } }));
      }
      if (round % 7 === 0) {
        await attempt(async () => {
          const { data } = await api.createItem({ params: { subcategoryId: leafA }, body: { name: "Passing" } });
          await api.updateItem({ params: { itemId: data.id }, body: { subcategoryId: leafB } });
          await api.deleteItem({ params: { itemId: data.id } });
        });
      }
      if (round % 11 === 0) {
        const [subcategoryId, parentId] = index % 2 === 0 ? [nodeA, nodeB] : [nodeB, nodeA];
        // Refusals are expected: leaves with items accept no children, and nothing moves below itself.
        await attempt(() => api.updateSubcategory({ params: { subcategoryId }, body: { parentId } }), [400]);
      }
      await attempt(() => api.listItems({ params: { subcategoryId: leafB } }));
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  let lostUpdates = 0;
  for (const [itemId, expected] of comments) {
    const found = await apis[0]?.getItem({ params: { itemId } });
    const there = new Set(found?.data.comments.map(({ id }) => id));
    for (const id of expected) if (!there.has(id)) lostUpdates++;
  }
  return { requests, failures, lostUpdates };
}
