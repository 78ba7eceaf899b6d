import { limits } from "../../contract/limits.ts";
import type { ViewCreate, ViewPatch, ViewQuery } from "../../contract/views.ts";
import { sees } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import { nodeById, trashedNodeById } from "../access/places.sql.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, sql, updateByKey, type Value } from "../db/sql.ts";
import { newId } from "../http/ids.ts";
import { Problem } from "../http/problem.ts";
import { isOwnView, type ViewHolder, type ViewRow, type ViewStanding, viewHolderOf } from "./views.rules.ts";

const selection = `select v.key, v.id, v.project_key, v.holder_kind, v.holder_key, v.owner, v.shared, v.name, v.query,
  v.columns, v.branch_key, coalesce(s.id, c.id) as branch_id, v.created_at, v.changed_at
  from views v left join subcategories s on s.key = v.branch_key left join categories c on c.key = v.branch_key`;

/** The views of a project that are shared or belong to the holder. */
export const viewsOfProject = (reader: Reader, projectKey: number, { kind, key }: ViewHolder) =>
  reader.all<ViewRow>(
    composed(
      `${selection} where v.project_key = ? and (v.shared = 1 or (v.holder_kind = ? and v.holder_key = ?))
        order by v.key`,
      [projectKey, kind, key],
    ),
  );

export const viewById = (reader: Reader, id: string) =>
  reader.get<ViewRow>(composed(`${selection} where v.id = ?`, [id]));

export async function viewStanding(reader: Reader, row: ViewRow, caller: Caller): Promise<ViewStanding> {
  const { project_key: projectKey, branch_key: branchKey } = row;
  // The key is that of a category or a subcategory, also of a deleted one.
  const place = { projectKey, categoryKey: branchKey ?? 0, subcategoryKey: branchKey };
  return { own: isOwnView(row, caller), seesBranch: branchKey === null || (await sees(reader, caller, place)) };
}

/**
 * The key of the branch that a query names, in the trash too. Null for an unknown id, which can be saved all the same:
 * the branch may have been removed meanwhile.
 */
async function branchKeyOf(reader: Reader, projectKey: number, query: ViewQuery): Promise<number | null> {
  if (query.within === undefined) return null;
  const node = (await nodeById(reader, query.within)) ?? (await trashedNodeById(reader, query.within));
  return node?.project_key === projectKey ? node.key : null;
}

export async function createView(
  tx: Tx,
  projectKey: number,
  { name, shared = false, query = {}, columns = [] }: ViewCreate,
  { caller, now }: { caller: Caller; now: number },
): Promise<string> {
  const holder = viewHolderOf(caller);
  await lockViewsOf(tx, projectKey);
  await refuseManyOfHolder(tx, projectKey, holder);
  if (shared) await refuseManyShared(tx, projectKey);
  const id = newId();
  await tx.run(
    sql`insert into views (id, project_key, holder_kind, holder_key, owner, shared, name, query, columns, branch_key,
        created_at, changed_at)
      values (${id}, ${projectKey}, ${holder.kind}, ${holder.key}, ${caller.actor}, ${shared ? 1 : 0}, ${name},
        ${JSON.stringify(query)}, ${JSON.stringify(columns)}, ${await branchKeyOf(tx, projectKey, query)}, ${now},
        ${now})`,
  );
  return id;
}

export async function updateView(tx: Tx, row: ViewRow, patch: ViewPatch, now: number): Promise<void> {
  const columns: Record<string, Value> = {};
  if (patch.name !== undefined) columns.name = patch.name;
  if (patch.columns !== undefined) columns.columns = JSON.stringify(patch.columns);
  if (patch.query !== undefined) {
    columns.query = JSON.stringify(patch.query);
    columns.branch_key = await branchKeyOf(tx, row.project_key, patch.query);
  }
  if (patch.shared !== undefined) columns.shared = patch.shared ? 1 : 0;
  if (patch.shared === true && row.shared === 0) {
    await lockViewsOf(tx, row.project_key);
    await refuseManyShared(tx, row.project_key);
  }
  if (Object.keys(columns).length > 0) await tx.run(updateByKey("views", { ...columns, changed_at: now }, row.key));
}

export const deleteView = (tx: Tx, { key }: ViewRow) => tx.run(sql`delete from views where key = ${key}`);

/** For a person or a key that is removed. Nobody else can see these views; the shared ones stay. */
export const deletePrivateViewsOf = (tx: Tx, { kind, key }: ViewHolder) =>
  tx.run(sql`delete from views where holder_kind = ${kind} and holder_key = ${key} and shared = 0`);

/** Of two new views at once, the second counts the first. */
const lockViewsOf = (tx: Tx, projectKey: number) => tx.lock(sql`select key from projects where key = ${projectKey}`);

async function refuseManyOfHolder(tx: Tx, projectKey: number, { kind, key }: ViewHolder): Promise<void> {
  const row = await tx.get<{ count: number }>(
    sql`select count(*) as count from views
      where holder_kind = ${kind} and holder_key = ${key} and project_key = ${projectKey}`,
  );
  if ((row?.count ?? 0) < limits.viewsPerOwner) return;
  throw new Problem("too_many_views", `You have ${limits.viewsPerOwner} views in this project. Delete one first.`);
}

async function refuseManyShared(tx: Tx, projectKey: number): Promise<void> {
  const row = await tx.get<{ count: number }>(
    sql`select count(*) as count from views where project_key = ${projectKey} and shared = 1`,
  );
  if ((row?.count ?? 0) < limits.sharedViews) return;
  throw new Problem("too_many_views", `The project has ${limits.sharedViews} shared views. Delete one first.`);
}
