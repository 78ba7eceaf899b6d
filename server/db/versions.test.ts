import { expect, test } from "bun:test";
import { SqliteVersions } from "./sqlite-versions.ts";

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
