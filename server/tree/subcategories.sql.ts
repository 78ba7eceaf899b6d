import type { SubcategoryCreate, SubcategoryMergePatch, SubcategoryPatch } from "../../contract/categories.ts";
import { allow, sentFields } from "../access/allow.ts";
import { type Tx, UniqueViolation } from "../db/db.ts";
import type { Scope } from "../db/scope.ts";
import type { Precondition } from "../http/conditional.ts";
import { slugFor } from "../http/ids.ts";
import { notFound, Problem } from "../http/problem.ts";
import { type Author, changeOf, changeRow, type NewChange } from "../log/changes.sql.ts";
import { refuseConflicts, refuseStaleDelete } from "../log/conflicts.ts";
import { type FieldChanges, isEmpty } from "../log/field-changes.ts";
import { missing } from "../log/missing.sql.ts";
import { rememberId } from "../log/old-ids.sql.ts";
import { moveToTrash } from "../log/trash.sql.ts";
import { lowerChildCount, raiseChildCount } from "./leaf-rule.sql.ts";
import { moveSubcategory, type NewParent, newParent } from "./move-subcategory.sql.ts";
import { type NodePatch, newNode, nodeChanges, nodeColumns, nodeFields, noteStaleNames } from "./nodes.ts";
import { lockBelow, lockShape, lockSubcategory } from "./shape-lock.sql.ts";
import type { PlacedSubcategoryRow } from "./tree.rows.ts";
import { categoryById, isCategoryId, subcategoryById } from "./tree.sql.ts";

type Parent = {
  projectKey: number;
  categoryKey: number;
  categoryId: string;
  parentKey: number | null;
  parentId: string;
};

export const placeOfSubcategory = (row: PlacedSubcategoryRow) => ({
  projectKey: row.project_key,
  subcategoryKey: row.key,
});

export async function createInCategory(tx: Tx, categoryId: string, body: SubcategoryCreate, author: Author) {
  await lockShape(tx, categoryId);
  const category = await categoryById(tx, categoryId);
  // 400 instead of 404: the contract requires it for this path.
  const unknown = () => new Problem("unknown_category", `There is no category "${categoryId}".`);
  if (!category) throw unknown();
  const place = { projectKey: category.project_key, categoryKey: category.key };
  await allow(tx, author.caller, "edit", place, unknown, () => sentFields(body));
  return insertSubcategory(
    tx,
    {
      projectKey: category.project_key,
      categoryKey: category.key,
      categoryId: category.id,
      parentKey: null,
      parentId: category.id,
    },
    body,
    author,
  );
}

export async function createInSubcategory(tx: Tx, parentId: string, body: SubcategoryCreate, author: Author) {
  await lockShape(tx, parentId);
  const parent = await subcategoryById(tx, parentId);
  if (!parent) throw await missing(tx, "subcategory", parentId, author.caller);
  const unseen = () => notFound("subcategory", parentId);
  await allow(tx, author.caller, "edit", placeOfSubcategory(parent), unseen, () => sentFields(body));
  await raiseChildCount(tx, parent.key, parent.id);
  return insertSubcategory(
    tx,
    {
      projectKey: parent.project_key,
      categoryKey: parent.category_key,
      categoryId: parent.category_id,
      parentKey: parent.key,
      parentId: parent.id,
    },
    body,
    author,
  );
}

async function insertSubcategory(
  tx: Tx,
  parent: Parent,
  body: SubcategoryCreate,
  author: Author,
): Promise<PlacedSubcategoryRow> {
  if (body.id != null) await refuseCategoryId(tx, body.id);
  const id = body.id ?? slugFor(body.name);
  const node = newNode(body);
  const columns = {
    id,
    category_key: parent.categoryKey,
    parent_key: parent.parentKey,
    ...nodeColumns(node),
    child_count: 0,
    item_count: 0,
  };
  try {
    const key = await changeRow(
      tx,
      author,
      {
        projectKey: parent.projectKey,
        kind: "subcategory",
        action: "create",
        entityId: id,
        before: {},
        after: { id, ...node, parentId: parent.parentId },
        toKey: parent.parentKey ?? parent.categoryKey,
      },
      { table: "subcategories", columns, scopes: [`tree:${parent.categoryKey}`, `project:${parent.projectKey}`] },
    );
    return {
      ...columns,
      key,
      version: key,
      category_id: parent.categoryId,
      parent_id: parent.parentId,
      project_key: parent.projectKey,
    };
  } catch (error) {
    throw idTaken(error, id);
  }
}

