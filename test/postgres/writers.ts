import { createClient } from "../../contract/client.ts";

type Written = { itemId: string; acknowledged: number; attempted: number };

/** The answers to the writers: the count of each status, and of 503 answers without Retry-After. */
type Answers = { statuses: Map<number, number>; withoutRetryAfter: number; lost: number };

/**
 * Writers that each increment the quantity of one item, one request after the other, on all addresses in turn. A number
 * is acknowledged when its 200 has arrived. It must not be lost, whatever happens to the database.
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

/** The acknowledged numbers that the catalog has lost; a test expects none. */
export async function lostWrites(url: string, written: readonly Written[]): Promise<string[]> {
  const api = createClient(url);
  const lost: string[] = [];
  for (const { itemId, acknowledged, attempted } of written) {
    const { quantity } = (await api.getItem({ params: { itemId } })).data;
    if (quantity < acknowledged || quantity > attempted) lost.push(`${itemId}: ${quantity}, not ${acknowledged}`);
  }
  return lost;
}

/** A new category of the project with a leaf and this many items. */
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
