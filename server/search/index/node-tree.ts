/** The nodes whose branches a caller has a grant for. */
type Granted = { granted: ReadonlySet<number> };

/** The categories and subcategories of a project, by their keys. A change makes another tree. */
export class NodeTree {
  /** The parent of each; 0 for a category. */
  readonly parents: ReadonlyMap<number, number>;

  constructor(parents: ReadonlyMap<number, number>) {
    this.parents = parents;
  }

  has(key: number): boolean {
    return this.parents.has(key);
  }

  /** The tree with other parents for some nodes; without the node where undefined. */
  with(changed: ReadonlyMap<number, number | undefined>): NodeTree {
    if (changed.size === 0) return this;
    const parents = new Map(this.parents);
    for (const [key, parent] of changed) {
      if (parent === undefined) parents.delete(key);
      else parents.set(key, parent);
    }
    return new NodeTree(parents);
  }

  /** These nodes and everything below them. */
  branchesOf(nodes: ReadonlySet<number>): Set<number> {
    if (nodes.size === 0) return new Set();
    const branch = this.branchAmong(nodes);
    return new Set([...this.parents.keys()].filter((node) => branch(node) !== 0));
  }

  /** The child nodes of a node; for 0, the categories. */
  nodesUnder(parent: number): number[] {
    return [...this.parents].flatMap(([node, above]) => (above === parent ? [node] : []));
  }

  /** A function that tells which of `nodes` a node is or is below; 0 for none. */
  branchAmong(nodes: ReadonlySet<number>): (node: number) => number {
    const known = new Map<number, number>([[0, 0]]);
    return (node) => {
      const way: number[] = [];
      let at = node;
      while (!known.has(at) && !nodes.has(at)) {
        way.push(at);
        at = this.parents.get(at) ?? 0;
      }
      const branch = known.get(at) ?? at;
      for (const passed of way) known.set(passed, branch);
      return branch;
    };
  }

  /** Whether a node is `branch` or below it; every node is below 0. */
  within(branch: number): (node: number) => boolean {
    if (branch === 0) return () => true;
    const found = this.branchAmong(new Set([branch]));
    return (node) => found(node) === branch;
  }

  /** The path from the category down to the node, limited to the `most` nodes nearest to it. */
  pathTo(node: number, most: number): number[] {
    const path: number[] = [];
    for (let at: number | undefined = node; at && path.length < most; at = this.parents.get(at)) path.unshift(at);
    return path;
  }

  /** Whether a caller with these branches sees what is directly in a node; without branches, they see everything. */
  sees(branches: Granted | undefined): (node: number) => boolean {
    if (!branches) return () => true;
    const granted = this.branchAmong(branches.granted);
    return (node) => granted(node) !== 0;
  }
}
