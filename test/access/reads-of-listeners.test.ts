import { expect, test } from "bun:test";
import { eventsPath } from "../../contract/live.ts";
import { listen, type SseClient } from "../live/sse-client.ts";
import { TestClock } from "../test-clock.ts";
import { json, startAccessApp } from "./access-scenario.ts";

test("the number of database reads does not grow with the listeners, not even when someone's access changes", async () => {
  const own = await startAccessApp({}, { clock: new TestClock() });
  const listening: { stream: SseClient; id: string }[] = [];
  for (let i = 0; i < 100; i++) {
    const { id, secret } = await own.key({ role: "viewer", project: "shop" });
    const stream = await listen(own.url + eventsPath("shop"), undefined, { authorization: `Bearer ${secret}` });
    listening.push({ stream, id });
  }
  const [changed] = listening;
  const allHear = async (name: string) => {
    const { id } = (await own.admin.api.createCategory({ params: { projectId: "shop" }, body: { name } })).data;
    for (const { stream } of listening) await stream.until(({ data }) => (data as { id?: string }).id === id);
  };
  await allHear("First");
  const read = own.db.read.bind(own.db);
  let reads = 0;
  own.db.read = (work) => {
    reads++;
    return read(work);
  };
  await allHear("Second");
  await own.admin.send(`/api/keys/${changed?.id}`, json("PATCH", { grants: [{ role: "editor", project: "shop" }] }));
  await allHear("Third");
  expect(reads).toBeLessThan(listening.length);
  for (const { stream } of listening) stream.close();
  await own.stop();
});
