import type { SubcategoryCreate, SubcategoryMergePatch, SubcategoryPatch } from "../../contract/categories.ts";
import { type Author, appendChange } from "../changes/changes.sql.ts";
import { refuseConflicts, refuseStaleDelete } from "../changes/conflicts.ts";
import { isEmpty } from "../changes/field-changes.ts";
import { type Tx, UniqueViolation } from "../db/db.ts";
import { sql, updateByKey } from "../db/sql.ts";
import type { Precondition } from "../http/conditional.ts";
import { slugFor } from "../http/ids.ts";
import { notFound, Problem } from "../http/problem.ts";
import { countChild, uncountChild } from "./leaf-rule.sql.ts";
import { moveSubcategory } from "./move-subcategory.sql.ts";
import { newNode, nodeChanges, nodeFields } from "./nodes.ts";
import type { PlacedSubcategoryRow } from "./tree.rows.ts";
import { categoryById, subcategoryById } from "./tree.sql.ts";

type Place = {
  projectKey: number;
  categoryKey: number;
  categoryId: string;
  parentKey: number | null;
  parentId: string;
};

export async function createInCategory(tx: Tx, categoryId: string, body: SubcategoryCreate, author: Author) {
  const category = await categoryById(tx, categoryId);
  // 400 and not 404: the contract says so for this one path.
  if (!category) throw new Problem("unknown_category", `There is no category "${categoryId}".`);
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
  const parent = await subcategoryById(tx, parentId);
  if (!parent) throw notFound("subcategory", parentId);
  await countChild(tx, parent.key, parent.id);
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

async function insertSubcategory(tx: Tx, place: Place, body: SubcategoryCreate, author: Author) {
  const id = body.id ?? slugFor(body.name);
  const node = newNode(body);
  const key = await appendChange(tx, author, {
    projectKey: place.projectKey,
    kind: "subcategory",
    action: "create",
    entityId: id,
    before: {},
    after: { id, ...node, parentId: place.parentId },
  });
  const row: PlacedSubcategoryRow = {
    key,
    id,
    category_key: place.categoryKey,
    parent_key: place.parentKey,
    name: node.name as string,
    visible: node.visible ? 1 : 0,
    priority: node.priority as number,
    img: node.img as string,
    translations: JSON.stringify(node.translations),
    child_count: 0,
    item_count: 0,
    version: key,
    category_id: place.categoryId,
    parent_id: place.parentId,
    project_key: place.projectKey,
  };
  try {
    await tx.run(
      sql`insert into subcategories (key, id, category_key, parent_key, name, visible, priority, img, translations, version)
        values (${key}, ${id}, ${row.category_key}, ${row.parent_key}, ${row.name}, ${row.visible}, ${row.priority},
          ${row.img}, ${row.translations}, ${key})`,
    );
  } catch (error) {
    throw idTaken(error, id);
  }
  tx.touch(`tree:${row.category_key}`);
  tx.touch(`project:${row.project_key}`);
  return row;
}

function idTaken(error: unknown, id: string): unknown {
  if (!(error instanceof UniqueViolation)) return error;
  return new Problem("id_taken", `Another subcategory has the id "${id}".`);
}

export async function updateSubcategory(
  tx: Tx,
  id: string,
  patch: SubcategoryPatch | SubcategoryMergePatch,
  merge: boolean,
  precondition: Precondition,
  author: Author,
): Promise<PlacedSubcategoryRow> {
  const row = await subcategoryById(tx, id);
  if (!row) throw notFound("subcategory", id);
  const changes = nodeChanges(row, patch, merge);
  if (patch.id !== undefined && patch.id !== row.id) {
    changes.columns.id = patch.id;
    changes.before.id = row.id;
    changes.after.id = patch.id;
  }
  const moves = patch.parentId !== undefined && patch.parentId !== row.parent_id;
  if (moves) {
    changes.before.parentId = row.parent_id;
    changes.after.parentId = patch.parentId;
  }
  if (isEmpty(changes) && !moves) return row;
  await refuseConflicts(tx, precondition, row.version, changes.after, changes.before);
  const version = await appendChange(tx, author, {
    projectKey: row.project_key,
    kind: "subcategory",
    action: "update",
    entityKey: row.key,
    entityId: row.id,
    previous: row.version,
    before: changes.before,
    after: changes.after,
  });
  const place = moves ? await moveSubcategory(tx, row, patch.parentId as string) : {};
  const columns = { ...changes.columns, version };
  try {
    await tx.run(updateByKey("subcategories", columns, row.key));
  } catch (error) {
    throw idTaken(error, patch.id as string);
  }
  tx.touch(`tree:${row.category_key}`);
  tx.touch(`project:${row.project_key}`);
  // The items of the subcategory show its id.
  if (changes.columns.id !== undefined) tx.touch(`items:${row.key}`);
  return { ...row, ...columns, ...place };
}

export async function deleteSubcategory(tx: Tx, id: string, precondition: Precondition, author: Author): Promise<void> {
  const row = await subcategoryById(tx, id);
  if (!row) throw notFound("subcategory", id);
  refuseStaleDelete(precondition, row.version);
  await appendChange(tx, author, {
    projectKey: row.project_key,
    kind: "subcategory",
    action: "delete",
    entityKey: row.key,
    entityId: row.id,
    previous: row.version,
    before: { ...nodeFields(row), parentId: row.parent_id },
    after: {},
  });
  await tx.run(
    sql`with recursive below (key) as (
        select key from subcategories where key = ${row.key}
        union all
        select s.key from subcategories s join below b on s.parent_key = b.key
      )
      delete from items where subcategory_key in (select key from below)`,
  );
  await tx.run(
    sql`with recursive below (key) as (
        select key from subcategories where key = ${row.key}
        union all
        select s.key from subcategories s join below b on s.parent_key = b.key
      )
      delete from subcategories where key in (select key from below)`,
  );
  if (row.parent_key !== null) await uncountChild(tx, row.parent_key);
  tx.touch(`tree:${row.category_key}`);
  tx.touch(`project:${row.project_key}`);
}
