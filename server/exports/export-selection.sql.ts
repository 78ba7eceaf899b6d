import type { ExportQuery } from "../../contract/exports.ts";
import { defaultLanguage } from "../../contract/languages.ts";
import { branchesBelow } from "../access/allow.ts";
import type { Branches, Caller } from "../access/caller.ts";
import type { Db } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { invalid } from "../http/problem.ts";
import { inTurns, Pace } from "../http/turns.ts";
import { projectFor } from "../projects/projects.sql.ts";
import { searchItems } from "../search/index/item-search.ts";
import { filterOf, keysById } from "../search/item-filter.sql.ts";
import type { Ask } from "../search/questions.ts";
import { visibleNode } from "../search/visible-node.sql.ts";
import { CatalogTree, type TreeNode } from "./catalog-tree.sql.ts";

/** What an export is made of, as it was when it began. */
export type ExportSelection = {
  tree: CatalogTree;
  /** Those that the caller sees, below `within`. */
  nodes: readonly TreeNode[];
  /** The keys of the items, in the order of the rows. */
  keys: Float64Array;
};

type Filters = Omit<ExportQuery, "format" | "sheet" | "columns" | "separator">;

/** Who exports, and what from. */
export type ExportReader = { db: Db; ask: Ask; caller: Caller };

export async function selectExport(
  exporting: ExportReader,
  projectId: string,
  { filters, withItems }: { filters: Filters; withItems: boolean },
): Promise<ExportSelection> {
  const { db, caller } = exporting;
  const { tree, branches, nodes } = await db.read(async (reader) => {
    const project = await projectFor(reader, projectId, caller);
    const branches = await branchesBelow(reader, caller, { projectKey: project.key });
    const tree = await CatalogTree.read(reader, project.key);
    const { within } = filters;
    const root =
      within === undefined
        ? 0
        : await visibleNode(reader, { tree: tree.tree, projectKey: project.key, branches }, within);
    if (root === undefined) throw notInProject();
    const isWithin = tree.tree.within(root);
    return { tree, branches, nodes: seenBy(tree, branches).filter(({ key }) => isWithin(key)) };
  });
  if (!withItems) return { tree, nodes, keys: new Float64Array() };
  // The order of the tree needs no index of the project, which takes a minute to make for a million items.
  const isWhole = Object.entries(filters).every(([name, value]) => name === "within" || value === undefined);
  const sees = branches && tree.tree.sees(branches);
  const keys = isWhole
    ? await keysInTree(db, sees ? nodes.filter(({ key }) => sees(key)) : nodes)
    : await matchingKeys(exporting, projectId, filters);
  return { tree, nodes, keys };
}

function seenBy({ nodes, tree }: CatalogTree, branches: Branches | undefined): readonly TreeNode[] {
  if (!branches) return nodes;
  const sees = tree.sees(branches);
  return nodes.filter(({ key }) => sees(key) || branches.path.has(key));
}

const notInProject = () =>
  invalid("invalid_query", [
    {
      pointer: "/within",
      code: "not_allowed",
      message: "is not the id of a category or subcategory of this project",
    },
  ]);

const keysAtOnce = 2_000;
/** To ask takes as long as to read so many. */
const keysPerAsking = 20;

async function keysInTree(db: Db, nodes: readonly TreeNode[]): Promise<Float64Array> {
  const keys: number[] = [];
  const pace = new Pace(keysAtOnce);
  for (const { key: leaf, item_count } of nodes) {
    if (item_count === 0) continue;
    let [priority, last] = [-Number.MAX_VALUE, 0];
    for (;;) {
      await pace.next(keysPerAsking + Math.min(item_count, keysAtOnce));
      const rows = await db.single.all<{ key: number; priority: number }>(
        composed(
          `select key, priority from items where subcategory_key = ? and (priority, key) > (?, ?)
            order by priority, key limit ${keysAtOnce}`,
          [leaf, priority, last],
        ),
      );
      for (const { key } of rows) keys.push(key);
      const end = rows.at(-1);
      if (!end || rows.length < keysAtOnce) break;
      [priority, last] = [end.priority, end.key];
    }
  }
  return Float64Array.from(keys);
}

const matchingKeys = ({ db, ask, caller }: ExportReader, projectId: string, filters: Filters): Promise<Float64Array> =>
  ask(projectId, caller, async (asked) => {
    const { projectKey, branches, index } = asked;
    const { search = "", sort } = filters;
    const { filter, byId } = await db.read(async (reader) => ({
      filter: await filterOf(reader, asked, filters, notInProject),
      byId: new Set((await keysById(reader, projectKey, search)).keys()),
    }));
    const { keys } = await inTurns(
      searchItems(index, {
        search,
        withNodes: false,
        byId,
        filter,
        sees: branches && index.tree.sees(branches),
        sort: sort ?? { by: search.trim() === "" ? "priority" : "relevance", descending: false },
        language: defaultLanguage,
        facets: [],
        offset: 0,
        after: undefined,
        limit: Number.MAX_SAFE_INTEGER,
      }),
    );
    return Float64Array.from(keys);
  });
