import { describe, expect, test } from "bun:test";
import type { Category, Subcategory } from "../../contract/categories.ts";
import { prioritiesAt } from "./priorities.ts";
import {
  addressOf,
  filterTree,
  inOrder,
  isWithin,
  moveNode,
  removeNode,
  renameNode,
  subtree,
  treeFrom,
  visibleRows,
} from "./tree.ts";

const sub = (id: string, parentId: string, subcategories: Subcategory[] = [], priority = 0): Subcategory => ({
  id,
  name: id,
  visible: true,
  priority,
  img: "",
  translations: {},
  categoryId: "c",
  parentId,
  itemCount: 0,
  hasItems: false,
  subcategories,
});
const category = (subcategories: Subcategory[]): Category => ({
  id: "c",
  name: "Всё",
  visible: true,
  priority: 0,
  img: "",
  translations: { ru: { name: "Ёлки" } },
  projectId: "p",
  subcategories,
});
const small = () =>
  treeFrom([category([sub("a", "c", [sub("a1", "a", [], 1), sub("a2", "a", [], 2)]), sub("b", "c", [], 5)])]);

describe("the tree", () => {
  test("visits every node in the order of the tree", () => {
    expect([...inOrder(small())].map((node) => node.id)).toEqual(["c", "a", "a1", "a2", "b"]);
  });

  test("shows open branches in order", () => {
    const rows = visibleRows(small(), new Set(["category:c", "subcategory:a"]));
    expect(rows.map((row) => `${row.node.depth}${row.node.id}${row.position}/${row.siblings}`)).toEqual([
      "0c1/1",
      "1a1/2",
      "2a11/2",
      "2a22/2",
      "1b2/2",
    ]);
  });

  test("filters by any language, and shows the path to each match", () => {
    expect(filterTree(small(), "елки").found).toEqual(["category:c"]);
    const { shown } = filterTree(small(), "A2");
    expect(visibleRows(small(), new Set(), shown).map((row) => row.node.id)).toEqual(["c", "a", "a2"]);
  });

  test("moves, renames and removes with everything below", () => {
    let tree = moveNode(small(), "subcategory:a", "subcategory:b", 3);
    expect(addressOf(tree, "subcategory:a1")).toBe("/c/b/a/a1");
    expect(tree.nodes.get("subcategory:a1")?.depth).toBe(3);
    expect(isWithin(tree, "subcategory:a1", "subcategory:b")).toBe(true);
    tree = renameNode(tree, "subcategory:b", "new");
    expect(addressOf(tree, "subcategory:a1", "x")).toBe("/c/new/a/a1/x");
    tree = removeNode(tree, "subcategory:new");
    expect([...tree.nodes.keys()]).toEqual(["category:c"]);
    expect(tree.nodes.get("category:c")?.children).toEqual([]);
  });

  test("handles 100,000 levels", () => {
    let deep = sub("n0", "n1");
    for (let i = 1; i < 100_000; i++) deep = sub(`n${i}`, `n${i + 1}`, [deep]);
    const tree = treeFrom([category([deep])]);
    expect(subtree(tree, "category:c")).toHaveLength(100_001);
    expect(visibleRows(tree, new Set(tree.nodes.keys()))).toHaveLength(100_001);
  });
});

describe("placing", () => {
  const others = [
    { key: "a", priority: 1 },
    { key: "b", priority: 2 },
    { key: "c", priority: 2 },
    { key: "d", priority: 9 },
  ];
  test("changes one row between different neighbours and at the ends", () => {
    expect(prioritiesAt(others, "x", 0)).toEqual([{ key: "x", priority: 0 }]);
    expect(prioritiesAt(others, "x", 1)).toEqual([{ key: "x", priority: 1.5 }]);
    expect(prioritiesAt(others, "x", 4)).toEqual([{ key: "x", priority: 10 }]);
    expect(prioritiesAt([], "x", 0)).toEqual([{ key: "x", priority: 0 }]);
  });
  test("moves rows with an equal priority on", () => {
    expect(prioritiesAt(others, "x", 2)).toEqual([
      { key: "x", priority: 3 },
      { key: "c", priority: 4 },
    ]);
  });
});
