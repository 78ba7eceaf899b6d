import { describe, expect, test } from "bun:test";
import type { SubcategoryRow } from "./tree.rows.ts";
import { byParent, type TreeView, wholeTree, writeSubcategories } from "./tree.rules.ts";

const row = (key: number, parent: number | null, more: Partial<SubcategoryRow> = {}): SubcategoryRow => ({
  key,
  id: `s${key}`,
  name: `Name "${key}"`,
  visible: 1,
  priority: 0,
  img: "",
  translations: "{}",
  version: key,
  category_key: 1,
  parent_key: parent,
  child_count: 0,
  item_count: 0,
  ...more,
});

type Node = { id: string; name: string; parentId: string; categoryId: string; subcategories: Node[] };

/** The result of work that is made in steps. */
function resultOf<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function written(rows: SubcategoryRow[], view: TreeView): string {
  const children = resultOf(byParent(rows));
  const parts: string[] = [];
  resultOf(writeSubcategories(parts, children.get(null) ?? [], children, "root", "root", view));
  return `[${parts.join("")}]`;
}

const outline = (nodes: Node[]): unknown[] =>
  nodes.map((node) => (node.subcategories.length > 0 ? [node.id, outline(node.subcategories)] : node.id));

describe("a tree as text", () => {
  const rows = [row(1, null), row(2, 1), row(3, 1), row(4, 3), row(5, null), row(6, 5)];

  test("has every node under its parent, in the order of the rows", () => {
    const tree = JSON.parse(written(rows, wholeTree())) as Node[];
    expect(outline(tree)).toEqual([
      ["s1", ["s2", ["s3", ["s4"]]]],
      ["s5", ["s6"]],
    ]);
    const deepest = tree[0]?.subcategories[1]?.subcategories[0];
    expect(deepest).toMatchObject({ parentId: "s3", categoryId: "root", name: 'Name "4"' });
  });

  test("ends at the requested depth", () => {
    const at = (depth: number) => outline(JSON.parse(written(rows, { ...wholeTree(), depth })) as Node[]);
    expect(at(0)).toEqual([]);
    expect(at(1)).toEqual(["s1", "s5"]);
    expect(at(2)).toEqual([
      ["s1", ["s2", "s3"]],
      ["s5", ["s6"]],
    ]);
    expect(at(9)).toEqual(at(3));
  });

  test("shows names in the requested language, and names the language", () => {
    const view = { ...wholeTree(), languages: ["ru"] };
    const translated = [
      row(1, null, { translations: '{"ru":{"name":"Имя"}}' }),
      row(2, 1, { translations: '{"de":{"name":"x"}}' }),
    ];
    const [first] = JSON.parse(written(translated, view)) as Node[];
    expect([first?.name, first?.subcategories[0]?.name]).toEqual(["Имя", 'Name "2"']);
    expect([...view.shown]).toEqual(["ru"]);
  });

  test("can be empty or have 200,000 levels", () => {
    expect(written([], wholeTree())).toBe("[]");
    const levels = 200_000;
    const chain = Array.from({ length: levels }, (_, level) => row(level + 1, level === 0 ? null : level));
    const text = written(chain, wholeTree());
    expect(text.endsWith(`${"]}".repeat(levels)}]`)).toBe(true);
    expect(text.startsWith('[{"id":"s1"')).toBe(true);
  });
});
