import type { z } from "zod";
import { type ItemRowChange, rowPatch, type SavedItemRow } from "../../contract/item-rows.ts";
import { itemCreate } from "../../contract/items.ts";
import { allow, allowAnywhere, isUnlimited, sentFields } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import { check } from "../http/check.ts";
import { precondition } from "../http/conditional.ts";
import { faultsOf } from "../http/faults.ts";
import { invalid, notFound, Problem } from "../http/problem.ts";
import { itemChanges, type PlacedItemRow } from "../items/items.rules.ts";
import { addToLeaf, allowInLeaf, type Leaf, leafById, placeOfItem, writeItem } from "../items/items.sql.ts";
import type { Author } from "../log/changes.sql.ts";
import { refuseConflicts } from "../log/conflicts.ts";
import { isEmpty } from "../log/field-changes.ts";
import { lockSubcategories } from "../tree/shape-lock.sql.ts";
import { visibleRows } from "./selected-items.sql.ts";

type Change = ItemRowChange & { id: string };

/**
 * Changes and creates items, each by values of its own, as one set of changes. Everything that can refuse a row is
 * asked before the row is written, so that no row is written in part.
 */
export async function saveRows(tx: Tx, rows: readonly ItemRowChange[], author: Author): Promise<SavedItemRow[]> {
  if (author.caller) {
    await isUnlimited(tx, author.caller);
    allowAnywhere(author.caller, "translate");
  }
  // In the order in which a deletion of a tree locks too.
  await lockSubcategories(tx, [...new Set(rows.flatMap(({ subcategoryId }) => subcategoryId ?? []))]);
  const ids = [...new Set(rows.flatMap(({ id }) => id ?? []))];
  const items = new Map((await visibleRows(tx, ids, false, author)).map((item) => [item.id, item]));
  const leafOf = leavesOnce(tx, author);
  const saved: SavedItemRow[] = [];
  for (const row of rows) {
    try {
      saved.push(
        isChange(row)
          ? await changeItem(tx, row, items.get(row.id), author)
          : await newItem(tx, row, await leafOf(row.subcategoryId ?? ""), author),
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      saved.push(refused(row, error));
    }
  }
  return saved;
}

const isChange = (row: ItemRowChange): row is Change => row.id !== undefined;

async function changeItem(
  tx: Tx,
  { id, data, ifMatch }: Change,
  item: PlacedItemRow | undefined,
  author: Author,
): Promise<SavedItemRow> {
  if (!item) throw notFound("item", id);
  await allow(tx, author.caller, "translate", placeOfItem(item), () => notFound("item", id));
  const changes = itemChanges(item, checked(rowPatch, data), true);
  if (isEmpty(changes)) return { id, status: "unchanged" };
  await refuseConflicts(tx, precondition(ifMatch ?? null), item.version, changes);
  await writeItem(tx, item, changes, author);
  return { id, status: "changed" };
}

async function newItem(tx: Tx, { data }: ItemRowChange, leaf: Leaf, author: Author): Promise<SavedItemRow> {
  const fields = checked(itemCreate, data);
  await allowInLeaf(tx, leaf, author, () => sentFields(fields));
  const { id } = await addToLeaf(tx, leaf, fields, author);
  return { id, status: "created" };
}

/** Read-only fields are ignored, so that a client may send back what it read. */
function checked<Schema extends z.ZodType>(schema: Schema, data: ItemRowChange["data"]): z.output<Schema> {
  const { id: _, comments: __, ...fields } = data;
  const result = check(schema, fields);
  if (result.success) return result.data;
  const { listed, count } = faultsOf(result.error);
  throw invalid("invalid_body", listed, count);
}

/** Looks for each leaf one time, however many rows name it. */
function leavesOnce(tx: Tx, author: Author): (id: string) => Promise<Leaf> {
  const found = new Map<string, Leaf | Problem>();
  return async (id) => {
    let leaf = found.get(id);
    if (!leaf) {
      leaf = await leafById(tx, id, author).catch((error) => {
        if (error instanceof Problem) return error;
        throw error;
      });
      found.set(id, leaf);
    }
    if (leaf instanceof Problem) throw leaf;
    return leaf;
  };
}

function refused({ id }: ItemRowChange, { code, message, members }: Problem): SavedItemRow {
  const { errors, conflicts } = members as Pick<SavedItemRow, "errors" | "conflicts">;
  return {
    ...(id !== undefined && { id }),
    status: "refused",
    code,
    message,
    ...(errors && { errors }),
    ...(conflicts && { conflicts }),
  };
}
