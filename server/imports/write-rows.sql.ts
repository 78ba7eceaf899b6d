import type { ImportOptions } from "../../contract/imports.ts";
import type { ItemCreate } from "../../contract/items.ts";
import { textOfPath } from "../columns/path-text.ts";
import type { Tx } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { itemChanges } from "../items/items.rules.ts";
import { addMove, addToLeaf, type Leaf, touchMembership, writeItem } from "../items/items.sql.ts";
import { readNamedBy } from "../items/named-items.sql.ts";
import type { Author } from "../log/changes.sql.ts";
import { createCategory } from "../tree/categories.sql.ts";
import { lowerItemCount, raiseItemCount, raiseItemCounts } from "../tree/leaf-rule.sql.ts";
import { createInCategory, createInSubcategory } from "../tree/subcategories.sql.ts";
import type { Decision } from "./decide-rows.sql.ts";
import { inLeaf } from "./matched-items.sql.ts";
import type { Above } from "./row-places.sql.ts";

/**
 * Locks what the rows write: subcategories first, as all do, then items, both by key. Returns whether everything is
 * still as it was when that was decided. A key that is taken meanwhile makes the transaction fail.
 */
export async function holdRows(tx: Tx, decisions: readonly Decision[], { match }: ImportOptions): Promise<boolean> {
  const leaves = new Map<number, HeldLeaf>();
  const items = new Map<number, number>();
  const named = new Set<string>();
  const names: string[] = [];
  for (const decision of decisions) {
    if (decision.status === "created" && "leaf" in decision.place) {
      leaves.set(decision.place.leaf.key, decision.place.leaf);
      if (match !== "name" || decision.externalKey !== null) continue;
      names.push(decision.patch.name as string);
      named.add(inLeaf(decision.place.leaf.key, decision.patch.name as string));
    }
    if (decision.status !== "changed") continue;
    const { item, target } = decision;
    items.set(item.key, item.version);
    if (!target) continue;
    leaves.set(target.key, target);
    leaves.set(item.subcategory_key, { id: item.subcategory_id, category_key: item.category_key });
  }
  if (leaves.size > 0) {
    const keys = [...leaves.keys()];
    await tx.lock(composed("select key from subcategories where key in (?) order by key", [keys]));
    const found = await tx.all<HeldLeaf & { key: number }>(
      composed("select key, id, category_key from subcategories where key in (?) and child_count = 0", [keys]),
    );
    const isSame = ({ key, id, category_key }: (typeof found)[number]) =>
      id === leaves.get(key)?.id && category_key === leaves.get(key)?.category_key;
    if (found.length < keys.length || !found.every(isSame)) return false;
  }
  if (items.size > 0) {
    const keys = [...items.keys()];
    await tx.lock(composed("select key from items where key in (?) order by key", [keys]));
    const found = await tx.all<ItemVersion>(composed("select key, version from items where key in (?)", [keys]));
    if (found.length < keys.length || found.some(({ key, version }) => items.get(key) !== version)) return false;
  }
  if (names.length === 0) return true;
  const others = await readNamedBy(tx, "subcategory_key", [...leaves.keys()], names);
  return !others.some(({ subcategory_key, name }) => named.has(inLeaf(subcategory_key, name)));
}

/** What a row says of a subcategory in the log and in what is touched: it may be renamed or moved meanwhile. */
type HeldLeaf = { id: string; category_key: number };
type ItemVersion = { key: number; version: number };

/** Writes what was decided in the same transaction. Returns the ids of the new items by row, and how many nodes are new. */
export async function writeRows(
  tx: Tx,
  projectId: string,
  decisions: readonly Decision[],
  author: Author,
): Promise<{ ids: Map<number, string>; nodes: number }> {
  const made = new NewPlaces(tx, projectId, author);
  const ids = new Map<number, string>();
  const added = new Map<number, { leaf: Leaf; rows: number[] }>();
  for (const [row, decision] of decisions.entries()) {
    if (decision.status === "changed") await writeChange(tx, decision, author);
    if (decision.status !== "created") continue;
    const { place } = decision;
    const leaf = "leaf" in place ? place.leaf : await made.leaf(place.missing.above, place.missing.names);
    const group = added.get(leaf.key);
    if (group) group.rows.push(row);
    else added.set(leaf.key, { leaf, rows: [row] });
  }
  await raiseItemCounts(tx, new Map(Array.from(added, ([key, { rows }]) => [key, rows.length])));
  for (const { leaf, rows } of added.values()) {
    for (const row of rows) {
      const { patch, externalKey } = decisions[row] as Extract<Decision, { status: "created" }>;
      const item = await addToLeaf(tx, leaf, bodyOf(patch), author, { isCounted: true, externalKey, isFree: true });
      ids.set(row, item.id);
    }
  }
  return { ids, nodes: made.count };
}

/** A new item has no translation to remove. */
function bodyOf(patch: Extract<Decision, { status: "created" }>["patch"]): ItemCreate {
  const { translations, ...fields } = patch;
  const kept: Record<string, Record<string, unknown>> = {};
  for (const [language, texts] of Object.entries(translations ?? {})) {
    const some = Object.entries(texts ?? {}).filter(([, text]) => text !== null);
    if (some.length > 0) kept[language] = Object.fromEntries(some);
  }
  return { ...fields, translations: kept } as unknown as ItemCreate;
}

async function writeChange(
  tx: Tx,
  { item, patch, externalKey, target }: Extract<Decision, { status: "changed" }>,
  author: Author,
): Promise<void> {
  const changes = itemChanges(item, externalKey === undefined ? patch : { ...patch, key: externalKey }, true);
  if (target) {
    const from = item.subcategory_key;
    addMove(changes, item, target);
    await raiseItemCount(tx, target.key, target.id, 1);
    await lowerItemCount(tx, from, 1);
    touchMembership(tx, target.key, target);
    touchMembership(tx, from, item);
  }
  await writeItem(tx, item, changes, author, true);
}

/** Creates the categories and subcategories that paths name, each once. */
class NewPlaces {
  readonly #tx: Tx;
  readonly #projectId: string;
  readonly #author: Author;
  readonly #made = new Map<string, Above & { category_key: number; project_key: number }>();
  count = 0;

  constructor(tx: Tx, projectId: string, author: Author) {
    this.#tx = tx;
    this.#projectId = projectId;
    this.#author = author;
  }

  async leaf(above: Above | undefined, names: readonly string[]): Promise<Leaf> {
    let parent: Above | undefined = above;
    let last: (Above & { category_key: number; project_key: number }) | undefined;
    for (const [at, name] of names.entries()) {
      const path = `${above?.key ?? ""} ${textOfPath(names.slice(0, at + 1))}`;
      last = this.#made.get(path);
      if (!last) {
        last = await this.#create(parent, name);
        this.#made.set(path, last);
        this.count++;
      }
      parent = last;
    }
    const { key, id, category_key, project_key } = last as NonNullable<typeof last>;
    return { key, id, category_key, project_key, child_count: 0 };
  }

  async #create(parent: Above | undefined, name: string) {
    const [tx, author] = [this.#tx, this.#author];
    if (!parent) {
      const { key, id, project_key } = await createCategory(tx, this.#projectId, { name }, author);
      return { kind: "category" as const, key, id, item_count: 0, category_key: key, project_key };
    }
    const create = parent.kind === "category" ? createInCategory : createInSubcategory;
    const { key, id, category_key, project_key } = await create(tx, parent.id, { name }, author);
    return { kind: "subcategory" as const, key, id, item_count: 0, category_key, project_key };
  }
}
