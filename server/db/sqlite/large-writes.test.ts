import { expect, test } from "bun:test";
import { join } from "node:path";
import { peakMemory } from "../../../test/support/peak-memory.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Tx } from "../db.ts";
import { sql } from "../sql.ts";
import { SqliteDb } from "./sqlite.ts";

/** More than a write may change beside others. */
const many = 1_100;

const catalog = async () => {
  const db = new SqliteDb(join(temporaryFolder(), "catalog.db"));
  const add = (tx: Tx, id: string, name = id) =>
    tx.run(sql`insert into projects (id, name, display_name, active, logo_url) values (${id}, ${name}, ${id}, 1, '')`);
  const addMany = async (tx: Tx) => {
    for (let at = 0; at < many; at++) await add(tx, `many ${at}`);
  };
  const seen = async () =>
    (await db.single.all<{ id: string }>(sql`select id from projects where id not like 'many %' order by key`)).map(
      ({ id }) => id,
    );
  const count = async () => (await db.single.get<{ n: number }>(sql`select count(*) as n from projects`))?.n;
  return { db, add, addMany, seen, count };
};

test("a large write runs again alone, between those that were asked for before and after it", async () => {
  const { db, add, addMany, seen, count } = await catalog();
  const order: string[] = [];
  const before = () => db.single.all<{ id: string }>(sql`select id from projects where id = 'before'`);
  const write = (id: string) =>
    db.write(async (tx) => {
      order.push(id);
      await add(tx, id);
    });
  await Promise.all([
    write("before"),
    db.write(async (tx) => {
      order.push("large");
      await add(tx, "large");
      await addMany(tx);
      // What was asked for before is committed by now.
      expect(await before()).toHaveLength(1);
    }),
    write("after"),
    write("after too"),
  ]);
  expect(order).toEqual(["before", "large", "large", "after", "after too"]);
  expect(await seen()).toEqual(["before", "large", "after", "after too"]);
  expect(await count()).toBe(many + 4);
  await db.close();
});

test("a large write that fails leaves nothing, and those beside it are written", async () => {
  const { db, add, addMany, seen, count } = await catalog();
  const results = await Promise.allSettled([
    db.write((tx) => add(tx, "before")),
    db.write(async (tx) => {
      await addMany(tx);
      throw new Error("no");
    }),
    db.write((tx) => add(tx, "after")),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await seen()).toEqual(["before", "after"]);
  expect(await count()).toBe(2);
  await db.close();
});

test("a large write that catches every error runs again all the same", async () => {
  const { db, add, addMany, count } = await catalog();
  await Promise.all([db.write((tx) => addMany(tx).catch(() => {})), db.write((tx) => add(tx, "after"))]);
  expect(await count()).toBe(many + 1);
  await db.close();
});

test("a write of few long values is a large one", async () => {
  const { db, add, seen } = await catalog();
  let runs = 0;
  const long = db.write(async (tx) => {
    runs++;
    await add(tx, "long");
    await tx.append({
      set_id: "long",
      project_key: 1,
      kind: "category",
      action: "update",
      entity_key: null,
      entity_id: "long",
      actor: "someone",
      at: 0,
      previous: null,
      before: "b".repeat(2_000_001),
      after: "a".repeat(2_000_000),
      from_key: null,
      to_key: null,
    });
  });
  await Promise.all([long, db.write((tx) => add(tx, "after"))]);
  expect(runs).toBe(2);
  expect(await seen()).toEqual(["long", "after"]);
  await db.close();
});

test.skipIf(peakMemory() === 0)("a write of 40 MB beside others takes no more memory than alone", async () => {
  const { db, add } = await catalog();
  const rows = 5_000;
  await db.write(async (tx) => {
    for (let at = 0; at < rows; at++) await add(tx, `${at}`, "a".repeat(8_000));
  });
  peakMemory();
  const quiet = peakMemory();
  const rename = (name: string) =>
    db.write(async (tx) => {
      for (let at = 0; at < rows; at++) await tx.run(sql`update projects set name = ${name} where id = ${`${at}`}`);
      if (name.startsWith("c")) throw new Error("no");
    });
  const small = () => db.write((tx) => add(tx, `beside ${Math.random()}`));
  await Promise.all([small(), rename("b".repeat(8_000)), small()]);
  await Promise.allSettled([small(), rename("c".repeat(8_000)), small()]);
  expect(peakMemory() - quiet).toBeLessThan(30);
  await db.close();
});

test.skipIf(peakMemory() === 0)("a file of 40 MB is rewritten in little memory", async () => {
  const { db, add } = await catalog();
  await db.write(async (tx) => {
    for (let at = 0; at < 5_000; at++) await add(tx, `${at}`, "a".repeat(8_000));
  });
  peakMemory();
  const quiet = peakMemory();
  expect(db.overwriteRemnants()).toBe(true);
  expect(peakMemory() - quiet).toBeLessThan(30);
  await db.close();
});
