import { expect, test } from "bun:test";
import { createTemporaryIds, isTemporary, temporaryId } from "./temporary-ids.ts";

test("a record has a temporary id until the service assigns one, and is found by both", () => {
  const ids = createTemporaryIds();
  const temporary = temporaryId();
  expect(isTemporary(temporary)).toBe(true);
  expect(ids.isUnmade(temporary)).toBe(true);
  ids.replace(temporary, "real");
  expect(ids.isUnmade(temporary)).toBe(false);
  expect([ids.realId(temporary), ids.firstId("real")]).toEqual(["real", temporary]);
  expect([ids.realId("other"), ids.firstId("other"), ids.isUnmade("other")]).toEqual(["other", "other", false]);
});

test("an id of an earlier page is found, and changes no temporary id on this one", () => {
  const ids = createTemporaryIds();
  ids.adopt("unsent:a", "real");
  expect([ids.realId("unsent:a"), ids.firstId("real")]).toEqual(["real", "real"]);
});

test("requests get the real ids for temporary ones, but only where the whole text is an id", () => {
  const ids = createTemporaryIds();
  ids.replace("unsent:a", "real");
  const requests = [{ params: { itemId: "unsent:a" }, body: { itemIds: ["unsent:a", "b"], name: "unsent:a b" } }];
  expect(ids.resolve(requests)).toEqual([
    { params: { itemId: "real" }, body: { itemIds: ["real", "b"], name: "unsent:a b" } },
  ]);
});

test("the last 10,000 ids are remembered", () => {
  const ids = createTemporaryIds();
  for (let at = 0; at <= 10_000; at++) ids.replace(`unsent:${at}`, `real${at}`);
  expect([ids.realId("unsent:0"), ids.firstId("real0")]).toEqual(["unsent:0", "real0"]);
  expect([ids.realId("unsent:1"), ids.firstId("real1")]).toEqual(["real1", "unsent:1"]);
});
