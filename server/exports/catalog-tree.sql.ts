import { textOfPath } from "../columns/path-text.ts";
import type { Reader } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { turn } from "../http/turns.ts";
import { NodeTree } from "../search/index/node-tree.ts";

/** A category, whose `parent` is 0, or a subcategory. `translations` is JSON text. */
export type TreeNode = {
  key: number;
  id: string;
  parent: number;
  name: string;
  visible: number;
  priority: number;
  img: string;
  translations: string;
  item_count: number;
};

/** The categories and subcategories of a project, each before those below it, as the trees of the API list them. */
export class CatalogTree {
  readonly nodes: readonly TreeNode[];
  readonly tree: NodeTree;
  readonly #byKey: ReadonlyMap<number, TreeNode>;
  readonly #paths = new Map<number, string>();

  static async read(reader: Reader, projectKey: number): Promise<CatalogTree> {
    const categories = await reader.all<TreeNode>(
      sql`select key, id, 0 as parent, name, visible, priority, img, translations, 0 as item_count
        from categories where project_key = ${projectKey} order by priority, key`,
    );
    const subcategories = await reader.all<TreeNode>(
      sql`select s.key, s.id, coalesce(s.parent_key, s.category_key) as parent, s.name, s.visible, s.priority, s.img,
          s.translations, s.item_count
        from subcategories s join categories c on c.key = s.category_key
        where c.project_key = ${projectKey} order by s.priority, s.key`,
    );
    await turn();
    return new CatalogTree([...categories, ...subcategories]);
  }

  private constructor(rows: readonly TreeNode[]) {
    const below = Map.groupBy(rows, ({ parent }) => parent);
    const nodes: TreeNode[] = [];
    const waiting = (below.get(0) ?? []).toReversed();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      nodes.push(node);
      for (const child of (below.get(node.key) ?? []).toReversed()) waiting.push(child);
    }
    this.nodes = nodes;
    this.#byKey = new Map(nodes.map((node) => [node.key, node]));
    this.tree = new NodeTree(new Map(nodes.map(({ key, parent }) => [key, parent])));
  }

  /** The path to a node as a cell has it; undefined if the node came later. */
  pathTo(nodeKey: number): string | undefined {
    const known = this.#paths.get(nodeKey);
    if (known !== undefined) return known;
    const names: string[] = [];
    for (let node = this.#byKey.get(nodeKey); node; node = this.#byKey.get(node.parent)) names.push(node.name);
    if (names.length === 0) return undefined;
    const path = textOfPath(names.reverse());
    if (this.#paths.size >= mostPaths) this.#paths.clear();
    this.#paths.set(nodeKey, path);
    return path;
  }

  idOf = (nodeKey: number): string | undefined => this.#byKey.get(nodeKey)?.id;
}

/** The path of a deep node has as many names as the tree has levels. */
const mostPaths = 10_000;
