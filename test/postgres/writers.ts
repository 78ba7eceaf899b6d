import { createClient } from "../../contract/client.ts";

type Written = { itemId: string; acknowledged: number; attempted: number };

/** What the writers were answered: how often each status, and whether a 503 ever came without Retry-After. */
type Answers = { statuses: Map<number, number>; withoutRetryAfter: number; lost: number };

/**
 * Writers that each count one item's quantity up, one request after the other, going round the addresses. A number is
 * acknowledged once its 200 has arrived; whatever happens to the database, it must not be gone afterwards.
 */
export function startWriters(urls: readonly string[], items: readonly string[]) {
  const answers: Answers = { statuses: new Map(), withoutRetryAfter: 0, lost: 0 };
  const written: Written[] = items.map((itemId) => ({ itemId, acknowledged: 0, attempted: 0 }));
  let stopped = false;
  let turn = 0;

  async function write(item: Written): Promise<void> {
    while (!stopped) {
      item.attempted++;
      try {
        const response = await fetch(`${urls[turn++ % urls.length]}/api/items/${item.itemId}`, {
          method: "PATCH",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ quantity: item.attempted }),
        });
        await response.arrayBuffer();
        answers.statuses.set(response.status, (answers.statuses.get(response.status) ?? 0) + 1);
        if (response.status === 200) item.acknowledged = item.attempted;
        else if (!response.headers.has("retry-after")) answers.withoutRetryAfter++;
        if (response.status !== 200) await Bun.sleep(20);
      } catch {
        answers.lost++;
        await Bun.sleep(20);
      }
    }
  }

  const running = written.map(write);
  return {
    answers,
    written,
    acknowledged: () => written.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/** The acknowledged numbers that the catalog no longer knows of; a test expects none. */
export async function lostWrites(url: string, written: readonly Written[]): Promise<string[]> {
  const api = createClient(url);
  const lost: string[] = [];
  for (const { itemId, acknowledged, attempted } of written) {
    const { quantity } = (await api.getItem({ params: { itemId } })).data;
    if (quantity < acknowledged || quantity > attempted) lost.push(`${itemId}: ${quantity}, not ${acknowledged}`);
  }
  return lost;
}

/** A leaf with so many items in a fresh category of the project. */
export async function makeItems(
  url: string,
  projectId: string,
  count: number,
): Promise<{ leaf: string; items: string[] }> {
  const api = createClient(url);
  const { id: categoryId } = (await api.createCategory({ params: { projectId }, body: { name: "Load" } })).data;
  const { id: leaf } = (await api.createSubcategory({ params: { categoryId }, body: { name: "Leaf" } })).data;
  const items: string[] = [];
  for (let index = 0; index < count; index++) {
    const { data } = await api.createItem({ params: { subcategoryId: leaf }, body: { name: `Item ${index}` } });
    items.push(data.id);
  }
  return { leaf, items };
}
