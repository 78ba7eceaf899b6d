import { createClient } from "../../contract/client.ts";
import { eventsPath } from "../../contract/live.ts";
import type { Random } from "../support/random.ts";
import { until } from "../support/until.ts";
import { listen, type SseClient, type SseEvent } from "./sse-client.ts";

type Work = { projectId: string; readers: number; cutsEach: number; writers: number; leastWrites: number };

export type Followed = {
  /** The ids of the change events that each reader received, in order. */
  readers: string[][];
  cuts: number;
};

/**
 * Writers write through all nodes while readers are cut off again and again. Each time they reconnect with Last-Event-ID
 * to any node. Ends when every reader has seen the last change.
 */
export async function cutAndResume(nodes: readonly string[], random: Random, work: Work): Promise<Followed> {
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
  const collect = (client: SseClient, seen: string[]) => {
    for (const { event, id } of client.events) if (event === "change") seen.push(id as string);
    for (const { event } of client.events) if (event === "reset") throw new Error("The reader was reset.");
  };
  const cutOff = async (first: SseClient, index: number) => {
    const seen: string[] = [];
    let client = first;
    for (let cut = 0; cut < work.cutsEach; cut++) {
      // A cut may come at any moment of a stream; nothing depends on this time.
      await Bun.sleep(random.below(12));
      client.close();
      collect(client, seen);
      cuts++;
      client = await listen(node(index + cut) + eventsPath(work.projectId), client.lastEventId);
    }
    return { client, seen };
  };
  const writers = Array.from({ length: work.writers }, (_, index) => write(index));
  const readers = await Promise.all(clients.map(cutOff));
  await until(() => writes >= work.leastWrites, "enough is written");
  running = false;
  await Promise.all(writers);
  const final = await api.updateCategory({ params: { categoryId: category.data.id }, body: { name: "The end" } });
  const isFinal = ({ data }: SseEvent) => (data as { after?: { name?: string } }).after?.name === final.data.name;
  for (const { client, seen } of readers) {
    await client.until(isFinal);
    client.close();
    collect(client, seen);
  }
  return { readers: readers.map(({ seen }) => seen), cuts };
}
