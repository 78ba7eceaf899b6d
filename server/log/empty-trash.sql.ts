import type { Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { type PruningJob, untilNothingIsLeft } from "./pruning.ts";

const rowsPerStep = 1_000;

type Emptying = {
  trashMs: number;
  /** Removes what other rooms store for items, which leave the trash for good. */
  forgetItems(tx: Tx, itemKeys: readonly number[]): Promise<void>;
};

/** Removes what was deleted longer than `trashMs` ago. */
export const emptyTrash = ({ trashMs, forgetItems }: Emptying): PruningJob =>
  untilNothingIsLeft(async (tx, now) => {
    const oldest = await tx.get<{ seq: number }>(
      sql`select seq from deletions where at <= ${now - trashMs} order by seq limit 1`,
    );
    if (!oldest) return 0;
    for (const table of ["trash_items", "trash_subcategories"]) {
      const gone = await tx.all<{ key: number }>(
        composed(
          `delete from ${table} where key in (select key from ${table} where deleted_by = ? limit ?) returning key`,
          [oldest.seq, rowsPerStep],
        ),
      );
      if (table === "trash_items") {
        await forgetItems(
          tx,
          gone.map(({ key }) => key),
        );
      }
      if (gone.length > 0) return gone.length;
    }
    await forgetDeletion(tx, oldest.seq);
    return 1;
  });

/** Removes a deletion from the trash. It cannot be undone after this. */
async function forgetDeletion(tx: Tx, seq: number): Promise<void> {
  await tx.run(sql`delete from trash_items where deleted_by = ${seq}`);
  await tx.run(
    sql`delete from id_aliases where key in (select key from trash_subcategories where deleted_by = ${seq})`,
  );
  await tx.run(sql`delete from trash_subcategories where deleted_by = ${seq}`);
  await tx.run(sql`delete from trash_categories where deleted_by = ${seq}`);
  await tx.run(sql`delete from deletions where seq = ${seq}`);
}
