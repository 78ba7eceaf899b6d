import { expect, test } from "bun:test";
import { SqliteVersions } from "./sqlite/sqlite-versions.ts";

test("after 100,000 scopes the versions start over, and no used version is repeated", () => {
  const versions = new SqliteVersions();
  versions.touch("items:1");
  const before = versions.ofScope("items:1");
  const untouched = versions.ofScope("items:0");
  for (let key = 2; key <= 100_000; key++) versions.touch(`items:${key}`);
  expect(versions.ofScope("items:1")).toBe(before);
  versions.touch("items:100001");
  expect(versions.ofScope("items:1")).not.toBe(before);
  expect(versions.ofScope("items:0")).not.toBe(untouched);
  versions.touch("items:1");
  expect(versions.ofScope("items:1")).not.toBe(before);
});

test("a move or a deletion changes the state of every row, and no state is repeated", () => {
  const versions = new SqliteVersions();
  const given = new Set<number>();
  for (let write = 0; write < 1_000; write++) {
    given.add(versions.version("row:7"));
    versions.touch("row:7");
    given.add(versions.version("row:7"));
    versions.touchShape();
  }
  given.add(versions.version("row:7"));
  expect(given.size).toBe(2_001);
});
