import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { sql } from "../sql.ts";
import { SqliteDb } from "./sqlite.ts";

const catalog = async () => {
  const db = new SqliteDb(join(temporaryFolder(), "catalog.db"));
  const add = (id: string) =>
    sql`insert into projects (id, name, display_name, active, logo_url) values (${id}, ${id}, ${id}, 1, '')`;
  await db.write((tx) => tx.run(add("before")));
  const projects = sql`select id from projects order by key`;
  const seen = async () => (await db.single.all<{ id: string }>(projects)).map(({ id }) => id);
  return { db, add, seen };
};

test("reads during a write see what was committed before it, and its versions", async () => {
  const { db, add, seen } = await catalog();
  const before = await db.single.version("project:1");
  const { promise: read, resolve } = Promise.withResolvers<void>();
  const written = db.write(async (tx) => {
    await tx.run(add("half"));
    tx.touch("project:1");
    expect(await tx.version("project:1")).toBeUndefined();
    await read;
    await tx.run(add("whole"));
  });
  // The batch begins in the next turn.
  await new Promise(setImmediate);
  expect(await seen()).toEqual(["before"]);
  expect(await db.single.version("project:1")).toBe(before);
  expect(db.localVersions.version("project:1")).toBe(before);
  resolve();
  await written;
  expect(await seen()).toEqual(["before", "half", "whole"]);
  expect(await db.single.version("project:1")).not.toBe(before);
  await db.close();
});

test("a write that fails after others had a turn leaves nothing", async () => {
  const { db, add, seen } = await catalog();
  const before = await db.single.version("project:1");
  const failed = db.write(async (tx) => {
    await tx.run(add("half"));
    tx.touch("project:1");
    await new Promise(setImmediate);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await seen()).toEqual(["before"]);
  await db.write((tx) => tx.run(add("next")));
  expect(await seen()).toEqual(["before", "next"]);
  expect(before).toBeDefined();
  await db.close();
});

test("a long write gives others their turns between its statements, and one after the other is written", async () => {
  const { db, add, seen } = await catalog();
  let turns = 0;
  let isWriting = true;
  const count = () => {
    turns++;
    if (isWriting) setImmediate(count);
  };
  setImmediate(count);
  const long = db.write(async (tx) => {
    for (let at = 0; at < 5; at++) {
      const until = performance.now() + 20;
      while (performance.now() < until);
      await tx.run(add(`long ${at}`));
    }
  });
  const next = db.write((tx) => tx.run(add("next")));
  await Promise.all([long, next]);
  isWriting = false;
  expect(turns).toBeGreaterThanOrEqual(5);
  expect((await seen()).slice(1)).toEqual(["long 0", "long 1", "long 2", "long 3", "long 4", "next"]);
  await db.close();
});
