import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { untilNothingIsLeft } from "../log/pruning.ts";

/** Chunks that one statement removes: SQLite gives others no turn within one, and reads all pages of what it removes. */
const chunksAtOnce = 20;

export const deleteImport = async (tx: Tx, importKey: number): Promise<void> => {
  const last = await tx.get<{ number: number | null }>(
    sql`select max(number) as number from import_chunks where import_key = ${importKey}`,
  );
  const count = (last?.number ?? -1) + 1;
  for (let from = 0; from < count; from += chunksAtOnce)
    await tx.run(sql`delete from import_chunks where import_key = ${importKey} and number < ${from + chunksAtOnce}`);
  await tx.run(sql`delete from import_pictures where import_key = ${importKey}`);
  await tx.run(sql`delete from imports where key = ${importKey}`);
};

/** No file takes longer to read. */
const readingMs = 6 * 60 * 60 * 1000;
const keptMs = 90 * 24 * 60 * 60 * 1000;

/** Removes imports that were never read to their end, or that nobody has touched for long. */
export const forgetImports = untilNothingIsLeft(async (tx, now) => {
  const old = await tx.get<{ key: number }>(
    sql`select key from imports where (state = 'reading' and changed_at < ${now - readingMs})
      or (state in ('checked', 'stopped', 'done', 'failed', 'undone') and changed_at < ${now - keptMs}) limit 1`,
  );
  if (!old) return 0;
  await deleteImport(tx, old.key);
  return 1;
});
