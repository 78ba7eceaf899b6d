import { limits } from "../../contract/limits.ts";
import { sees } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import type { RowPatch } from "../columns/read-cells.ts";
import type { Reader } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import type { Leaf } from "../items/items.sql.ts";

/** Where the items of a row belong. */
export type RowPlace =
  | { leaf: Leaf }
  /** Names that do not exist yet, below what does. */
  | { missing: { above: Above | undefined; names: readonly string[] } }
  | { fault: PlaceFault };

type PlaceFault = {
  code: "not_found" | "ambiguous" | "has_items" | "has_subcategories" | "required" | "too_many";
  message: string;
};

/** Where a row says that its item belongs; undefined if it does not say. */
export type RowPlaceOf = (patch: RowPatch) => RowPlace | undefined;

/** The last node of a path that exists. */
export type Above = { kind: "category" | "subcategory"; key: number; id: string; item_count: number };

type Step = Above & { child_count: number; category_key: number };

/** A node, with its name and what it is in. */
type Named = Step & { above_kind: string; above_key: number; name: string };

/** A path that is followed, and how far it has come. */
type Open = { text: string; names: readonly string[]; above: Step | undefined };

const leavesOf = (column: "key" | "id") =>
  `select s.key, s.id, s.category_key, s.child_count, c.project_key
    from subcategories s join categories c on c.key = s.category_key where s.${column} in (?)`;

/** Resolves the subcategories that rows name. One that the caller may not see is as one that does not exist. */
export class PlaceFinder {
  readonly #projectKey: number;
  readonly #caller: Caller | undefined;

  constructor(projectKey: number, caller: Caller | undefined) {
    this.#projectKey = projectKey;
    this.#caller = caller;
  }

  /** By id. Those of other projects are left out. */
  async byId(reader: Reader, ids: readonly string[]): Promise<Map<string, Leaf>> {
    const found = new Map<string, Leaf>();
    if (ids.length === 0) return found;
    for (const leaf of await reader.all<Leaf>(composed(leavesOf("id"), [ids])))
      if (leaf.project_key === this.#projectKey && (await this.#sees(reader, "subcategory", leaf.key)))
        found.set(leaf.id, leaf);
    return found;
  }

  #sees(reader: Reader, kind: Above["kind"], key: number): Promise<boolean> {
    const node = kind === "category" ? { categoryKey: key } : { subcategoryKey: key };
    return sees(reader, this.#caller, { projectKey: this.#projectKey, ...node });
  }

  /** The places that paths of names lead to, by their texts. All are followed together, a level at a time. */
  async byPath(reader: Reader, paths: ReadonlyMap<string, readonly string[]>): Promise<Map<string, RowPlace>> {
    const places = new Map<string, RowPlace>();
    let open: Open[] = [];
    for (const [text, names] of paths) {
      if (names.length > limits.importPathDepth) places.set(text, { fault: tooDeep });
      else open.push({ text, names, above: undefined });
    }
    for (let at = 0; open.length > 0; at++) {
      const found = await this.#level(reader, open, at);
      const deeper: Open[] = [];
      for (const { text, names, above } of open) {
        const name = names[at];
        const next = name === undefined ? [] : (found.get(below(above, name)) ?? []);
        if (name === undefined) places.set(text, this.#endsAt(above, names));
        else if (next.length > 1) places.set(text, ambiguous(names.slice(0, at + 1)));
        else if (next.length === 0) places.set(text, this.#beyond(above, names.slice(at)));
        else deeper.push({ text, names, above: next[0] });
      }
      open = deeper;
    }
    return places;
  }

  /** The nodes with these names below where the paths have come to. */
  async #level(reader: Reader, open: readonly Open[], at: number): Promise<Map<string, Step[]>> {
    const names = new Set<string>();
    const parents = { category: new Set<number>(), subcategory: new Set<number>() };
    for (const { names: path, above } of open) {
      if (path[at] === undefined) continue;
      names.add(path[at]);
      if (above) parents[above.kind].add(above.key);
    }
    const found: Named[] = [];
    if (names.size > 0 && at === 0) found.push(...(await this.#categories(reader, [...names])));
    for (const kind of ["category", "subcategory"] as const) {
      if (parents[kind].size > 0) found.push(...(await childrenNamed(reader, kind, [...parents[kind]], [...names])));
    }
    const seen: Named[] = [];
    for (const node of found) if (await this.#sees(reader, node.kind, node.key)) seen.push(node);
    return Map.groupBy(seen, ({ above_kind, above_key, name }) => `${above_kind} ${above_key} ${name}`);
  }

  #endsAt(above: Step | undefined, names: readonly string[]): RowPlace {
    if (!above || above.kind === "category") return withoutSubcategory(names);
    if (above.child_count > 0) return { fault: notALeaf(names) };
    const { key, id, category_key, child_count } = above;
    return { leaf: { key, id, category_key, child_count, project_key: this.#projectKey } };
  }

  #beyond(above: Step | undefined, names: readonly string[]): RowPlace {
    if (!above && names.length === 1) return withoutSubcategory(names);
    if (above && above.item_count > 0) {
      const message = `"${above.id}" holds items, so it cannot hold subcategories`;
      return { fault: { code: "has_items", message } };
    }
    if (names.length > limits.importNewDepth) return { fault: tooManyNew };
    return { missing: { above, names } };
  }

  #categories(reader: Reader, names: readonly string[]): Promise<Named[]> {
    return reader.all<Named>(
      composed(
        `select '' as above_kind, 0 as above_key, name, 'category' as kind, key, id, 0 as item_count, 0 as child_count,
          key as category_key from categories where project_key = ? and name in (?) order by priority, key`,
        [this.#projectKey, names],
      ),
    );
  }
}

const below = (above: Step | undefined, name: string) => `${above?.kind ?? ""} ${above?.key ?? 0} ${name}`;

const childrenNamed = (reader: Reader, kind: Above["kind"], parents: readonly number[], names: readonly string[]) => {
  const [column, also] = kind === "category" ? ["category_key", "and parent_key is null"] : ["parent_key", ""];
  return reader.all<Named>(
    composed(
      `select '${kind}' as above_kind, ${column} as above_key, name, 'subcategory' as kind, key, id, item_count,
        child_count, category_key from subcategories where ${column} in (?) ${also} and name in (?) order by priority, key`,
      [parents, names],
    ),
  );
};

const shown = (names: readonly string[]) => names.join(" / ");

const tooDeep: PlaceFault = {
  code: "too_many",
  message: `has more than ${limits.importPathDepth} names: use the column subcategoryId`,
};

const tooManyNew: PlaceFault = {
  code: "too_many",
  message: `would create more than ${limits.importNewDepth} subcategories, one in the other`,
};

const ambiguous = (names: readonly string[]): RowPlace => ({
  fault: { code: "ambiguous", message: `names two places, "${shown(names)}": use the column subcategoryId` },
});

const withoutSubcategory = (names: readonly string[]): RowPlace => ({
  fault: { code: "required", message: `names the category "${shown(names)}" and no subcategory in it` },
});

export const notALeaf = (names: readonly string[]) =>
  ({ code: "has_subcategories", message: `"${shown(names)}" holds subcategories, so it cannot hold items` }) as const;
