import { describe, expect, test } from "bun:test";
import type { CatalogError } from "../../contract/client.ts";
import { chainOf, changesSinceVersion } from "../../server/log/changes.sql.ts";
import { prune } from "../../server/log/pruning.ts";
import { retentionJobs } from "../../server/retention.ts";
import { setOf, startHistoryApp } from "./history-scenario.ts";

const dayMs = 86_400_000;
const at = startHistoryApp();
const { item, patch, historyOf, changes } = at;

describe("retention", () => {
  const forever = {
    trashMs: 30 * dayMs,
    historyMs: Number.POSITIVE_INFINITY,
    historyBytes: Number.POSITIVE_INFINITY,
    auditMs: Number.POSITIVE_INFINITY,
  };
  const count = (table: string) =>
    at.app.db.read(async (reader) => {
      const row = await reader.get<{ n: number }>({ text: `select count(*) as n from ${table}`, values: [] });
      return row?.n ?? 0;
    });

  test("empties the trash after 30 days, and not before", async () => {
    await item();
    await at.app.api.deleteCategory({ params: { categoryId: at.category } });
    await prune(at.app.db, retentionJobs(forever), at.time + 30 * dayMs - 1);
    expect(await count("trash_items")).toBeGreaterThan(0);
    await prune(at.app.db, retentionJobs(forever), at.time + 30 * dayMs);
    const rows = await Promise.all(
      ["trash_items", "trash_subcategories", "trash_categories", "deletions"].map((table) => count(table)),
    );
    expect(rows).toEqual([0, 0, 0, 0]);
  });

  test("by age removes the oldest changes, but not the deletion of what can be restored", async () => {
    const id = await item({ price: 1 });
    const etag = (await at.app.api.getItem({ params: { itemId: id } })).etag as string;
    const doomed = await item();
    const deletion = await at.app.api.deleteItem({ params: { itemId: doomed } });
    await patch(id, { price: 2 });
    at.time += 10 * dayMs;
    await patch(id, { price: 3 });
    const pruned = await prune(at.app.db, retentionJobs({ ...forever, historyMs: 8 * dayMs }), at.time);
    expect(pruned.changes).toBeGreaterThan(2);
    const { entries, complete } = await historyOf(id);
    expect(entries).toHaveLength(1);
    expect(complete).toBe(false);
    expect((await changes({ limit: 500 })).complete).toBe(false);
    // The log does not go back to this version any more. The service cannot tell what changed, so it is a conflict.
    const problem = await at.app.api
      .updateItem({ params: { itemId: id }, body: { price: 9 }, ifMatch: etag })
      .catch((error: CatalogError) => error.problem);
    expect(problem).toMatchObject({ status: 412, conflicts: [{ field: "price", yours: 9, theirs: 3 }] });
    const { data } = await at.app.api.undoChanges({ params: { changeSetId: setOf(deletion) } });
    expect(data.undone).toMatchObject([{ id: doomed, action: "restore" }]);
    expect(await at.app.doctor()).toEqual([]);
  });

  test("by size keeps the newest changes, and all changes of the last week", async () => {
    const id = await item();
    for (let i = 0; i < 300; i++) await patch(id, { simpleDescription: `${i}`.padEnd(1_000, "x") });
    await prune(at.app.db, retentionJobs({ ...forever, historyBytes: 100_000 }), at.time);
    expect(await count("changes")).toBeGreaterThan(300);
    at.time += 8 * dayMs;
    await prune(at.app.db, retentionJobs({ ...forever, historyBytes: 100_000 }), at.time);
    const left = await count("changes");
    expect(left).toBeGreaterThan(20);
    expect(left).toBeLessThan(100);
    const version = await at.app.db.read(async (reader) => {
      const row = await reader.get<{ version: number }>({
        text: "select version from items where id = ?",
        values: [id],
      });
      return row?.version ?? 0;
    });
    const walked = await at.app.db.read(async (reader) => {
      let steps = 0;
      for await (const _ of chainOf(reader, version)) steps++;
      return { steps, since: await changesSinceVersion(reader, version, 1) };
    });
    expect(walked).toEqual({ steps: left, since: undefined });
  });
});
