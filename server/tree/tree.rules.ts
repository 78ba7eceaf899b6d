import type { Branches } from "../access/caller.ts";
import { type Languages, shownTranslation } from "../http/language.ts";
import type { NodeRow, SubcategoryRow } from "./tree.rows.ts";

const quote = JSON.stringify;

/** The depth and the languages of an answer; `shown` collects the languages that its texts use. */
export type TreeView = {
  depth: number;
  languages: Languages;
  shown: Set<string>;
  /** The branches that the caller sees; all of them when undefined. */
  branches?: Branches | undefined;
};

export const wholeTree = (): TreeView => ({ depth: Number.POSITIVE_INFINITY, languages: [], shown: new Set() });

function shownName(row: NodeRow, view: TreeView): string {
  if (view.languages.length === 0 || row.translations === "{}") return row.name;
  const translations = JSON.parse(row.translations) as Record<string, { name?: string }>;
  return shownTranslation(translations, view.languages, "name", view.shown) ?? row.name;
}

const commonFields = (row: NodeRow, view: TreeView) =>
  `"id":${quote(row.id)},"name":${quote(shownName(row, view))},"visible":${row.visible === 1},"priority":${row.priority},"img":${quote(row.img)}`;

/** The JSON of a category up to its list of subcategories, which the caller adds and closes. */
export const categoryOpening = (row: NodeRow, projectId: string, view: TreeView) =>
  `{${commonFields(row, view)},"projectId":${quote(projectId)},"translations":${row.translations},"subcategories":[`;

const subcategoryOpening = (row: SubcategoryRow, categoryId: string, parentId: string, view: TreeView) =>
  `{${commonFields(row, view)},"categoryId":${quote(categoryId)},"parentId":${quote(parentId)},"itemCount":${row.item_count},"hasItems":${row.item_count > 0},"translations":${row.translations},"subcategories":[`;

/** Nodes that are looked at in one step. */
const nodesAtOnce = 500;

/** The rows of a tree by parent, siblings in their order; those of level 1 are under null. */
export function* byParent(rows: readonly SubcategoryRow[]): Generator<void, Map<number | null, SubcategoryRow[]>> {
  const children = new Map<number | null, SubcategoryRow[]>();
  for (const [index, row] of rows.entries()) {
    if (index % nodesAtOnce === 0) yield;
    const siblings = children.get(row.parent_key);
    if (siblings) siblings.push(row);
    else children.set(row.parent_key, [row]);
  }
  let sorted = 0;
  for (const siblings of children.values()) {
    siblings.sort((one, other) => one.priority - other.priority || one.key - other.key);
    sorted += siblings.length;
    if (sorted > nodesAtOnce) {
      sorted = 0;
      yield;
    }
  }
  return children;
}

/**
 * Keeps only the branches that the caller sees: each granted node with everything below it, and the path to it. `top`
 * is where `children` starts: null for a category, whose own key is `topKey`, otherwise the key of a subcategory.
 */
export function pruned(
  children: Map<number | null, SubcategoryRow[]>,
  top: number | null,
  topKey: number,
  branches: Branches | undefined,
): Map<number | null, SubcategoryRow[]> {
  if (!branches || branches.granted.has(topKey)) return children;
  const open: (number | null)[] = [top];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const siblings = children.get(parent);
    if (!siblings) continue;
    const seen = siblings.filter(({ key }) => branches.granted.has(key) || branches.path.has(key));
    children.set(parent, seen);
    for (const { key } of seen) if (!branches.granted.has(key)) open.push(key);
  }
  return children;
}

/**
 * Writes `siblings` and everything below them as JSON, without the enclosing brackets. Uses a loop with its own stack:
 * JSON.stringify and recursion both overflow after some thousands of levels, and the depth has no limit.
 */
export function* writeSubcategories(
  parts: string[],
  siblings: readonly SubcategoryRow[],
  children: Map<number | null, SubcategoryRow[]>,
  categoryId: string,
  parentId: string,
  view: TreeView,
): Generator<void> {
  if (view.depth <= 0) return;
  let written = 0;
  const stack: { siblings: readonly SubcategoryRow[]; next: number; parentId: string }[] = [];
  let level = { siblings, next: 0, parentId };
  for (;;) {
    const row = level.siblings[level.next];
    if (row === undefined) {
      const outer = stack.pop();
      if (outer === undefined) return;
      parts.push("]}");
      level = outer;
      continue;
    }
    if (level.next > 0) parts.push(",");
    level.next++;
    if (++written % nodesAtOnce === 0) yield;
    parts.push(subcategoryOpening(row, categoryId, level.parentId, view));
    const below = stack.length + 1 < view.depth ? children.get(row.key) : undefined;
    if (below === undefined) {
      parts.push("]}");
    } else {
      stack.push(level);
      level = { siblings: below, next: 0, parentId: row.id };
    }
  }
}
