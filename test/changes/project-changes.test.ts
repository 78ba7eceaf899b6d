import { describe, expect, spyOn, test } from "bun:test";
import type { CatalogError } from "../../contract/client.ts";
import { until } from "../support/until.ts";
import { setOf, startHistoryApp } from "./history-scenario.ts";

const at = startHistoryApp();
const { item, patch, changes, historyOf } = at;

describe("the changes of a project", () => {
  test("are filtered by kind, actor, time and field", async () => {
    const id = await item();
    at.time += 120_000;
    const since = new Date(at.time).toISOString();
    await patch(id, { price: 7 });
    await at.app.api.updateItem({
      params: { itemId: id },
      body: { translations: { ru: { name: "Имя" } } },
      merge: true,
    });
    const fields = async (query: object) =>
      (await changes({ since, ...query })).entries.map((entry) => entry.fields.map(({ field }) => field));
    expect(await fields({})).toEqual([["translations.ru.name"], ["price"]]);
    expect(await fields({ field: "price" })).toEqual([["price"]]);
    expect(await fields({ field: "translations" })).toEqual([["translations.ru.name"]]);
    expect(await fields({ field: "translations.ru.name" })).toEqual([["translations.ru.name"]]);
    expect(await fields({ field: "pric" })).toEqual([]);
    expect(await fields({ kind: "category" })).toEqual([]);
    expect(await fields({ actor: "somebody" })).toEqual([]);
    expect((await at.app.api.listChanges({ params: { projectId: "other" } })).data.entries).toEqual([]);
  });

  test("are filtered by action, by a time range, and by a value or a name", async () => {
    const began = at.time;
    const id = await item({ name: "Zwölf Lampen" });
    at.time += 3_600_000;
    await patch(id, { price: 77310.5 });
    at.time += 3_600_000;
    await patch(id, { simpleDescription: "Straßenbeleuchtung" });
    await at.app.api.deleteItem({ params: { itemId: id } });
    at.time += 3_600_000;
    await item({ name: "Later" });
    const since = new Date(began).toISOString();
    const seen = async (query: object) =>
      (await changes({ since, ...query })).entries.map(({ name, action }) => `${action} ${name}`);
    const lamps = ["delete Zwölf Lampen", "update Zwölf Lampen", "update Zwölf Lampen", "create Zwölf Lampen"];
    expect(await seen({})).toEqual(["create Later", ...lamps]);
    expect(await seen({ action: "delete" })).toEqual(lamps.slice(0, 1));
    expect(await seen({ action: "create" })).toEqual(["create Later", "create Zwölf Lampen"]);
    expect(await seen({ text: "ZWÖLF" })).toEqual(lamps);
    expect(await seen({ text: "strassen" })).toEqual(lamps.slice(0, 2));
    expect(await seen({ text: "77310.5" })).toEqual([...lamps.slice(0, 1), ...lamps.slice(2, 3)]);
    expect(await seen({ until: new Date(began + 3_600_001).toISOString() })).toEqual(lamps.slice(2));
    expect(await seen({ until: new Date(began).toISOString() })).toEqual([]);
    const own = async (query: object) => (await historyOf(id, query)).entries.map(({ action }) => action);
    expect(await own({ action: "update" })).toEqual(["update", "update"]);
    expect(await own({ field: "price" })).toEqual(["update"]);
    expect(await own({ text: "beleuchtung" })).toEqual(["delete", "update"]);
    expect(await own({ since: new Date(began + 7_200_000).toISOString() })).toEqual(["delete", "update"]);
    expect(await own({ until: new Date(began + 1).toISOString() })).toEqual(["create"]);
    expect(await own({ actor: "somebody" })).toEqual([]);
  });

  test("two searches run at a time and fifty wait; reading without a search never waits", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { read: reading } = at.app.db;
    const read = spyOn(at.app.db, "read").mockImplementation(async (work) => {
      await held;
      return reading.call(at.app.db, work) as never;
    });
    const calls = read.mock.calls;
    const statuses: number[] = [];
    const ask = async (query: string) =>
      statuses.push((await fetch(`${at.app.url}/api/projects/shop/changes?${query}`)).status);
    const searches = Array.from({ length: 60 }, () => ask("text=nowhere"));
    await until(() => statuses.length === 8, "the others are refused");
    expect(new Set(statuses)).toEqual(new Set([503]));
    const searched = calls.length;
    const plain = ask("limit=5");
    await until(() => calls.length > searched, "it is read right away");
    release();
    await Promise.all([...searches, plain]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(53);
    read.mockRestore();
  });

  test("a bulk edit is one entry", async () => {
    const itemIds = [await item(), await item(), await item()];
    at.time += 120_000;
    const bulk = await at.app.api.bulkUpdateItems({ body: { itemIds, data: { discount: 20 } } });
    const [entry] = (await changes()).entries;
    expect(entry).toMatchObject({ changeSetId: setOf(bulk), things: 3, summary: "3 items: discount: 0 → 20" });
  });

  test("several requests with one Change-Set are one entry, and one undo reverts them", async () => {
    const itemIds = [await item(), await item(), await item()];
    at.time += 120_000;
    const headers = { "Change-Set": "chunks00000000000" };
    for (const id of itemIds) {
      const answer = await at.app.api.bulkUpdateItems({ body: { itemIds: [id], data: { discount: 20 } }, headers });
      expect(setOf(answer)).toBe(headers["Change-Set"]);
    }
    expect((await changes()).entries[0]).toMatchObject({ changeSetId: headers["Change-Set"], things: 3 });
    const { data } = await at.app.api.undoChanges({ params: { changeSetId: headers["Change-Set"] } });
    expect(data.undone).toHaveLength(3);
    const bad = await at.app.api
      .bulkUpdateItems({ body: { itemIds, data: { discount: 1 } }, headers: { "Change-Set": "undo-mz2k7q1x4a0b1" } })
      .catch((error: CatalogError) => error.problem.code);
    expect(bad).toBe("change_set_invalid");
  });

  test("a bulk deletion is one set, and an undo restores the items as they were", async () => {
    const itemIds = [await item({ name: "One" }), await item({ name: "Two", tags: ["a"] }), await item()];
    const list = async () => (await at.app.api.listItems({ params: { subcategoryId: at.leaf } })).data;
    const before = await list();
    const deletion = await at.app.api.bulkDeleteItems({ body: { itemIds: [...itemIds, ...itemIds] } });
    expect((await list()).total).toBe(0);
    expect(await at.app.doctor()).toEqual([]);
    expect((await changes()).entries[0]).toMatchObject({ action: "delete", things: 3, summary: "3 items deleted" });
    await at.app.api.undoChanges({ params: { changeSetId: setOf(deletion) } });
    expect(await list()).toEqual(before);
    const unknown = await at.app.api
      .bulkDeleteItems({ body: { itemIds: [...itemIds, "none"] } })
      .catch((error: CatalogError) => error.problem);
    expect(unknown).toMatchObject({ code: "not_found", unknownIds: ["none"] });
    expect((await list()).total).toBe(3);
    expect(await at.app.doctor()).toEqual([]);
  });

  test("a bulk copy is one set, without comments, and an undo removes the copies", async () => {
    const original = await item({ name: "N".repeat(500), tags: ["a"], translations: { ru: { name: "Имя" } } });
    await at.app.api.createComment({ params: { itemId: original }, body: { text: "Good" } });
    const { data: before } = await at.app.api.getItem({ params: { itemId: original } });
    const body = { itemIds: [original], subcategoryId: at.leaf, nameSuffix: " (copy)" };
    const copied = await at.app.api.bulkCopyItems({ body });
    const [id = ""] = copied.data.itemIds;
    const { data: copy } = await at.app.api.getItem({ params: { itemId: id } });
    expect(copy).toEqual({ ...before, id, comments: [], name: `${"N".repeat(493)} (copy)` });
    expect(await at.app.doctor()).toEqual([]);
    await at.app.api.undoChanges({ params: { changeSetId: setOf(copied) } });
    expect((await at.app.api.listItems({ params: { subcategoryId: at.leaf } })).data.total).toBe(1);
  });

  test("pages have no gaps and no overlaps", async () => {
    const all = await changes({ limit: 500 });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await changes({ limit: 3, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.entries.map(({ changeSetId, id }) => `${changeSetId} ${id}`));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all.entries.map(({ changeSetId, id }) => `${changeSetId} ${id}`));
  });
});
