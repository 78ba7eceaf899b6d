import { allow, isUnlimited, sees } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import type { Reader } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import type { Problem } from "../http/problem.ts";
import type { Kind } from "./changes.sql.ts";

export const liveTables = {
  category: "categories",
  subcategory: "subcategories",
  item: "items",
} as const satisfies Record<Kind, string>;

/** A place for a subcategory or an item: a category or a subcategory, as it is now. */
export type Parent = {
  category_key: number;
  category_id: string;
  /** Null where the place is the category itself. */
  parent_key: number | null;
  parent_id: string;
  project_key: number;
  child_count: number;
  item_count: number;
};

export async function parentByKey(reader: Reader, key: number | null): Promise<Parent | undefined> {
  const place = await reader.get<Parent>(
    sql`select s.category_key, c.id as category_id, s.key as parent_key, s.id as parent_id, c.project_key, s.child_count,
        s.item_count
      from subcategories s join categories c on c.key = s.category_key where s.key = ${key}`,
  );
  if (place) return place;
  const category = await reader.get<{ key: number; id: string; project_key: number }>(
    sql`select key, id, project_key from categories where key = ${key}`,
  );
  if (!category) return undefined;
  return {
    category_key: category.key,
    category_id: category.id,
    parent_key: null,
    parent_id: category.id,
    project_key: category.project_key,
    child_count: 0,
    item_count: 0,
  };
}

/** What a thing in the trash hung under, by key: null for a category. */
export async function trashedParent(reader: Reader, kind: Kind, key: number): Promise<number | null> {
  if (kind === "category") return null;
  const row = await reader.get<{ parent: number }>(
    kind === "item"
      ? sql`select subcategory_key as parent from trash_items where key = ${key}`
      : sql`select coalesce(parent_key, category_key) as parent from trash_subcategories where key = ${key}`,
  );
  return row?.parent ?? null;
}

/**
 * Whether the caller may see a thing, by where it is, or where it was when it was deleted. What has left the trash, so
 * that nobody knows its place, is shown to those alone who see the whole project.
 */
export async function seesThing(
  reader: Reader,
  caller: Caller | undefined,
  projectKey: number,
  kind: Kind,
  key: number,
): Promise<boolean> {
  if (caller === undefined || (caller.unlimited && !caller.asked)) return true;
  return sees(reader, caller, (await whereabouts(reader, projectKey, kind, key)).where);
}

/**
 * An undo tells what stands in its way, down to the last thing below: the way to a branch, which shows no more than
 * itself, is no place for it.
 */
export async function allowUndoOf(
  reader: Reader,
  caller: Caller | undefined,
  projectKey: number,
  kind: Kind,
  key: number,
  unseen: () => Problem,
): Promise<void> {
  if (caller === undefined) return;
  // Who may do everything is not asked where each thing is; when the request comes again, he still has to have the project.
  if (await isUnlimited(reader, caller)) return allow(reader, caller, "translate", { projectKey }, unseen);
  const { live, where } = await whereabouts(reader, projectKey, kind, key);
  await allow(reader, caller, live ? "translate" : "view", where, unseen);
}

async function whereabouts(reader: Reader, projectKey: number, kind: Kind, key: number) {
  const live = await livePlaceKey(reader, kind, key);
  const placeKey = live ?? (await trashedParent(reader, kind, key)) ?? nowhere;
  const place = await parentByKey(reader, placeKey);
  // What it was in may be deleted too, and is then the category or the subcategory that had this key.
  const where = place ? whereOf(place) : { projectKey, categoryKey: placeKey, subcategoryKey: placeKey };
  return live === undefined ? { live: false, where: { ...where, deletedKey: key } } : { live: true, where };
}

/** A place as questions of access name it. */
export const whereOf = (place: Parent) => ({
  projectKey: place.project_key,
  categoryKey: place.category_key,
  subcategoryKey: place.parent_key,
});

/** The key of no project and of no category: only a grant for what is around it covers it. */
export const nowhere = -1;

/** What says where a living thing is: for an item its subcategory, for the others themselves. Undefined if it is deleted. */
async function livePlaceKey(reader: Reader, kind: Kind, key: number): Promise<number | undefined> {
  const live = await reader.get<{ place: number }>(
    kind === "item"
      ? sql`select subcategory_key as place from items where key = ${key}`
      : composed(`select key as place from ${liveTables[kind]} where key = ?`, [key]),
  );
  return live?.place;
}
