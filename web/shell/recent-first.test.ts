import { describe, expect, test } from "bun:test";
import type { Found } from "../../contract/search.ts";
import { recentFirst } from "./recent-first.ts";
import { keyOf, type RecentKey } from "./recent-list.ts";

describe("results that were opened before", () => {
  const found = (name: string, id = name): Found => ({
    kind: "item",
    id,
    name,
    visible: true,
    img: "",
    price: null,
    match: name,
    language: null,
    matches: [],
    path: [],
  });
  const order = (typed: string, results: Found[], recents: RecentKey[]) =>
    recentFirst(results, typed, recents).map(({ id }) => id);
  const lamps = ["Lamp arm", "Lamp base", "Lamp cord", "Desk lamp"].map((name) => found(name));

  test("come first if their name begins with what was typed, the last opened before the others", () => {
    expect(order(" LAMP", lamps, ["item:Lamp cord", "item:Lamp base"])).toEqual([
      "Lamp cord",
      "Lamp base",
      "Lamp arm",
      "Desk lamp",
    ]);
  });

  test("stay where the search has put them if their name does not begin with it", () => {
    expect(order("lamp", lamps, ["item:Desk lamp"])).toEqual(lamps.map(({ id }) => id));
  });

  test("stay behind a name that is exactly what was typed, and come first among several such names", () => {
    const results = [found("Lamp", "one"), found("Lamp", "two"), ...lamps];
    expect(order("lamp", results, ["item:Lamp base"]).slice(0, 3)).toEqual(["one", "two", "Lamp base"]);
    expect(order("lamp", results, ["item:Lamp base", "item:two"]).slice(0, 3)).toEqual(["two", "one", "Lamp base"]);
  });

  test("are compared by the name that matched, in any language", () => {
    const tree = { ...found("Fir tree"), match: "Ёлка", language: "ru" };
    expect(order("ел", [found("Ель", "spruce"), tree], [keyOf(tree)])).toEqual(["Fir tree", "spruce"]);
  });

  test("keep the order of the search when nothing was opened", () => {
    expect(order("lamp", lamps, [])).toEqual(lamps.map(({ id }) => id));
  });
});
