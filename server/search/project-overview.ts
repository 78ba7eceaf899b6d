import type { Branches } from "../access/caller.ts";
import type { Position } from "../log/event-id.ts";
import { Entries, type Entry } from "./entries.ts";

/** Everything of one project that is searched or counted as a whole, as of `position` in the log. */
export class ProjectOverview {
  readonly entries = new Entries();
  /** The parent of each category and subcategory. */
  readonly #parents = new Map<number, number>();
  position: Position;

  constructor(position: Position) {
    this.position = position;
  }

  setNode(entry: Entry): void {
    this.#parents.set(entry.key, entry.parent);
    this.entries.set(entry);
  }

  isNode(key: number): boolean {
    return this.#parents.has(key);
  }

  /** Removes a category or a subcategory with everything below it, or an item. */
  delete(key: number): void {
    if (!this.#parents.has(key)) {
      this.entries.delete(key);
      return;
    }
    const gone = new Set([key]);
    const branch = this.branchAmong(gone);
    const below = [...this.#parents.keys()].filter((node) => branch(node) === key);
    for (const node of below) gone.add(node);
    for (const thing of this.entries.below(gone)) this.entries.delete(thing);
    for (const node of gone) {
      this.entries.delete(node);
      this.#parents.delete(node);
    }
  }

  /** The child nodes of a node; for 0, the categories. */
  nodesUnder(parent: number): number[] {
    return [...this.#parents].flatMap(([node, above]) => (above === parent ? [node] : []));
  }

  /** A function that tells which of `nodes` a node is or is below; 0 for none. */
  branchAmong(nodes: ReadonlySet<number>): (node: number) => number {
    const known = new Map<number, number>([[0, 0]]);
    return (node) => {
      const way: number[] = [];
      let at = node;
      while (!known.has(at) && !nodes.has(at)) {
        way.push(at);
        at = this.#parents.get(at) ?? 0;
      }
      const branch = known.get(at) ?? at;
      for (const passed of way) known.set(passed, branch);
      return branch;
    };
  }

  /** The path from the category down to the node, limited to the `most` nodes nearest to it. */
  pathTo(node: number, most: number): number[] {
    const path: number[] = [];
    for (let at: number | undefined = node; at && path.length < most; at = this.#parents.get(at)) path.unshift(at);
    return path;
  }

  /** Whether a caller with these branches sees what is directly in a node; without branches, they see everything. */
  sees(branches: Branches | undefined): (node: number) => boolean {
    if (!branches) return () => true;
    const granted = this.branchAmong(branches.granted);
    return (node) => granted(node) !== 0;
  }
}
