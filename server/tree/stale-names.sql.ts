import type { FieldChanges } from "../changes/field-changes.ts";
import { changesTexts, noteStale } from "../changes/stale-translations.sql.ts";
import type { Tx } from "../db/db.ts";

/** Notes which translated names a change of a category or a subcategory leaves behind. */
export async function noteStaleNames(
  tx: Tx,
  row: { key: number; translations: string },
  changes: FieldChanges,
): Promise<void> {
  if (!changesTexts(changes.after)) return;
  const translations = (changes.columns.translations as string | undefined) ?? row.translations;
  await noteStale(tx, row.key, changes, () => JSON.parse(translations));
}
