import type { importStates } from "../../contract/constants.ts";
import type { StoredHolder } from "../access/stored-holder.sql.ts";
import type { Reader, Tx } from "../db/db.ts";
import { composed, sql } from "../db/sql.ts";
import { type Lease, type Leased, leaseColumns } from "../log/leases.sql.ts";
import type { Counts } from "./chunks.ts";

/** Nobody is told of an import that is being read. */
export type State = (typeof importStates)[number] | "reading";

export type ImportRow = StoredHolder & {
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
  /** Null if nobody has let the import go on since it was started. */
  starter_kind: StoredHolder["holder_kind"] | null;
  starter_key: number | null;
  starter_scopes: string | null;
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

/** Whose rights an import has, and whose name: an undo has those of whoever asked for it. */
type Doer = StoredHolder & Pick<ImportRow, "actor">;

export const doerOf = (row: ImportRow): Doer =>
  row.state === "undoing" || row.state === "undone" ? JSON.parse(row.undo_by) : row;

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
  starter_kind: true,
  starter_key: true,
  starter_scopes: true,
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

export const importByKey = (reader: Reader, importKey: number) =>
  reader.get<ImportRow>(composed(`${selection} where m.key = ?`, [importKey]));

/** So many imports does a node work on at the same time, and so many of one person; most of so many wait for pictures. */
export const mostWaiting = 1_000;
export const mostWaitingOfOne = 200;

/**
 * The imports that have something to do, oldest first, but one of each person before the second one of anybody. What is
 * undone waits for nothing, so it has places of its own.
 */
export const waitingImports = (reader: Reader) =>
  reader.all<Leased>(
    composed(
      `select ${leaseColumns} from (
          select ${leaseColumns}, row_number() over (partition by state, holder_kind, holder_key order by key) as nth
          from imports where state in ('checking', 'running', 'undoing')
        ) as waiting
        where nth <= ? order by nth, key limit ?`,
      [mostWaitingOfOne, mostWaiting],
    ),
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

export const insertChunk = (
  tx: Tx,
  importKey: number,
  number: number,
  { rows, contents }: { rows: number; contents: Uint8Array },
) =>
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
  { from, limit }: { from: number; limit: number },
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
  { result, told, written }: { result: Uint8Array; told: number; written: number },
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

/** The changes of an import have its set. Clients choose sets without a dash, so no other change has it. */
export const setOfImport = (id: string): string => `import-${id}`;
