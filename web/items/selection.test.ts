import { afterEach, expect, test } from "bun:test";
import { countOf } from "./picked.ts";
import { clearSelection, dropMatching, isPicked, pick, pickedOf, pickMatching, selectionStore } from "./selection.ts";

afterEach(clearSelection);

const picked = () => pickedOf(selectionStore.get());
const everything = { where: { projectId: "shop", picture: false }, count: 1_200 };

test("items are picked one by one", () => {
  pick(["a", "b"], true);
  pick(["a"], false);
  expect(picked()).toEqual({ ids: ["b"] });
  expect([isPicked(selectionStore.get(), "a"), isPicked(selectionStore.get(), "b")]).toEqual([false, true]);
});

test("everything that matches is picked, until one of it is dropped or the filters change", () => {
  pick(["a", "b"], true);
  pickMatching(everything);
  expect(picked()).toEqual(everything);
  expect(countOf(picked())).toBe(1_200);
  expect(isPicked(selectionStore.get(), "never seen")).toBe(true);
  pick(["b"], false);
  expect(picked()).toEqual({ ids: ["a"] });
  pickMatching(everything);
  dropMatching();
  expect(picked()).toEqual({ ids: ["a"] });
});
