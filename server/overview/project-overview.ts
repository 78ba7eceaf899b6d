import type { Branches } from "../access/caller.ts";
import type { Position } from "../live/event-id.ts";
import { Entries, type Entry } from "./entries.ts";

/** Everything of one project that is searched or counted as a whole, as the log stood at `position`. */
export class ProjectOverview {
  readonly entries = new Entries();
  /** Categories and subcategories: what each hangs under. */
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

  /** Takes out a category or a subcategory with everything below it, or an item. */
  delete(key: number): void {
    if (!this.#parents.has(key)) {
      this.entries.delete(key);
      return;
    }
    const gone = new Set([key]);
    const isGone = this.#below((node) => node === key);
    for (const node of this.#parents.keys()) if (isGone(node)) gone.add(node);
    for (const below of this.entries.below(gone)) this.entries.delete(below);
    for (const node of gone) {
      this.entries.delete(node);
      this.#parents.delete(node);
    }
  }

  /** From the category down to the node itself; no more than `most`, those nearest to the node. */
  pathTo(node: number, most: number): number[] {
    const path: number[] = [];
    for (let at: number | undefined = node; at && path.length < most; at = this.#parents.get(at)) path.unshift(at);
    return path;
  }

  /** Whether one with these branches sees what is directly in a node; without branches, everything. */
  sees(branches: Branches | undefined): (node: number) => boolean {
    if (!branches) return () => true;
    return this.#below((node) => branches.granted.has(node));
  }

  /** Whether a node is such a one or hangs below one. Each is looked at once, however deep the tree is. */
  #below(isOne: (node: number) => boolean): (node: number) => boolean {
    const known = new Map<number, boolean>([[0, false]]);
    return (node) => {
      const way: number[] = [];
      let at = node;
      while (!known.has(at) && !isOne(at)) {
        way.push(at);
        at = this.#parents.get(at) ?? 0;
      }
      const answer = known.get(at) ?? true;
      for (const passed of way) known.set(passed, answer);
      return answer;
    };
  }
}
