import type { ItemCreate, ItemPatch } from "../../contract/items.ts";
import { allow } from "../access/allow.ts";
import type { Caller } from "../access/caller.ts";
import type { Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { Precondition } from "../http/conditional.ts";
import { invalid, notFound, Problem } from "../http/problem.ts";
import type { Author } from "../log/changes.sql.ts";
import { projectFor } from "../projects/projects.sql.ts";
import { checkedExternalKey, itemKeyOf, storedKey } from "./item-key.ts";
import type { ItemRow, PlacedItemRow } from "./items.rules.ts";
import {
  createItem,
  externalKeyTaken,
  leafById,
  moveItem,
  placeOfItem,
  readItemWithKey,
  updateItem,
} from "./items.sql.ts";

const noItem = (externalKey: string) => new Problem("not_found", `There is no item with the key "${externalKey}".`);

/** The item of a project that the caller sees, by its external key. */
export async function itemWithExternalKey(
  reader: Reader,
  projectId: string,
  text: string,
  caller: Caller | undefined,
): Promise<PlacedItemRow> {
  const project = await projectFor(reader, projectId, caller);
  const externalKey = itemKeyOf(text);
  const row = externalKey === undefined ? undefined : await readItemWithKey(reader, project.key, externalKey);
  if (!row) throw noItem(text);
  await allow(reader, caller, "view", placeOfItem(row), () => noItem(text));
  return row;
}

type Put = { fields: ItemPatch; precondition: Precondition };

/** Changes the item with an external key, or creates one. */
export async function putItem(
  tx: Tx,
  { projectId, itemKey: text }: { projectId: string; itemKey: string },
  { fields, precondition }: Put,
  author: Author,
): Promise<{ row: ItemRow; isNew: boolean }> {
  const externalKey = checkedExternalKey(text);
  const project = await projectFor(tx, projectId, author.caller);
  await tx.lock(
    sql`select key from items where external_key = ${storedKey(project.key, externalKey)} and external_key <> ''`,
  );
  const row = await readItemWithKey(tx, project.key, externalKey);
  if (row) {
    // Keys are unique among all items of the project, and that is all that is told of one that the caller may not see.
    await allow(tx, author.caller, "view", placeOfItem(row), () => externalKeyTaken(externalKey));
    const patch = { fields, merge: false, precondition };
    const change = fields.subcategoryId === undefined ? updateItem : moveItem;
    return { row: await change(tx, row.id, patch, author), isNew: false };
  }
  if (precondition) throw noItem(externalKey);
  const { name, subcategoryId, ...rest } = fields;
  if (name === undefined || subcategoryId === undefined) {
    const pointers = [
      ...(name === undefined ? ["/name"] : []),
      ...(subcategoryId === undefined ? ["/subcategoryId"] : []),
    ];
    const message = "is required: no item has this key yet";
    throw invalid(
      "invalid_body",
      pointers.map((pointer) => ({ pointer, code: "required", message })),
    );
  }
  const leaf = await leafById(tx, subcategoryId, author);
  if (leaf.project_key !== project.key) throw notFound("subcategory", subcategoryId);
  return {
    row: await createItem(tx, subcategoryId, { name, ...rest } as ItemCreate, author, externalKey),
    isNew: true,
  };
}
