import { expect, test } from "bun:test";
import type { Scope } from "./scope.ts";
import { SqliteVersions } from "./sqlite/sqlite-versions.ts";

const changed = (versions: SqliteVersions, scope: Scope) => {
  versions.touch(scope);
  versions.commit();
};

test("after 100,000 scopes the versions start over, and no used version is repeated", () => {
  const versions = new SqliteVersions();
  changed(versions, "items:1");
  const before = versions.ofScope("items:1");
  const untouched = versions.ofScope("items:0");
  for (let key = 2; key <= 100_000; key++) changed(versions, `items:${key}`);
  expect(versions.ofScope("items:1")).toBe(before);
  changed(versions, "items:100001");
  expect(versions.ofScope("items:1")).not.toBe(before);
  expect(versions.ofScope("items:0")).not.toBe(untouched);
  changed(versions, "items:1");
  expect(versions.ofScope("items:1")).not.toBe(before);
});

test("what a transaction touches counts from its commit on, and not at all if it is rolled back", () => {
  const versions = new SqliteVersions();
  const before = versions.version("items:1");
  versions.touch("items:1");
  versions.touchShape();
  expect(versions.version("items:1")).toBe(before);
  expect(versions.ofUntouched("items:1")).toBeUndefined();
  expect(versions.ofUntouched("items:2")).toBe(versions.ofScope("items:2"));
  versions.rollBack();
  versions.commit();
  expect(versions.version("items:1")).toBe(before);
  expect(versions.ofUntouched("items:1")).toBe(before);
});

test("a move or a deletion changes the state of every row, and no state is repeated", () => {
  const versions = new SqliteVersions();
  const given = new Set<number>();
  for (let write = 0; write < 1_000; write++) {
    given.add(versions.version("row:7"));
    changed(versions, "row:7");
    given.add(versions.version("row:7"));
    versions.touchShape();
    versions.commit();
  }
  given.add(versions.version("row:7"));
  expect(given.size).toBe(2_001);
});
