import { expect, test } from "bun:test";
import { lacksOf } from "./lacks.ts";

const lamp = { name: "Lamp", price: 5, imgs: ["/lamp.png"] };

test("an item lacks what a buyer looks for", () => {
  expect(lacksOf(lamp, " (copy)")).toEqual([]);
  expect(lacksOf({ ...lamp, price: 0 }, " (copy)")).toEqual(["price"]);
  expect(lacksOf({ ...lamp, imgs: [] }, " (copy)")).toEqual(["picture"]);
});

test("the name that it was given, or that of what it was copied from, is not its own", () => {
  expect(lacksOf({ ...lamp, name: "New item" }, " (copy)")).toEqual(["name"]);
  expect(lacksOf({ ...lamp, name: "Lamp (copy)" }, " (copy)")).toEqual(["name"]);
  expect(lacksOf({ ...lamp, name: "New items of May" }, " (copy)")).toEqual([]);
});
