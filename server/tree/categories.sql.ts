import type { CategoryCreate, CategoryMergePatch, CategoryPatch } from "../../contract/categories.ts";
import { allow, sentFields } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import { sql, updateByKey } from "../db/sql.ts";
import type { Precondition } from "../http/conditional.ts";
import { newId } from "../http/ids.ts";
import { notFound } from "../http/problem.ts";
import { type Author, appendChange } from "../log/changes.sql.ts";
import { refuseConflicts, refuseStaleDelete } from "../log/conflicts.ts";
import { type FieldChanges, isEmpty } from "../log/field-changes.ts";
import { missing } from "../log/missing.sql.ts";
import { noNotes } from "../log/stale-translations.ts";
import { moveToTrash } from "../log/trash.sql.ts";
import { projectById } from "../projects/projects.sql.ts";
import { newNode, nodeChanges, nodeFields, noteStaleNames } from "./nodes.ts";
import { lockBelow, lockCategory, lockShape } from "./shape-lock.sql.ts";
import type { CategoryRow } from "./tree.rows.ts";
import { categoryById } from "./tree.sql.ts";

const placeOfCategory = (row: CategoryRow) => ({ projectKey: row.project_key, categoryKey: row.key });

export async function createCategory(
  tx: Tx,
  projectId: string,
  body: CategoryCreate,
  author: Author,
): Promise<CategoryRow> {
  const project = await projectById(tx, projectId);
  if (!project) throw notFound("project", projectId);
  const unseen = () => notFound("project", projectId);
  await allow(tx, author.caller, "edit", { projectKey: project.key }, unseen, () => sentFields(body));
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
    stale: noNotes,
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
  await lockCategory(tx, id);
  const row = await categoryById(tx, id);
  if (!row) throw await missing(tx, "category", id, author.caller);
  await allow(tx, author.caller, "translate", placeOfCategory(row), () => notFound("category", id));
  const changes = nodeChanges(row, patch, merge);
  if (isEmpty(changes)) return row;
  await refuseConflicts(tx, precondition, row.version, changes.after, changes.before);
  return writeCategory(tx, row, changes, author);
}

/** Writes what changed, and the change itself. */
export async function writeCategory(
  tx: Tx,
  row: CategoryRow,
  changes: FieldChanges,
  author: Author,
): Promise<CategoryRow> {
  const unseen = () => notFound("category", row.id);
  await allow(tx, author.caller, "translate", placeOfCategory(row), unseen, () => Object.keys(changes.after));
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
  noteStaleNames(row, changes);
  const columns = { ...changes.columns, version };
  await tx.post(updateByKey("categories", columns, row.key));
  tx.touch(`tree:${row.key}`);
  tx.touch(`project:${row.project_key}`);
  return { ...row, ...columns };
}

export async function deleteCategory(tx: Tx, id: string, precondition: Precondition, author: Author): Promise<void> {
  await lockShape(tx, id);
  await lockCategory(tx, id);
  const row = await categoryById(tx, id);
  if (!row) throw await missing(tx, "category", id, author.caller);
  await allow(tx, author.caller, "edit", placeOfCategory(row), () => notFound("category", id));
  await lockBelow(tx, "category", row.key);
  const { key, project_key: projectKey } = row;
  await refuseStaleDelete(tx, precondition, row.version);
  const seq = await appendChange(tx, author, {
    projectKey,
    kind: "category",
    action: "delete",
    entityKey: key,
    entityId: id,
    previous: row.version,
    before: nodeFields(row),
    after: {},
  });
  await moveToTrash(tx, author, { seq, projectKey, kind: "category", key, id, name: row.name });
  tx.touch(`tree:${key}`);
  tx.touch(`project:${projectKey}`);
}
