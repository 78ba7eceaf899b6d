import type { Tx } from "../db/db.ts";
import { writeItem } from "../items/items.sql.ts";
import type { Author } from "../log/changes.sql.ts";
import type { Parent } from "../log/entity-places.sql.ts";
import type { FieldChanges } from "../log/field-changes.ts";
import { writeCategory } from "../tree/categories.sql.ts";
import { writeSubcategory } from "../tree/subcategories.sql.ts";
import type { LiveEntity } from "./live-entities.sql.ts";

/** Writes the changed columns of an entity of any kind and their entry in the log. Returns the new row. */
export async function writeEntity(
  tx: Tx,
  entity: LiveEntity,
  { changes, parent }: { changes: FieldChanges; parent: Parent | undefined },
  author: Author,
): Promise<LiveEntity["row"]> {
  if (entity.kind === "item") return writeItem(tx, entity.row, changes, author);
  if (entity.kind === "category") return writeCategory(tx, entity.row, changes, author);
  return writeSubcategory(tx, entity.row, { changes, parent }, author);
}
