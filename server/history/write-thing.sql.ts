import type { Tx } from "../db/db.ts";
import { writeItem } from "../items/items.sql.ts";
import type { Author } from "../log/changes.sql.ts";
import type { FieldChanges } from "../log/field-changes.ts";
import type { Parent } from "../log/thing-places.sql.ts";
import { writeCategory } from "../tree/categories.sql.ts";
import { writeSubcategory } from "../tree/subcategories.sql.ts";
import type { LiveThing } from "./live-things.sql.ts";

/** Writes the changed columns of a thing of any kind and their entry in the log. Returns the new row. */
export async function writeThing(
  tx: Tx,
  thing: LiveThing,
  { changes, parent }: { changes: FieldChanges; parent: Parent | undefined },
  author: Author,
): Promise<LiveThing["row"]> {
  if (thing.kind === "item") return writeItem(tx, thing.row, changes, author);
  if (thing.kind === "category") return writeCategory(tx, thing.row, changes, author);
  return writeSubcategory(tx, thing.row, { changes, parent }, author);
}
