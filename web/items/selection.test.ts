import { afterEach, expect, test } from "bun:test";
import { countOf } from "../catalog/picked.ts";
import {
  clearSelection,
  dropMatching,
  isPicked,
  pick,
  pickedOf,
  pickMatching,
  renamePicked,
  selectionStore,
} from "./selection.ts";

afterEach(clearSelection);

const picked = () => pickedOf(selectionStore.get());
const everything = { where: { projectId: "shop", picture: false }, count: 1_200 };

test("items are picked one by one", () => {
  pick(["a", "b"], true);
  pick(["a"], false);
  expect(picked()).toEqual({ ids: ["b"] });
  expect([isPicked(selectionStore.get(), "a"), isPicked(selectionStore.get(), "b")]).toEqual([false, true]);
});

test("an item stays picked when the service gives it its own id", () => {
  pick(["unsent:a", "b"], true);
  renamePicked("unsent:a", "a");
  renamePicked("unsent:c", "c");
  expect(picked()).toEqual({ ids: ["b", "a"] });
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
