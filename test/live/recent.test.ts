import { expect, test } from "bun:test";
import { eventsPath } from "../../contract/live.ts";
import { startApp } from "../start-app.ts";
import { listen } from "./sse-client.ts";

test("a client that has already read learns whether anything has changed since", async () => {
  let clock = Date.now();
  const app = await startApp({}, { now: () => clock });
  const shop = app.url + eventsPath("shop");
  const first = async (query: string, lastEventId?: string) => {
    const client = await listen(shop + query, lastEventId);
    const { event, data, id } = await client.until(() => true);
    client.close();
    return { event, data, id };
  };
  expect(await first("?recent=300")).toMatchObject({ event: "ready", data: { changed: false } });
  await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Phones" } });
  clock += 30_000;
  expect(await first("?recent=30")).toMatchObject({ event: "ready", data: { changed: true } });
  expect(await first("?recent=29")).toMatchObject({ event: "ready", data: { changed: false } });
  const plain = await first("");
  expect(plain).toMatchObject({ event: "ready", data: {} });
  // An EventSource reconnects to the same address, and gets all missed events.
  expect(await first("?recent=300", plain.id)).toEqual(plain);

  for (const wrong of ["0", "301", "1.5", "now"]) {
    const refused = await fetch(`${shop}?recent=${wrong}`);
    expect([wrong, refused.status]).toEqual([wrong, 400]);
    expect(await refused.text()).toContain("must be a whole number from 1 to 300");
  }
  await app.stop();
});
