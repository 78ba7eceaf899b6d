import { createClient } from "../../contract/client.ts";
import { eventsPath } from "../../contract/live.ts";
import { listen } from "./sse-client.ts";

type Work = { projectId: string; readers: number; cutsEach: number; writers: number; leastWrites: number };

export type Followed = {
  /** The ids of the change events that each reader got, in order. */
  readers: string[][];
  cuts: number;
};

/**
 * Writers work through all nodes while readers are cut off again and again, each time coming back with
 * Last-Event-ID to any of the nodes. Ends when every reader has seen the very last change.
 */
export async function cutAndResume(nodes: readonly string[], work: Work): Promise<Followed> {
  const node = (index: number) => nodes[index % nodes.length] ?? "";
  const api = createClient(node(0));
  const category = await api.createCategory({ params: { projectId: work.projectId }, body: { name: "Race" } });
  const { data: leaf } = await api.createSubcategory({
    params: { categoryId: category.data.id },
    body: { name: "Race" },
  });
  let running = true;
  let writes = 0;
  const write = async (index: number) => {
    const client = createClient(node(index));
    while (running) {
      const { data: item } = await client.createItem({ params: { subcategoryId: leaf.id }, body: { name: "Item" } });
      await client.updateItem({ params: { itemId: item.id }, body: { price: index + 1 } });
      if (writes % 3 === 0) await client.deleteItem({ params: { itemId: item.id } });
      writes += 2;
    }
  };
  let cuts = 0;
  const starting = Array.from({ length: work.readers }, async (_, index) => {
    const client = await listen(node(index) + eventsPath(work.projectId));
    await client.until(({ event }) => event === "ready");
    return client;
  });
  const clients = await Promise.all(starting);
  const read = async (first: (typeof clients)[number], index: number, last: Promise<string>) => {
    const seen: string[] = [];
    const collect = (client: typeof first) => {
      for (const { event, id } of client.events) if (event === "change") seen.push(id as string);
      for (const { event } of client.events) if (event === "reset") throw new Error("The reader was reset.");
    };
    let client = first;
    for (let cut = 0; cut < work.cutsEach; cut++) {
      await Bun.sleep(Math.random() * 12);
      client.close();
      collect(client);
      cuts++;
      client = await listen(node(index + cut) + eventsPath(work.projectId), client.lastEventId);
    }
    const end = await last;
    await client.until(({ data }) => (data as { changeSetId?: string }).changeSetId === end, 20_000);
    client.close();
    collect(client);
    return seen;
  };
  const last = Promise.withResolvers<string>();
  const writers = Array.from({ length: work.writers }, (_, index) => write(index));
  const readers = clients.map((client, index) => read(client, index, last.promise));
  while (cuts < work.readers * work.cutsEach || writes < work.leastWrites) await Bun.sleep(20);
  running = false;
  await Promise.all(writers);
  const final = await api.updateCategory({ params: { categoryId: category.data.id }, body: { name: "The end" } });
  const witness = await listen(node(0) + eventsPath(work.projectId), clients[0]?.events[0]?.id);
  const { data } = await witness.until(
    ({ data }) => (data as { after?: { name?: string } }).after?.name === final.data.name,
    20_000,
  );
  witness.close();
  last.resolve((data as { changeSetId: string }).changeSetId);
  return { readers: await Promise.all(readers), cuts };
}
