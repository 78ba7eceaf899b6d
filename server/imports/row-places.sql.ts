import type { Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import type { Leaf } from "../items/items.sql.ts";
import type { RowPatch } from "../sheets/read-cells.ts";

/** Where the items of a row belong. */
export type Place =
  | { leaf: Leaf }
  /** Names that do not exist yet, below what does. */
  | { missing: { above: Above | undefined; names: readonly string[] } }
  | { fault: { code: "not_found" | "ambiguous" | "has_items" | "has_subcategories" | "required"; message: string } };

/** Where a row says that its item belongs; undefined if it does not say. */
export type PlaceOf = (patch: RowPatch) => Place | undefined;

/** The last node of a path that exists. */
export type Above = { kind: "category" | "subcategory"; key: number; id: string; item_count: number };

type Step = Above & { child_count: number; category_key: number };

const leavesOf = (column: "key" | "id") =>
  `select s.key, s.id, s.category_key, s.child_count, c.project_key
    from subcategories s join categories c on c.key = s.category_key where s.${column} in (?)`;

/** Resolves the subcategories that rows name. */
export class Places {
  readonly #projectKey: number;

  constructor(projectKey: number) {
    this.#projectKey = projectKey;
  }

  /** By id. Those of other projects are left out. */
  async byId(reader: Reader, ids: readonly string[]): Promise<Map<string, Leaf>> {
    const found = new Map<string, Leaf>();
    if (ids.length === 0) return found;
    for (const leaf of await reader.all<Leaf>(composed(leavesOf("id"), [ids])))
      if (leaf.project_key === this.#projectKey) found.set(leaf.id, leaf);
    return found;
  }

  /** The place that a path of names leads to. */
  async byPath(reader: Reader, names: readonly string[]): Promise<Place> {
    let above: Step | undefined;
    for (const [at, name] of names.entries()) {
      const found: Step[] = above ? await childrenNamed(reader, above, name) : await this.#categories(reader, name);
      if (found.length > 1) return ambiguous(names.slice(0, at + 1));
      if (found.length === 0) return this.#beyond(above, names.slice(at));
      above = found[0];
    }
    if (!above || above.kind === "category") return withoutSubcategory(names);
    if (above.child_count > 0) return { fault: notALeaf(names) };
    const { key, id, category_key, child_count } = above;
    return { leaf: { key, id, category_key, child_count, project_key: this.#projectKey } };
  }

  #beyond(above: Step | undefined, names: readonly string[]): Place {
    if (!above && names.length === 1) return withoutSubcategory(names);
    if (above && above.item_count > 0) {
      const message = `"${above.id}" holds items, so it cannot hold subcategories`;
      return { fault: { code: "has_items", message } };
    }
    return { missing: { above, names } };
  }

  #categories(reader: Reader, name: string): Promise<Step[]> {
    return reader.all<Step>(
      sql`select 'category' as kind, key, id, 0 as item_count, 0 as child_count, key as category_key from categories
        where project_key = ${this.#projectKey} and name = ${name} order by priority, key limit 2`,
    );
  }
}

const childrenNamed = (reader: Reader, above: Step, name: string): Promise<Step[]> =>
  reader.all<Step>(
    composed(
      `select 'subcategory' as kind, key, id, item_count, child_count, category_key from subcategories
        where ${above.kind === "category" ? "category_key = ? and parent_key is null" : "parent_key = ?"} and name = ?
        order by priority, key limit 2`,
      [above.key, name],
    ),
  );

const shown = (names: readonly string[]) => names.join(" / ");

const ambiguous = (names: readonly string[]): Place => ({
  fault: { code: "ambiguous", message: `names two places, "${shown(names)}": use the column subcategoryId` },
});

const withoutSubcategory = (names: readonly string[]): Place => ({
  fault: { code: "required", message: `names the category "${shown(names)}" and no subcategory in it` },
});

export const notALeaf = (names: readonly string[]) =>
  ({ code: "has_subcategories", message: `"${shown(names)}" holds subcategories, so it cannot hold items` }) as const;
