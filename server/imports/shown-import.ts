import type { ImportRun } from "../../contract/imports.ts";
import { headerOf } from "../columns/sheet-columns.ts";
import type { Counts } from "./chunks.ts";
import { readingOf } from "./import-reading.ts";
import { type ImportRow, setOfImport } from "./imports.sql.ts";

const countNames = ["created", "changed", "unchanged", "refused", "conflicts"] as const;

export const countsIn = (row: ImportRow): Counts =>
  Object.fromEntries(countNames.map((name) => [name, row[name]])) as Counts;

const time = (at: number) => new Date(at).toISOString();

export function shownImport(row: ImportRow): ImportRun {
  const { header, columns, read } = readingOf(row);
  return {
    id: row.id,
    projectId: row.project_id,
    state: row.state as ImportRun["state"],
    revision: row.revision,
    dryRun: row.dry_run === 1,
    rows: row.row_count,
    done: row.done,
    ...countsIn(row),
    createdSubcategories: row.nodes,
    checked: row.checked === "" ? null : JSON.parse(row.checked),
    columns: header.map((text, at) => {
      const column = columns[at];
      return { header: text, column: column ? headerOf(column) : null };
    }),
    options: JSON.parse(row.options),
    read,
    fileName: row.file_name,
    format: row.format,
    changeSetId: setOfImport(row.id),
    actor: row.actor,
    createdAt: time(row.created_at),
    finishedAt: row.finished_at === null ? null : time(row.finished_at),
    error: row.error === "" ? null : row.error,
    kept: (JSON.parse(row.undo_kept) as unknown[]).length,
  };
}
