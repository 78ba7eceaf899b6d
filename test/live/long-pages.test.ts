import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventsPath } from "../../contract/live.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { listen } from "./sse-client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test("a client that missed more than one page of changes gets every change once, in order", async () => {
  const url = app.url + eventsPath("shop");
  const first = await listen(url);
  await first.until(({ event }) => event === "ready");
  first.close();
  const { data: category } = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Long" } });
  const params = { categoryId: category.id };
  const { data: leaf } = await app.api.createSubcategory({ params, body: { name: "Long" } });
  // About 15,000 characters each: a hundred of them would be a page of 1.5 MB.
  const body = { name: "Item", simpleDescription: "z".repeat(15_000) };
  const made: string[] = [];
  for (let i = 0; i < 120; i++) {
    made.push((await app.api.createItem({ params: { subcategoryId: leaf.id }, body })).data.id);
  }
  const back = await listen(url, first.lastEventId);
  await back.until(({ data }) => (data as { id?: string }).id === made.at(-1));
  const seen = back.events.filter(({ event }) => event === "change").map(({ data }) => (data as { id: string }).id);
  expect(seen).toEqual([category.id, leaf.id, ...made]);
  back.close();
});
