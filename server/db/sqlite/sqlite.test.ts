import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { RowTx, Tx } from "../db.ts";
import type { LogEntry } from "../row-change.ts";
import { sql } from "../sql.ts";
import { SqliteDb } from "./sqlite.ts";
import { openDatabase } from "./sqlite-file.ts";

/** Writes that are requested in the same turn are one batch. These tests are about what they see of each other, and about failures. */
describe("a batch of writes", () => {
  let db: SqliteDb;
  beforeAll(() => {
    db = new SqliteDb(join(temporaryFolder(), "catalog.db"));
  });
  afterAll(() => db.close());

  const project = async (tx: Tx, id: string) =>
    tx.run(sql`insert into projects (id, name, display_name, active, logo_url) values (${id}, ${id}, ${id}, 1, '')`);
  const entry = (set: string, key: number | null = null): LogEntry => ({
    set_id: set,
    project_key: 1,
    kind: "category",
    action: key === null ? "create" : "update",
    entity_key: key,
    entity_id: set,
    actor: "someone",
    at: 0,
    previous: null,
    before: "{}",
    after: "{}",
    from_key: null,
    to_key: null,
  });
  const category = (tx: RowTx, id: string, name = "as made") =>
    tx.change({
      entry: entry(id),
      table: "categories",
      columns: { id, project_key: 1, name, visible: 1, priority: 0, img: "", translations: "{}", stale: "{}" },
      scopes: ["project:1"],
    });
  type Category = { key: number; version: number; name: string };
  const byId = (id: string) => sql`select key, name, version from categories where id = ${id}`;
  const nameOf = async (id: string) => (await db.single.get<Category>(byId(id)))?.name;
  const lastNumber = async () =>
    (await db.single.get<{ last: number }>(sql`select max(seq) as last from changes`))?.last;
  const reasons = async (writes: Promise<unknown>[]) =>
    (await Promise.allSettled(writes)).map((result) => (result.status === "rejected" ? String(result.reason) : "done"));

  test("can create the first project", async () => {
    await db.write((tx) => project(tx, "project"));
    expect(await db.single.all(sql`select key from projects`)).toEqual([{ key: 1 }]);
  });

  test("a read sees earlier changes of its own write and of the others", async () => {
    const [, seen] = await Promise.all([
      db.write((tx) => category(tx, "first")),
      db.write(async (tx) => {
        await category(tx, "second");
        return tx.all<{ id: string }>(sql`select id from categories order by key`);
      }),
    ]);
    expect(seen.map(({ id }) => id)).toEqual(["first", "second"]);
  });

  test("holding a row that the batch has already changed returns its latest state, and the last change wins", async () => {
    const rename = (name: string) =>
      db.changeRow(async (tx) => {
        const row = await tx.hold<Category>("categories", "first", byId("first"), ["version"]);
        await tx.change({ entry: entry(name, row?.key), table: "categories", columns: { name }, scopes: [] });
        return row;
      });
    const [one, two, three] = await Promise.all([rename("one"), rename("two"), rename("three")]);
    expect([one?.name, two?.name, three?.name]).toEqual(["as made", "one", "two"]);
    expect(two?.version).toBeGreaterThan(one?.version ?? 0);
    expect(await nameOf("first")).toBe("three");
  });

  test("any other write sees the rows that were changed before it", async () => {
    const [key, seen, number] = await Promise.all([
      db.changeRow((tx) => category(tx, "made")),
      db.write((tx) => tx.get<Category>(byId("made"))),
      db.changeRow((tx) => category(tx, "made next")),
    ]);
    expect(seen).toEqual({ key, version: key, name: "as made" });
    expect(number).toBe(key + 1);
  });

  test("the next number comes after one that was set explicitly", async () => {
    const number = await db.write(async (tx) => {
      const first = await tx.append(entry("before the copy"));
      await tx.run(
        sql`insert into changes (seq, set_id, project_key, kind, action, entity_id, actor, at, before, after)
          values (${first + 100}, 'copied', 1, 'category', 'create', 'copied', 'someone', 0, '{}', '{}')`,
      );
      return (await tx.append(entry("after the copy"))) - first;
    });
    expect(number).toBe(101);
  });

  test("a change that fails late leaves nothing, not even a gap in the numbers", async () => {
    const last = (await lastNumber()) ?? 0;
    const results = await reasons([
      db.changeRow((tx) => category(tx, "kept")),
      db.changeRow(async (tx) => {
        await category(tx, "dropped");
        throw new Error("no");
      }),
      db.changeRow((tx) => category(tx, "kept too")),
    ]);
    expect(results).toEqual(["done", "Error: no", "done"]);
    expect(await nameOf("dropped")).toBeUndefined();
    expect(await nameOf("kept too")).toBe("as made");
    expect(await lastNumber()).toBe(last + 2);
  });

  test("a change of one row that changes a second is refused", async () => {
    const results = await reasons([
      db.changeRow(async (tx) => {
        await category(tx, "first of two");
        await category(tx, "second of two");
      }),
    ]);
    expect(results[0]).toContain("changed a second one");
    expect(await nameOf("first of two")).toBeUndefined();
  });

  test("a write that fails halfway is rolled back alone, and no write runs again", async () => {
    let runs = 0;
    const results = await reasons([
      db.changeRow((tx) => {
        runs++;
        return category(tx, "before it");
      }),
      db.write(async (tx) => {
        await project(tx, "half");
        await category(tx, "half");
        throw new Error("no");
      }),
      db.write((tx) => {
        runs++;
        return category(tx, "after it");
      }),
    ]);
    expect(results).toEqual(["done", "Error: no", "done"]);
    expect(runs).toBe(2);
    expect(await nameOf("half")).toBeUndefined();
    expect(await db.single.get(sql`select key from projects where id = 'half'`)).toBeUndefined();
    expect([await nameOf("before it"), await nameOf("after it")]).toEqual(["as made", "as made"]);
  });

  test("a fault that is found only at the end of the batch fails only its own write", async () => {
    const results = await reasons([
      db.changeRow((tx) => category(tx, "good")),
      db.changeRow((tx) => category(tx, "first", "taken")),
      db.changeRow((tx) => category(tx, "good too")),
    ]);
    expect(results[0]).toBe("done");
    expect(results[1]).toContain("UNIQUE");
    expect(results[2]).toBe("done");
    expect([await nameOf("good"), await nameOf("first"), await nameOf("good too")]).toEqual([
      "as made",
      "three",
      "as made",
    ]);
    const { entries } = (await db.single.get<{ entries: number }>(
      sql`select count(*) as entries from changes where set_id in ('good', 'first', 'good too')`,
    )) ?? { entries: 0 };
    expect(entries).toBe(3); // The creation of "first", and the two good writes.
  });
});

test("a write of another process changes all versions, even for a batch without an earlier read", async () => {
  const file = join(temporaryFolder(), "catalog.db");
  const db = new SqliteDb(file);
  const other = openDatabase(file);
  const seen = () => db.write((tx) => tx.version("tree:7"));
  const before = await seen();
  expect(await seen()).toEqual(before);
  other.exec("create table of_another (x)");
  expect(await seen()).not.toBe(before);
  other.close();
  await db.close();
});
