import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Held, Tx } from "../db.ts";
import { sql, updateByKey } from "../sql.ts";
import { SqliteDb } from "./sqlite.ts";
import { openDatabase } from "./sqlite-file.ts";

/** Writes that are asked for in the same turn are one batch: what one of them sees of the others, and what a failure leaves. */
describe("a batch of writes", () => {
  let folder: string;
  let db: SqliteDb;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "batch-"));
    db = new SqliteDb(join(folder, "catalog.db"));
  });
  afterAll(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const project = async (tx: Tx, id: string) =>
    tx.run(sql`insert into projects (id, name, display_name, active, logo_url) values (${id}, ${id}, ${id}, 1, '')`);
  const entry = (tx: Tx, set: string) =>
    tx.insert(
      sql`insert into changes (set_id, project_key, kind, action, entity_key, entity_id, actor, at, previous, before, after)
        values (${set}, 1, 'category', 'create', null, ${set}, 'someone', 0, null, '{}', '{}')`,
      "seq",
    );
  const category = async (tx: Tx, id: string, name = "as made") => {
    const key = await entry(tx, id);
    await tx.post(
      sql`insert into categories (key, id, project_key, name, visible, priority, img, translations, version)
        values (${key}, ${id}, 1, ${name}, 1, 0, '', '{}', ${key})`,
    );
    return key;
  };
  type Category = Held & { name: string };
  const byId = (id: string) => sql`select key, name, version from categories where id = ${id}`;
  const nameOf = async (id: string) => (await db.once.get<Category>(byId(id)))?.name;
  const lastNumber = async () => (await db.once.get<{ last: number }>(sql`select max(seq) as last from changes`))?.last;
  const reasons = async (writes: Promise<unknown>[]) =>
    (await Promise.allSettled(writes)).map((result) => (result.status === "rejected" ? String(result.reason) : "done"));

  test("begins", async () => {
    await db.write((tx) => project(tx, "project"));
    expect(await db.once.all(sql`select key from projects`)).toEqual([{ key: 1 }]);
  });

  test("a read finds what was written before it, by its own write and by the others", async () => {
    const [, seen] = await Promise.all([
      db.write((tx) => category(tx, "first")),
      db.write(async (tx) => {
        await category(tx, "second");
        return tx.all<{ id: string }>(sql`select id from categories order by key`);
      }),
    ]);
    expect(seen.map(({ id }) => id)).toEqual(["first", "second"]);
  });

  test("who takes a row that the batch has changed already gets it as it is by then, and the last one stays", async () => {
    const rename = (name: string) =>
      db.write(async (tx) => {
        const row = await tx.take<Category>("categories", "first", byId("first"));
        const version = await entry(tx, name);
        await tx.post(updateByKey("categories", { name, version }, row?.key ?? 0));
        return row;
      });
    const [one, two, three] = await Promise.all([rename("one"), rename("two"), rename("three")]);
    expect([one?.name, two?.name, three?.name]).toEqual(["as made", "one", "two"]);
    expect(two?.version).toBeGreaterThan(one?.version ?? 0);
    expect(await nameOf("first")).toBe("three");
  });

  test("who takes a row that the batch has made finds it", async () => {
    const [key, row] = await Promise.all([
      db.write((tx) => category(tx, "made")),
      db.write((tx) => tx.take<Category>("categories", "made", byId("made"))),
    ]);
    expect(row?.key).toBe(key);
  });

  test("the next number comes after one that was given", async () => {
    const number = await db.write(async (tx) => {
      const first = await entry(tx, "before the copy");
      await tx.run(
        sql`insert into changes (seq, set_id, project_key, kind, action, entity_id, actor, at, before, after)
          values (${first + 100}, 'copied', 1, 'category', 'create', 'copied', 'someone', 0, '{}', '{}')`,
      );
      return (await entry(tx, "after the copy")) - first;
    });
    expect(number).toBe(101);
  });

  test("a write that fails before anything is written leaves nothing, not even a gap in the numbers", async () => {
    const last = (await lastNumber()) ?? 0;
    let runs = 0;
    const results = await reasons([
      db.write(async (tx) => {
        runs++;
        await category(tx, "kept");
      }),
      db.write(async (tx) => {
        await category(tx, "dropped");
        throw new Error("no");
      }),
      db.write((tx) => category(tx, "kept too")),
    ]);
    expect(results).toEqual(["done", "Error: no", "done"]);
    expect(runs).toBe(1);
    expect(await nameOf("dropped")).toBeUndefined();
    expect(await nameOf("kept too")).toBe("as made");
    expect(await lastNumber()).toBe(last + 2);
  });

  test("a write that fails halfway is undone alone: the others are run again without it", async () => {
    let runs = 0;
    const results = await reasons([
      db.write(async (tx) => {
        runs++;
        await category(tx, "before it");
      }),
      db.write(async (tx) => {
        await project(tx, "half");
        await category(tx, "half");
        throw new Error("no");
      }),
      db.write((tx) => category(tx, "after it")),
    ]);
    expect(results).toEqual(["done", "Error: no", "done"]);
    expect(runs).toBe(2);
    expect(await nameOf("half")).toBeUndefined();
    expect(await db.once.get(sql`select key from projects where id = 'half'`)).toBeUndefined();
    expect([await nameOf("before it"), await nameOf("after it")]).toEqual(["as made", "as made"]);
  });

  test("what is found wrong only at the end of the batch fails the write that asked for it, and no other", async () => {
    const results = await reasons([
      db.write((tx) => category(tx, "good")),
      db.write((tx) => category(tx, "first", "taken")),
      db.write((tx) => category(tx, "good too")),
    ]);
    expect(results[0]).toBe("done");
    expect(results[1]).toContain("UNIQUE");
    expect(results[2]).toBe("done");
    expect([await nameOf("good"), await nameOf("first"), await nameOf("good too")]).toEqual([
      "as made",
      "three",
      "as made",
    ]);
    const { entries } = (await db.once.get<{ entries: number }>(
      sql`select count(*) as entries from changes where set_id in ('good', 'first', 'good too')`,
    )) ?? { entries: 0 };
    expect(entries).toBe(3); // That of the category "first" as it was made, and of the two good ones.
  });
});

test("a write of another process makes all versions others, for a batch that begins with nothing read before it too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "data-version-"));
  const file = join(folder, "catalog.db");
  const db = new SqliteDb(file);
  const other = openDatabase(file);
  const seen = () =>
    db.write(async (tx) => [tx.rowVersions?.of(7), await tx.version("tree:7"), tx.rowVersions?.ofScope("tree:7")]);
  const before = await seen();
  expect(await seen()).toEqual(before);
  other.exec("create table of_another (x)");
  const after = await seen();
  for (const [index, version] of before.entries()) expect(after[index]).not.toBe(version);
  other.close();
  await db.close();
  rmSync(folder, { recursive: true });
});