function idTaken(error: unknown, id: string): unknown {
  if (!(error instanceof UniqueViolation)) return error;
  return new Problem("id_taken", `Another subcategory has the id "${id}".`);
}

/** A `parentId` can name either, so no two of them may share an id. */
async function refuseCategoryId(tx: Tx, id: string): Promise<void> {
  if (await isCategoryId(tx, id)) throw new Problem("id_taken", `A category has the id "${id}".`);
}

export async function updateSubcategory(
  tx: Tx,
  id: string,
  { fields, merge, precondition }: NodePatch<SubcategoryPatch | SubcategoryMergePatch>,
  author: Author,
): Promise<PlacedSubcategoryRow> {
  if (fields.parentId !== undefined) await lockShape(tx, id);
  await lockSubcategory(tx, id);
  const row = await subcategoryById(tx, id);
  if (!row) throw await missing(tx, "subcategory", id, author.caller);
  await allow(tx, author.caller, "translate", placeOfSubcategory(row), () => notFound("subcategory", id));
  const changes = nodeChanges(row, fields, merge);
  if (fields.id !== undefined && fields.id !== row.id) {
    await refuseCategoryId(tx, fields.id);
    changes.columns.id = fields.id;
    changes.before.id = row.id;
    changes.after.id = fields.id;
  }
  const moves = fields.parentId !== undefined && fields.parentId !== row.parent_id;
  if (moves) {
    changes.before.parentId = row.parent_id;
    changes.after.parentId = fields.parentId;
  }
  if (isEmpty(changes) && !moves) return row;
  await refuseConflicts(tx, precondition, row.version, changes);
  const parent = moves ? await newParent(tx, row, fields.parentId as string, author) : undefined;
  return writeSubcategory(tx, row, { changes, parent }, author);
}

/** Writes the changed columns and their entry in the log. `parent` is the target of a move that `changes` records. */
export async function writeSubcategory(
  tx: Tx,
  row: PlacedSubcategoryRow,
  { changes, parent }: { changes: FieldChanges; parent: NewParent | undefined },
  author: Author,
): Promise<PlacedSubcategoryRow> {
  const unseen = () => notFound("subcategory", row.id);
  await allow(tx, author.caller, "translate", placeOfSubcategory(row), unseen, () => Object.keys(changes.after));
  if (parent) {
    const target = { projectKey: row.project_key, categoryKey: parent.category_key, subcategoryKey: parent.parent_key };
    await allow(tx, author.caller, "edit", target, () => notFound("subcategory", parent.parent_id));
  }
  if (parent) await moveSubcategory(tx, row, parent);
  noteStaleNames(row, changes);
  const { columns } = changes;
  const change: NewChange = {
    ...changeOf("subcategory", "update", row, changes),
    ...(parent && { fromKey: row.parent_key ?? row.category_key, toKey: parent.parent_key ?? parent.category_key }),
  };
  const scopes: Scope[] = [`tree:${row.category_key}`, `project:${row.project_key}`];
  let version: number;
  try {
    version = await changeRow(tx, author, change, { table: "subcategories", columns, scopes });
  } catch (error) {
    throw idTaken(error, columns.id as string);
  }
  if (parent || columns.id !== undefined) tx.touchShape();
  if (columns.id !== undefined) {
    await rememberId(tx, row.id, row.key);
    // The items of the subcategory show its id.
    tx.touch(`items:${row.key}`);
  }
  return { ...row, ...columns, version, ...parent };
}

export async function deleteSubcategory(tx: Tx, id: string, precondition: Precondition, author: Author): Promise<void> {
  await lockShape(tx, id);
  const row = await subcategoryById(tx, id);
  if (!row) throw await missing(tx, "subcategory", id, author.caller);
  await allow(tx, author.caller, "edit", placeOfSubcategory(row), () => notFound("subcategory", id));
  await lockBelow(tx, "subcategory", row.key);
  await refuseStaleDelete(tx, precondition, row.version);
  await moveToTrash(tx, author, {
    kind: "subcategory",
    row,
    before: { ...nodeFields(row), parentId: row.parent_id },
  });
  if (row.parent_key !== null) await lowerChildCount(tx, row.parent_key);
  tx.touch(`tree:${row.category_key}`);
  tx.touch(`project:${row.project_key}`);
}
