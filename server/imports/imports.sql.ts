import type { importStates } from "../../contract/constants.ts";
import type { ImportRun } from "../../contract/imports.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import type { Lease } from "../log/leases.sql.ts";
import { headerOf } from "../sheets/sheet-columns.ts";
import type { Counts } from "./chunks.ts";
import { readingOf } from "./import-reading.ts";

/** Nobody is told of an import that is being read. */
export type State = (typeof importStates)[number] | "reading";

export type ImportRow = {
  key: number;
  id: string;
  project_key: number;
  project_id: string;
  state: State;
  dry_run: number;
  file_name: string;
  format: string;
  header: string;
  options: string;
  /** How the file was read, as JSON; empty for imports that are older than this column. */
  read_as: string;
  digest: string;
  contents: string;
  again: string;
  origin: string;
  actor: string;
  holder_kind: "user" | "key" | "anyone";
  holder_key: number;
  created_at: number;
  changed_at: number;
  finished_at: number | null;
  row_count: number;
  chunk_count: number;
  position: number;
  done: number;
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  conflicts: number;
  nodes: number;
  checked: string;
  /** Whether all rows are matched to items. */
  matched: number;
  scopes: string;
  revision: number;
  error: string;
  undo_below: number | null;
  undo_kept: string;
  undo_by: string;
  lease_owner: string;
  lease_term: number;
  lease_beat: number;
  lease_until: number;
};

/** By name: a prepared `select *` fails on nodes that run while a later version adds a column. */
const columns = Object.keys({
  read_as: true,
  key: true,
  id: true,
  project_key: true,
  state: true,
  dry_run: true,
  file_name: true,
  format: true,
  header: true,
  options: true,
  digest: true,
  contents: true,
  again: true,
  origin: true,
  actor: true,
  holder_kind: true,
  holder_key: true,
  created_at: true,
  changed_at: true,
  finished_at: true,
  row_count: true,
  chunk_count: true,
  position: true,
  done: true,
  created: true,
  changed: true,
  unchanged: true,
  refused: true,
  conflicts: true,
  nodes: true,
  checked: true,
  matched: true,
  scopes: true,
  revision: true,
  error: true,
  undo_below: true,
  undo_kept: true,
  undo_by: true,
  lease_owner: true,
  lease_term: true,
  lease_beat: true,
  lease_until: true,
} satisfies Record<Exclude<keyof ImportRow, "project_id">, true>);

const selection = `select ${columns.map((name) => `m.${name}`).join(", ")}, p.id as project_id
  from imports m join projects p on p.key = m.project_key`;

export const importById = (reader: Reader, id: string) =>
  reader.get<ImportRow>(composed(`${selection} where m.id = ?`, [id]));

export const importByKey = (reader: Reader, key: number) =>
  reader.get<ImportRow>(composed(`${selection} where m.key = ?`, [key]));

/** The imports that have something to do, oldest first. */
export const waitingImports = (reader: Reader) =>
  reader.all<ImportRow>(
    composed(`${selection} where m.state in ('checking', 'running', 'undoing') order by m.key limit 1000`, []),
  );

export const importsOfProject = (reader: Reader, projectKey: number, limit: number) =>
  reader.all<ImportRow>(
    composed(`${selection} where m.project_key = ? and m.state <> 'reading' order by m.key desc limit ?`, [
      projectKey,
      limit,
    ]),
  );

/** The imports of the same file with the same options that were carried out, or are being, newest first. */
export const importsWithDigest = (reader: Reader, projectKey: number, digest: string) =>
  reader.all<ImportRow>(
    composed(
      `${selection} where m.digest = ? and m.project_key = ? and m.dry_run = 0 and m.state not in ('failed', 'undone')
        order by m.key desc limit 20`,
      [digest, projectKey],
    ),
  );

export type NewImport = Pick<
  ImportRow,
  | "id"
  | "project_key"
  | "state"
  | "dry_run"
  | "file_name"
  | "format"
  | "header"
  | "options"
  | "digest"
  | "contents"
  | "again"
  | "origin"
  | "actor"
  | "holder_kind"
  | "holder_key"
  | "scopes"
  | "created_at"
>;

export async function insertImport(tx: Tx, row: NewImport): Promise<number> {
  await tx.run(
    sql`insert into imports (id, project_key, state, dry_run, file_name, format, header, options, digest, contents,
        again, origin, actor,
        holder_kind, holder_key, created_at, changed_at, finished_at, row_count, chunk_count, position, done, created,
        changed, unchanged, refused, conflicts, nodes, checked, error, scopes, undo_below, undo_kept, undo_by, lease_owner, lease_term,
        lease_beat, lease_until)
      values (${row.id}, ${row.project_key}, ${row.state}, ${row.dry_run}, ${row.file_name}, ${row.format}, ${row.header},
        ${row.options}, ${row.digest}, ${row.contents}, ${row.again}, ${row.origin}, ${row.actor}, ${row.holder_kind}, ${row.holder_key}, ${row.created_at},
        ${row.created_at}, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', '', ${row.scopes}, null, '[]', '', '', 0, 0, 0)`,
  );
  const { key } = (await tx.get<{ key: number }>(sql`select key from imports where id = ${row.id}`)) as { key: number };
  return key;
}

export type ChunkRow = {
  number: number;
  row_count: number;
  contents: Uint8Array;
  matches: Uint8Array | null;
  result: Uint8Array | null;
};

export const insertChunk = (tx: Tx, importKey: number, number: number, rows: number, contents: Uint8Array) =>
  tx.run(
    sql`insert into import_chunks (import_key, number, row_count, contents, result, told, written)
      values (${importKey}, ${number}, ${rows}, ${contents}, null, 0, 0)`,
  );

