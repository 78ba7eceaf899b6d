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

/** The current state of a category or subcategory that can be the parent of a subcategory or an item. */
export type Parent = {
  category_key: number;
  category_id: string;
  /** Null if the parent is the category itself. */
  parent_key: number | null;
  parent_id: string;
  project_key: number;
  child_count: number;
  item_count: number;
};

export async function parentByKey(reader: Reader, parentKey: number | null): Promise<Parent | undefined> {
  const place = await reader.get<Parent>(
    sql`select s.category_key, c.id as category_id, s.key as parent_key, s.id as parent_id, c.project_key, s.child_count,
        s.item_count
      from subcategories s join categories c on c.key = s.category_key where s.key = ${parentKey}`,
  );
  if (place) return place;
  const category = await reader.get<{ key: number; id: string; project_key: number }>(
    sql`select key, id, project_key from categories where key = ${parentKey}`,
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

/** The key of the former parent of an entity in the trash; null for a category. */
export async function trashedParent(reader: Reader, kind: Kind, entityKey: number): Promise<number | null> {
  if (kind === "category") return null;
  const row = await reader.get<{ parent: number }>(
    kind === "item"
      ? sql`select subcategory_key as parent from trash_items where key = ${entityKey}`
      : sql`select coalesce(parent_key, category_key) as parent from trash_subcategories where key = ${entityKey}`,
  );
  return row?.parent ?? null;
}

/** An entity as the log names it. */
type LoggedEntity = { projectKey: number; kind: Kind; key: number };

/**
 * Whether the caller may see an entity, by where it is, or where it was when it was deleted. If it is no longer in the
 * trash, its place is unknown, and only callers who see the whole project may see it.
 */
export async function seesEntity(reader: Reader, caller: Caller | undefined, entity: LoggedEntity): Promise<boolean> {
  if (caller === undefined || (caller.unlimited && !caller.asked)) return true;
  return sees(reader, caller, (await whereabouts(reader, entity)).where);
}

/**
 * Checks access for an undo. An undo reports all entities that prevent it, even far below, so it needs a grant for the
 * place: to see the place as part of the path to a granted branch is not enough.
 */
export async function allowUndoOf(
  reader: Reader,
  caller: Caller | undefined,
  entity: LoggedEntity,
  unseen: () => Problem,
): Promise<void> {
  if (caller === undefined) return;
  // For a caller who may do everything, the place does not matter. A repetition still checks the project.
  if (await isUnlimited(reader, caller))
    return allow(reader, caller, "translate", { projectKey: entity.projectKey }, unseen);
  const { live, where } = await whereabouts(reader, entity);
  await allow(reader, caller, live ? "translate" : "view", where, unseen);
}

async function whereabouts(reader: Reader, { projectKey, kind, key }: LoggedEntity) {
  const live = await livePlaceKey(reader, kind, key);
  const placeKey = live ?? (await trashedParent(reader, kind, key)) ?? nowhere;
  const place = await parentByKey(reader, placeKey);
  // Its parent may be deleted too. Then it is unknown whether the key is that of a category or a subcategory.
  const where = place ? whereOf(place) : { projectKey, categoryKey: placeKey, subcategoryKey: placeKey };
  return live === undefined ? { live: false, where: { ...where, deletedKey: key } } : { live: true, where };
}

/** A parent as a `Place` of server/access. */
export const whereOf = (place: Parent) => ({
  projectKey: place.project_key,
  categoryKey: place.category_key,
  subcategoryKey: place.parent_key,
});

/** A key that no row has: only a grant for the whole project, or for all projects, covers it. */
export const nowhere = -1;

/**
 * The key of the place of an entity: for an item its subcategory, otherwise its own key. Undefined if it is deleted.
 */
async function livePlaceKey(reader: Reader, kind: Kind, entityKey: number): Promise<number | undefined> {
  const live = await reader.get<{ place: number }>(
    kind === "item"
      ? sql`select subcategory_key as place from items where key = ${entityKey}`
      : composed(`select key as place from ${liveTables[kind]} where key = ?`, [entityKey]),
  );
  return live?.place;
}
