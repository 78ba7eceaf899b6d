import type { Tx } from "../db/db.ts";
import { doerOf, type ImportRow, setOfImport } from "./imports.sql.ts";
import { countsIn } from "./shown-import.ts";

/** One entry in the log for a whole import: those who follow the log get it instead of each change. */
export const appendSummary = (tx: Tx, row: ImportRow, now: number) =>
  tx.append({
    set_id: setOfImport(row.id),
    project_key: row.project_key,
    kind: "import",
    action: row.state === "undone" ? "delete" : "create",
    entity_key: null,
    entity_id: row.id,
    actor: doerOf(row).actor,
    at: now,
    previous: null,
    before: "{}",
    after: JSON.stringify({ fileName: row.file_name, rows: row.row_count, ...countsIn(row) }),
    from_key: null,
    to_key: null,
  });