export const chunkAt = (reader: Reader, importKey: number, number: number) =>
  reader.get<ChunkRow>(
    sql`select number, row_count, contents, matches, result from import_chunks
      where import_key = ${importKey} and number = ${number}`,
  );

/** How many rows are in the chunks before one. */
export const rowsBefore = async (reader: Reader, importKey: number, number: number): Promise<number> => {
  const before = await reader.get<{ rows: number }>(
    sql`select coalesce(sum(row_count), 0) as rows from import_chunks
      where import_key = ${importKey} and number < ${number}`,
  );
  return Number(before?.rows);
};

/** Chunks from a number on that have something to show. */
export const chunksWith = (
  reader: Reader,
  importKey: number,
  column: "told" | "written" | "row_count",
  from: number,
  limit: number,
) =>
  reader.all<ChunkRow>(
    composed(
      `select number, row_count, contents, matches, result from import_chunks
        where import_key = ? and number >= ? and ${column} > 0 order by number limit ?`,
      [importKey, from, limit],
    ),
  );

export const storeResult = (
  tx: Tx,
  importKey: number,
  number: number,
  result: Uint8Array,
  { told, written }: { told: number; written: number },
) =>
  tx.run(
    sql`update import_chunks set result = ${result}, told = ${told}, written = ${written}
      where import_key = ${importKey} and number = ${number}`,
  );

export const storeMatches = (tx: Tx, importKey: number, number: number, matches: Uint8Array) =>
  tx.run(sql`update import_chunks set matches = ${matches} where import_key = ${importKey} and number = ${number}`);

/** Notes that all rows are matched, or only that it goes on. False if this node no longer has the lease. */
export async function advanceMatching(
  tx: Tx,
  { key, state }: Pick<ImportRow, "key" | "state">,
  { owner, term }: Lease,
  step: { isOver: boolean; now: number },
): Promise<boolean> {
  const moved = await tx.run(
    sql`update imports set matched = ${step.isOver ? 1 : 0}, changed_at = ${step.now}, lease_beat = lease_beat + 1
      where key = ${key} and state = ${state} and matched = 0 and lease_owner = ${owner} and lease_term = ${term}`,
  );
  return moved === 1;
}

/** Moves on, if this node has the lease and nobody has stopped the import; otherwise false. */
export async function advance(
  tx: Tx,
  { key, state, position }: Pick<ImportRow, "key" | "state" | "position">,
  { owner, term }: Lease,
  step: { chunks: number; rows: number; counts: Counts; nodes: number; now: number },
): Promise<boolean> {
  const { counts } = step;
  const moved = await tx.run(
    sql`update imports set position = position + ${step.chunks}, done = done + ${step.rows},
        created = created + ${counts.created}, changed = changed + ${counts.changed},
        unchanged = unchanged + ${counts.unchanged}, refused = refused + ${counts.refused},
        conflicts = conflicts + ${counts.conflicts}, nodes = nodes + ${step.nodes}, changed_at = ${step.now},
        lease_beat = lease_beat + 1
      where key = ${key} and state = ${state} and position = ${position} and lease_owner = ${owner}
        and lease_term = ${term}`,
  );
  return moved === 1;
}

/** The same for an undo: everything from the change `below` on is undone. */
export async function advanceUndo(
  tx: Tx,
  { key, undo_below }: Pick<ImportRow, "key" | "undo_below">,
  { owner, term }: Lease,
  step: { below: number; kept: string; now: number },
): Promise<boolean> {
  const moved = await tx.run(
    sql`update imports set undo_below = ${step.below}, undo_kept = ${step.kept}, changed_at = ${step.now},
        lease_beat = lease_beat + 1
      where key = ${key} and state = 'undoing' and undo_below = ${undo_below} and lease_owner = ${owner}
        and lease_term = ${term}`,
  );
  return moved === 1;
}

/** Ends a phase, if this node still has it. */
export async function finish(
  tx: Tx,
  { key, state }: Pick<ImportRow, "key" | "state">,
  { owner, term }: Lease,
  to: { state: State; error?: string; now: number },
): Promise<boolean> {
  const ended = await tx.run(
    sql`update imports set state = ${to.state}, error = ${to.error ?? ""}, changed_at = ${to.now}, finished_at = ${to.now},
        lease_until = 0
      where key = ${key} and state = ${state} and lease_owner = ${owner} and lease_term = ${term}`,
  );
  return ended === 1;
}

export const deleteImport = async (tx: Tx, key: number): Promise<void> => {
  await tx.run(sql`delete from import_chunks where import_key = ${key}`);
  await tx.run(sql`delete from import_pictures where import_key = ${key}`);
  await tx.run(sql`delete from imports where key = ${key}`);
};

/** Removes what was never read to its end, and what nobody has touched for long. */
export async function forgetImports(tx: Tx, now: number): Promise<void> {
  const old = await tx.all<{ key: number }>(
    sql`select key from imports where (state = 'reading' and changed_at < ${now - readingMs})
      or (state in ('checked', 'stopped', 'done', 'failed', 'undone') and changed_at < ${now - keptMs}) limit 20`,
  );
  for (const { key } of old) await deleteImport(tx, key);
}

/** No file takes longer to read. */
const readingMs = 6 * 60 * 60 * 1000;
const keptMs = 90 * 24 * 60 * 60 * 1000;

/** The changes of an import have its set. Clients choose sets without a dash, so no other change has it. */
export const setOfImport = (id: string): string => `import-${id}`;

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
