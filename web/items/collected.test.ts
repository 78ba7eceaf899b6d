import { expect, test } from "bun:test";
import type { Item } from "../../contract/items.ts";
import { collected, rememberCollected } from "./collected.ts";
import { clearSelection, pick } from "./selection.ts";

const item = (id: string, simpleDescription = "") =>
  ({
    id,
    name: id,
    price: 5,
    tags: ["a"],
    simpleDescription,
    description: { blocks: [] },
    comments: [],
  }) as never as Item;

test("collected items stay while something is selected, without fields that a bulk edit cannot change", () => {
  rememberCollected([item("one"), item("two")]);
  pick(["one", "two"], true);
  expect(collected("two")).toMatchObject({ id: "two", name: "two", price: 5, tags: ["a"] });
  expect(collected("two")).not.toHaveProperty("description");
  pick(["one"], false);
  expect(collected("one")).toBeDefined();
  clearSelection();
  expect(collected("two")).toBeUndefined();
});

test("no more of them than fit", () => {
  pick(["0"], true);
  rememberCollected(Array.from({ length: 1_000 }, (_, i) => item(`${i}`, "x".repeat(20_000))));
  expect(collected("0")).toBeDefined();
  expect(collected("700")).toBeDefined();
  expect(collected("850")).toBeUndefined();
  rememberCollected([item("new")]);
  expect([collected("0"), collected("new")?.name]).toEqual([undefined, "new"]);
  clearSelection();
});
