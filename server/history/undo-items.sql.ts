import { allow } from "../access/allow.ts";
import type { Tx } from "../db/db.ts";
import { composed } from "../db/sql.ts";
import { notFound } from "../http/problem.ts";
import { itemFields, type PlacedItemRow } from "../items/items.rules.ts";
import { deleteItems, itemSelection, placeOfItem, readPlacedItems, touchMembership } from "../items/items.sql.ts";
import { appendChange, type ChangeRow, keyOf } from "../log/changes.sql.ts";
import { itemColumnList } from "../log/trash.sql.ts";
import { raiseItemCounts } from "../tree/leaf-rule.sql.ts";
import { isKeyTaken } from "./restore.sql.ts";
import { addUndone, type Undo } from "./undo-run.ts";
import type { Step } from "./undo-steps.ts";

/** Steps in their order. Those that create, or delete, items one after the other are together. */
export function* runsOfItems(steps: readonly Step[]): Generator<Step[]> {
  let run: Step[] = [];
  for (const step of steps) {
    const [first] = run;
    if (first && !(isOfItem(first) && isOfItem(step) && first.action === step.action)) {
      yield run;
      run = [];
    }
    run.push(step);
  }
  if (run.length > 0) yield run;
}

type ItemStep = Extract<Step, { change: ChangeRow }>;

const isOfItem = (step: Step): step is ItemStep => step.action !== "update" && step.change.kind === "item";

/**
 * Undoes the steps of a run together as far as nothing stands against it, and returns those that are left. In SQLite, a
 * statement that copies rows has a journal of its own. When it ends, SQLite looks through the journal of the whole write:
 * with one such statement for each item, the time grows with the square of their number.
 */
export async function undoTogether(run: Undo, steps: readonly Step[]): Promise<readonly Step[]> {
  const ofItems = steps.filter(isOfItem);
  if (ofItems.length < 2) return steps;
  const undone = ofItems[0]?.action === "create" ? await deleteAgain(run, ofItems) : await restoreItems(run, ofItems);
  return ofItems.filter(({ change }) => !undone.has(keyOf(change)));
}

/** Deletes the items that nobody has changed since they were created or restored. */
async function deleteAgain(run: Undo, steps: readonly ItemStep[]): Promise<ReadonlySet<number>> {
  const made = new Map(steps.map(({ change }) => [keyOf(change), change]));
  const ids = new Set(steps.map(({ change }) => change.entity_id));
  const rows = await readPlacedItems(run.tx, [...ids], { target: undefined });
  const unchanged = rows.filter(({ key, version }) => made.get(key)?.seq === version);
  await deleteItems(run.tx, unchanged, run.author);
  for (const { id, name } of unchanged) addUndone(run, { kind: "item", id, name }, "delete");
  return new Set(unchanged.map(({ key }) => key));
}

type TrashedItem = PlacedItemRow & { deleted_by: number };

/** Restores the items of deletions of their own whose subcategories can hold them and whose keys are free. */
async function restoreItems(run: Undo, steps: readonly ItemStep[]): Promise<ReadonlySet<number>> {
  const { tx, author } = run;
  const rows = await restorable(run, steps);
  const counts = new Map<number, number>();
  const leaves = new Map(rows.map((row) => [row.subcategory_key, row]));
  let first: number | undefined;
  for (const row of rows) {
    const place = { ...placeOfItem(row), categoryKey: row.category_key, deletedKey: row.key };
    await allow(tx, author.caller, "edit", place, () => notFound("item", row.id));
    const seq = await appendChange(tx, author, {
      projectKey: row.project_key,
      kind: "item",
      action: "create",
      entityKey: row.key,
      entityId: row.id,
      previous: row.deleted_by,
      before: {},
      after: { ...itemFields(row), subcategoryId: row.subcategory_id },
      toKey: row.subcategory_key,
    });
    first ??= seq;
    counts.set(row.subcategory_key, (counts.get(row.subcategory_key) ?? 0) + 1);
    addUndone(run, { kind: "item", id: row.id, name: row.name }, "restore");
  }
  if (first === undefined) return new Set();
  await raiseItemCounts(tx, counts);
  await takeFromTrash(tx, author.set, first, rows);
  for (const [key, place] of leaves) touchMembership(tx, key, place);
  return new Set(rows.map(({ key }) => key));
}

async function restorable({ tx, restorableSince }: Undo, steps: readonly ItemStep[]): Promise<TrashedItem[]> {
  const keys = steps.map(({ change }) => keyOf(change));
  await tx.lock(
    composed(
      `select key from subcategories
        where key in (select subcategory_key from trash_items where key in (?)) order by key`,
      [keys],
    ),
  );
  const rows = await tx.all<TrashedItem>(
    composed(
      `select ${itemSelection}, i.stale, s.category_key, c.project_key, i.deleted_by
        from trash_items i join deletions d on d.seq = i.deleted_by
        join subcategories s on s.key = i.subcategory_key join categories c on c.key = s.category_key
        where i.key in (?) and d.entity_key = i.key and d.at > ? and s.child_count = 0 and not ${isKeyTaken("i")}
        order by i.key desc`,
      [keys, restorableSince],
    ),
  );
  // Of two deleted items with one key, the second can only come back without it.
  const taken = new Set<string>();
  return rows.filter(({ external_key }) => {
    if (external_key === "") return true;
    const isFree = !taken.has(external_key);
    taken.add(external_key);
    return isFree;
  });
}

/** Puts the rows back that the changes of a set from `first` on restore. */
async function takeFromTrash(tx: Tx, set: string, first: number, rows: readonly TrashedItem[]): Promise<void> {
  const restored = itemColumnList.replaceAll(/\w+/g, (column) => (column === "version" ? "c.seq" : `t.${column}`));
  await tx.run(
    composed(
      `insert into items (${itemColumnList})
        select ${restored} from changes c join trash_items t on t.key = c.entity_key
        where c.set_id = ? and c.seq >= ? and c.kind = 'item' and c.action = 'create'`,
      [set, first],
    ),
  );
  await tx.run(composed("delete from trash_items where key in (?)", [rows.map(({ key }) => key)]));
  await tx.run(composed("delete from deletions where seq in (?)", [rows.map(({ deleted_by }) => deleted_by)]));
}
