import type { CategoryCreate, CategoryMergePatch, CategoryPatch } from "../../contract/categories.ts";
import { allow, sentFields } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import type { Precondition } from "../http/conditional.ts";
import { newId } from "../http/ids.ts";
import { notFound } from "../http/problem.ts";
import { type Author, changeOf, changeRow } from "../log/changes.sql.ts";
import { refuseConflicts, refuseStaleDelete } from "../log/conflicts.ts";
import { type FieldChanges, isEmpty } from "../log/field-changes.ts";
import { missing } from "../log/missing.sql.ts";
import { moveToTrash } from "../log/trash.sql.ts";
import { projectById } from "../projects/projects.sql.ts";
import { type NodePatch, newNode, nodeChanges, nodeColumns, nodeFields, noteStaleNames } from "./nodes.ts";
import { lockBelow, lockCategory, lockShape } from "./shape-lock.sql.ts";
import type { CategoryRow } from "./tree.rows.ts";
import { categoryById } from "./tree.sql.ts";

export const placeOfCategory = (row: CategoryRow) => ({ projectKey: row.project_key, categoryKey: row.key });

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
  const columns = { id, project_key: project.key, ...nodeColumns(node) };
  const key = await changeRow(
    tx,
    author,
    {
      projectKey: project.key,
      kind: "category",
      action: "create",
      entityId: id,
      before: {},
      after: { id, ...node },
    },
    { table: "categories", columns, scopes: [`project:${project.key}`] },
  );
  return { ...columns, key, version: key, project_id: project.id };
}

export async function updateCategory(
  tx: Tx,
  id: string,
  { fields, merge, precondition }: NodePatch<CategoryPatch | CategoryMergePatch>,
  author: Author,
): Promise<CategoryRow> {
  await lockCategory(tx, id);
  const row = await categoryById(tx, id);
  if (!row) throw await missing(tx, "category", id, author.caller);
  await allow(tx, author.caller, "translate", placeOfCategory(row), () => notFound("category", id));
  const changes = nodeChanges(row, fields, merge);
  if (isEmpty(changes)) return row;
  await refuseConflicts(tx, precondition, row.version, changes);
  return writeCategory(tx, row, changes, author);
}

/** Writes the changed columns and their entry in the log. */
export async function writeCategory(
  tx: Tx,
  row: CategoryRow,
  changes: FieldChanges,
  author: Author,
): Promise<CategoryRow> {
  const unseen = () => notFound("category", row.id);
  await allow(tx, author.caller, "translate", placeOfCategory(row), unseen, () => Object.keys(changes.after));
  noteStaleNames(row, changes);
  const { columns } = changes;
  const version = await changeRow(tx, author, changeOf("category", "update", row, changes), {
    table: "categories",
    columns,
    scopes: [`tree:${row.key}`, `project:${row.project_key}`],
  });
  return { ...row, ...columns, version };
}

export async function deleteCategory(tx: Tx, id: string, precondition: Precondition, author: Author): Promise<void> {
  await lockShape(tx, id);
  await lockCategory(tx, id);
  const row = await categoryById(tx, id);
  if (!row) throw await missing(tx, "category", id, author.caller);
  await allow(tx, author.caller, "edit", placeOfCategory(row), () => notFound("category", id));
  await lockBelow(tx, "category", row.key);
  await refuseStaleDelete(tx, precondition, row.version);
  await moveToTrash(tx, author, { kind: "category", row, before: nodeFields(row) });
  tx.touch(`tree:${row.key}`);
  tx.touch(`project:${row.project_key}`);
}
