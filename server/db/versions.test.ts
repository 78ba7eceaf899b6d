import { expect, test } from "bun:test";
import { SqliteVersions } from "./sqlite/sqlite-versions.ts";

test("past 100,000 scopes the versions start over, and none that was given out comes again", () => {
  const versions = new SqliteVersions();
  versions.touch("items:1");
  const before = versions.version("items:1");
  const untouched = versions.version("items:0");
  for (let key = 2; key <= 100_000; key++) versions.touch(`items:${key}`);
  expect(versions.version("items:1")).toBe(before);
  versions.touch("items:100001");
  expect(versions.version("items:1")).not.toBe(before);
  expect(versions.version("items:0")).not.toBe(untouched);
  versions.touch("items:1");
  expect(versions.version("items:1")).not.toBe(before);
});

test("after more deletions and moves than anybody makes, each state of a row still has a version of its own", () => {
  const versions = new SqliteVersions();
  const given = new Set<number>();
  const moves = 3_000_000;
  for (let move = 0; move < moves; move++) versions.touchShape();
  for (let write = 0; write < 1_000; write++) {
    given.add(versions.of(7));
    versions.touchRow(7);
    given.add(versions.of(7));
    versions.touchShape();
  }
  given.add(versions.of(7));
  expect(given.size).toBe(2_001);
  for (const version of given) expect(Number.isSafeInteger(version)).toBe(true);
});
