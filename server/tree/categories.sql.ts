import type { CategoryCreate, CategoryMergePatch, CategoryPatch } from "../../contract/categories.ts";
import { type Author, appendChange } from "../changes/changes.sql.ts";
import { refuseConflicts, refuseStaleDelete } from "../changes/conflicts.ts";
import { isEmpty } from "../changes/field-changes.ts";
import type { Tx } from "../db/db.ts";
import { sql, updateByKey } from "../db/sql.ts";
import type { Precondition } from "../http/conditional.ts";
import { newId } from "../http/ids.ts";
import { notFound } from "../http/problem.ts";
import { projectById } from "../projects/projects.sql.ts";
import { newNode, nodeChanges, nodeFields } from "./nodes.ts";
import type { CategoryRow } from "./tree.rows.ts";
import { categoryById } from "./tree.sql.ts";

export async function createCategory(
  tx: Tx,
  projectId: string,
  body: CategoryCreate,
  author: Author,
): Promise<CategoryRow> {
  const project = await projectById(tx, projectId);
  if (!project) throw notFound("project", projectId);
  const id = newId();
  const node = newNode(body);
  const key = await appendChange(tx, author, {
    projectKey: project.key,
    kind: "category",
    action: "create",
    entityId: id,
    before: {},
    after: { id, ...node },
  });
  const row: CategoryRow = {
    key,
    id,
    project_key: project.key,
    project_id: project.id,
    name: node.name as string,
    visible: node.visible ? 1 : 0,
    priority: node.priority as number,
    img: node.img as string,
    translations: JSON.stringify(node.translations),
    version: key,
  };
  await tx.run(
    sql`insert into categories (key, id, project_key, name, visible, priority, img, translations, version)
      values (${key}, ${id}, ${project.key}, ${row.name}, ${row.visible}, ${row.priority}, ${row.img},
        ${row.translations}, ${key})`,
  );
  tx.touch(`project:${project.key}`);
  return row;
}

export async function updateCategory(
  tx: Tx,
  id: string,
  patch: CategoryPatch | CategoryMergePatch,
  merge: boolean,
  precondition: Precondition,
  author: Author,
): Promise<CategoryRow> {
  const row = await categoryById(tx, id);
  if (!row) throw notFound("category", id);
  const changes = nodeChanges(row, patch, merge);
  if (isEmpty(changes)) return row;
  await refuseConflicts(tx, precondition, row.version, changes.after, changes.before);
  const version = await appendChange(tx, author, {
    projectKey: row.project_key,
    kind: "category",
    action: "update",
    entityKey: row.key,
    entityId: row.id,
    previous: row.version,
    before: changes.before,
    after: changes.after,
  });
  const columns = { ...changes.columns, version };
  await tx.run(updateByKey("categories", columns, row.key));
  tx.touch(`tree:${row.key}`);
  tx.touch(`project:${row.project_key}`);
  return { ...row, ...columns };
}

export async function deleteCategory(tx: Tx, id: string, precondition: Precondition, author: Author): Promise<void> {
  const row = await categoryById(tx, id);
  if (!row) throw notFound("category", id);
  refuseStaleDelete(precondition, row.version);
  await appendChange(tx, author, {
    projectKey: row.project_key,
    kind: "category",
    action: "delete",
    entityKey: row.key,
    entityId: row.id,
    previous: row.version,
    before: nodeFields(row),
    after: {},
  });
  await tx.run(
    sql`delete from items where subcategory_key in (select key from subcategories where category_key = ${row.key})`,
  );
  await tx.run(sql`delete from subcategories where category_key = ${row.key}`);
  await tx.run(sql`delete from categories where key = ${row.key}`);
  tx.touch(`tree:${row.key}`);
  tx.touch(`project:${row.project_key}`);
}
