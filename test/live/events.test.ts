import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ChangeEvent } from "../../contract/live.ts";
import { changeEvent, eventsPath } from "../../contract/live.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";
import { listen, type SseEvent } from "./sse-client.ts";

let app: TestApp;
let leaf: string;

beforeAll(async () => {
  app = await startApp();
  const category = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Phones" } });
  const subcategory = await app.api.createSubcategory({
    params: { categoryId: category.data.id },
    body: { id: "leaf", name: "Leaf" },
  });
  leaf = subcategory.data.id;
});

afterAll(() => app.stop());

const shop = () => app.url + eventsPath("shop");
const create = async (name: string) =>
  (await app.api.createItem({ params: { subcategoryId: leaf }, body: { name } })).data;
const changes = (events: readonly SseEvent[]) =>
  events.filter(({ event }) => event === "change").map(({ data }) => changeEvent.parse(data));
const isChange = (test: (change: ChangeEvent) => boolean) => (event: SseEvent) =>
  event.event === "change" && test(event.data as ChangeEvent);

describe("the event stream of a project", () => {
  test("starts with a retry, then with a ready event and its id", async () => {
    const client = await listen(shop());
    const ready = await client.until(({ event }) => event === "ready");
    expect(client.retryMs).toBeGreaterThanOrEqual(1000);
    expect(ready.id).toMatch(/^[0-9a-z]+-[0-9a-z]+-[0-9a-z]+$/);
    expect(changes(client.events)).toEqual([]);
    client.close();
  });

  test("reports a creation, a change, a new id and a deletion, with the changed values", async () => {
    const client = await listen(shop());
    await client.until(({ event }) => event === "ready");
    const item = await create("Nokia");
    await app.api.updateItem({ params: { itemId: item.id }, body: { price: 9.5 } });
    await app.api.updateSubcategory({ params: { subcategoryId: leaf }, body: { id: "leaf-2" } });
    await app.api.updateSubcategory({ params: { subcategoryId: "leaf-2" }, body: { id: leaf } });
    await app.api.deleteItem({ params: { itemId: item.id } });
    await client.until(isChange(({ action, id }) => action === "delete" && id === item.id));
    const [created, priced, renamed, , deleted] = changes(client.events);
    expect(created).toMatchObject({
      kind: "item",
      action: "create",
      id: item.id,
      after: { name: "Nokia" },
      before: {},
    });
    expect(created?.after.subcategoryId).toBe(leaf);
    expect(priced).toMatchObject({ action: "update", fields: ["price"], before: { price: 0 }, after: { price: 9.5 } });
    expect(renamed).toMatchObject({ kind: "subcategory", id: leaf, before: { id: leaf }, after: { id: "leaf-2" } });
    expect(deleted).toMatchObject({ kind: "item", action: "delete", before: { subcategoryId: leaf } });
    expect(new Set(changes(client.events).map(({ changeSetId }) => changeSetId)).size).toBe(5);
    client.close();
  });

  test("reports a bulk edit as one change set", async () => {
    const items = [await create("One"), await create("Two"), await create("Three")];
    const client = await listen(shop());
    await client.until(({ event }) => event === "ready");
    await app.api.bulkUpdateItems({ body: { itemIds: items.map(({ id }) => id), data: { discount: 5 } } });
    await client.until(isChange(({ id }) => id === items[2]?.id));
    expect(changes(client.events).map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(new Set(changes(client.events).map(({ changeSetId }) => changeSetId)).size).toBe(1);
    client.close();
  });

  test("omits a long text but names it, and includes the small values", async () => {
    const client = await listen(shop());
    await client.until(({ event }) => event === "ready");
    const item = await create("Long");
    const simpleDescription = "x".repeat(20_000);
    await app.api.updateItem({ params: { itemId: item.id }, body: { simpleDescription, price: 3 } });
    const { data } = await client.until(isChange(({ action, id }) => action === "update" && id === item.id));
    expect(data).toMatchObject({ fields: expect.arrayContaining(["simpleDescription", "price"]), after: { price: 3 } });
    expect((data as ChangeEvent).after.simpleDescription).toBeUndefined();
    client.close();
  });

  test("includes a change that is too large for a page", async () => {
    const client = await listen(shop());
    await client.until(({ event }) => event === "ready");
    const item = await create("Huge");
    const description = Array.from({ length: 20 }, (_, i) => ({ key: `k${i}`, value: "y".repeat(9_000) }));
    await app.api.updateItem({ params: { itemId: item.id }, body: { description, quantity: 4 } });
    const { data } = await client.until(isChange(({ action, id }) => action === "update" && id === item.id));
    expect((data as ChangeEvent).fields.sort()).toEqual(["description", "quantity"]);
    expect((data as ChangeEvent).after).toEqual({ quantity: 4 });
    client.close();
  });

  test("has nothing of another project", async () => {
    const client = await listen(app.url + eventsPath("other"));
    await client.until(({ event }) => event === "ready");
    await create("Not yours");
    const { data } = await app.api.createCategory({ params: { projectId: "other" }, body: { name: "Mine" } });
    await client.until(isChange(({ id }) => id === data.id));
    expect(changes(client.events)).toHaveLength(1);
    client.close();
  });

  test("is a 404 for an unknown project, and HEAD leaves no listener", async () => {
    expect((await fetch(app.url + eventsPath("nowhere"))).status).toBe(404);
    const head = await fetch(shop(), { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-type")).toBe("text/event-stream");
    const metrics = async () => (await fetch(`${app.url}/metrics`)).text();
    await until(async () => (await metrics()).includes("\nlive_listeners 0\n"), "there are no listeners");
  });
});

describe("reconnecting", () => {
  test("sends exactly the missed events, by header and by query", async () => {
    const first = await listen(shop());
    await first.until(({ event }) => event === "ready");
    const seen = await create("Seen");
    await first.until(isChange(({ id }) => id === seen.id));
    first.close();
    const missed = [];
    for (let i = 0; i < 250; i++) missed.push((await create(`Missed ${i}`)).id);
    const id = first.lastEventId as string;
    const byQuery = await listen(`${shop()}?lastEventId=${id}`);
    const byHeader = await listen(`${shop()}?lastEventId=nonsense`, id);
    const later = await create("Later");
    for (const client of [byQuery, byHeader]) {
      await client.until(isChange((change) => change.id === later.id));
      expect(changes(client.events).map((change) => change.id)).toEqual([...missed, later.id]);
      client.close();
    }
  });

  test("from before the first change of an empty project misses nothing", async () => {
    const fresh = await startApp();
    const first = await listen(fresh.url + eventsPath("other"));
    await first.until(({ event }) => event === "ready");
    first.close();
    const { data } = await fresh.api.createCategory({ params: { projectId: "other" }, body: { name: "First" } });
    const second = await listen(fresh.url + eventsPath("other"), first.lastEventId);
    await second.until(isChange(({ id }) => id === data.id));
    expect(second.events[0]?.event).toBe("ready");
    second.close();
    await fresh.stop();
  });

  test("with an id that is no longer in the log gets a reset, and then new events", async () => {
    const fresh = await startApp();
    const category = await fresh.api.createCategory({ params: { projectId: "shop" }, body: { name: "Old" } });
    const first = await listen(fresh.url + eventsPath("shop"));
    await first.until(({ event }) => event === "ready");
    first.close();
    for (let i = 0; i < 3; i++) {
      await fresh.api.updateCategory({ params: { categoryId: category.data.id }, body: { priority: i + 1 } });
    }
    await fresh.db.write(async (tx) => {
      await tx.run({ text: "delete from changes where seq <= 2", values: [] });
      await tx.run({ text: "insert into pruned_log (key, up_to) values (1, 2)", values: [] });
    });
    const quiet = await listen(fresh.url + eventsPath("other"));
    await quiet.until(({ event }) => event === "ready");
    for (const id of [first.lastEventId, "nonsense", "0-zzzz-1"]) {
      const client = await listen(fresh.url + eventsPath("shop"), id);
      const reset = await client.until(({ event }) => event !== "presence");
      expect(reset.event).toBe("reset");
      await fresh.api.updateCategory({ params: { categoryId: category.data.id }, body: { name: `After ${id}` } });
      await client.until(isChange(({ after }) => after.name === `After ${id}`));
      expect(changes(client.events)).toHaveLength(1);
      client.close();
    }
    // A client that missed nothing gets no reset, even though everything that it has seen was pruned.
    const { data: mine } = await fresh.api.createCategory({ params: { projectId: "other" }, body: { name: "Mine" } });
    await quiet.until(isChange(({ id }) => id === mine.id));
    quiet.close();
    expect(quiet.events.map(({ event }) => event)).not.toContain("reset");
    const back = await listen(fresh.url + eventsPath("other"), quiet.lastEventId);
    expect((await back.until(({ event }) => event !== "presence")).event).toBe("ready");
    back.close();
    await fresh.stop();
  });
});

test("a listener gets a reset when a backup is restored, and then new events", async () => {
  const fresh = await startApp();
  const { data } = await fresh.api.createCategory({ params: { projectId: "shop" }, body: { name: "Kept" } });
  const client = await listen(fresh.url + eventsPath("shop"));
  const lost = await fresh.api.createCategory({ params: { projectId: "shop" }, body: { name: "Lost" } });
  // Who has not seen the change yet misses nothing when it goes.
  await client.until(isChange(({ id }) => id === lost.data.id));
  await fresh.db.write(async (tx) => {
    await tx.run({ text: "delete from changes where entity_id = ?", values: [lost.data.id] });
    await tx.run({ text: "delete from categories where id = ?", values: [lost.data.id] });
  });
  await client.until(({ event }) => event === "reset");
  await fresh.api.updateCategory({ params: { categoryId: data.id }, body: { name: "After" } });
  await client.until(isChange(({ after }) => after.name === "After"));
  expect(client.events.filter(({ event }) => event === "reset")).toHaveLength(1);
  client.close();
  await fresh.stop();
});
