import { createHash } from "node:crypto";
import { type ImportOptions, importOptions } from "../../contract/imports.ts";
import { limits } from "../../contract/limits.ts";
import type { Caller } from "../access/caller.ts";
import { holderOf } from "../access/stored-holder.sql.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { check } from "../http/check.ts";
import { faultsOf } from "../http/faults.ts";
import { newId } from "../http/ids.ts";
import { invalid, Problem } from "../http/problem.ts";
import { unknownColumns } from "./import-columns.ts";
import {
  deleteImport,
  type ImportRow,
  importById,
  importWithDigest,
  insertChunk,
  insertImport,
} from "./imports.sql.ts";
import { type PictureStore, storeArchive } from "./picture-archive.ts";
import { readSheet } from "./read-file.ts";
import type { ReceivedFile } from "./receive-file.ts";

/** Chunks that are stored together. */
const chunksPerWrite = 5;

export type Sent = {
  project: { key: number; id: string };
  file: ReceivedFile;
  fileName: string;
  options: ImportOptions;
  dryRun: boolean;
  again: boolean;
  /** The address of the service that the sender uses. */
  origin: string;
  /** Called now and then while the sender waits. */
  beat?: () => void;
};

/** The options of an import, from JSON text. */
export function optionsOf(text: string | undefined): ImportOptions {
  const refused = (message: string) => invalid("invalid_query", [{ pointer: "/options", code: "wrong_type", message }]);
  if (text === undefined || text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused("must be JSON");
  }
  const result = check(importOptions, value);
  if (!result.success) {
    const { listed } = faultsOf(result.error);
    throw invalid(
      "invalid_query",
      listed.map((fault) => ({ ...fault, pointer: `/options${fault.pointer}` })),
    );
  }
  return checkedOptions(result.data, "/options");
}

export function checkedOptions(options: ImportOptions, at = ""): ImportOptions {
  const [unknown] = unknownColumns(options.columns);
  if (unknown === undefined) return options;
  const message = `names a column that there is not: "${unknown}"`;
  throw invalid(at === "" ? "invalid_body" : "invalid_query", [
    { pointer: `${at}/columns`, code: "not_allowed", message },
  ]);
}

/** The order in which somebody writes the options makes no difference. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/**
 * Stores the rows of a file, and hands them to the runner. When this returns, nothing of the file is lost whatever
 * happens. `isNew` is false if the same file was imported before.
 */
export async function startImport(
  db: Db,
  store: PictureStore,
  caller: Caller,
  { project, file, fileName, options, dryRun, again, origin, beat = () => {} }: Sent,
): Promise<{ row: ImportRow; isNew: boolean }> {
  const digest = createHash("sha256")
    .update(`${file.digest} ${file.pictures?.digest ?? ""} ${canonical(options)}`)
    .digest("hex");
  const earlier = again ? undefined : await db.read((reader) => importWithDigest(reader, project.key, digest));
  if (earlier) return { row: earlier, isNew: false };
  const id = newId();
  const key = await db.write(async (tx) => {
    await forgetOldest(tx, project.key);
    return insertImport(tx, {
      id,
      project_key: project.key,
      state: "reading" as ImportRow["state"],
      dry_run: dryRun ? 1 : 0,
      file_name: fileName,
      format: "",
      header: "[]",
      options: JSON.stringify(options),
      digest,
      origin,
      actor: caller.actor,
      ...holderOf(caller),
      created_at: db.now(),
    });
  });
  try {
    const chunks = new ChunkStore(db, key);
    const { header, format } = await readSheet(file.path, {}, (rows, contents) => chunks.add(rows, contents));
    await chunks.flush();
    if (file.pictures) await storeArchive(db, store, { key, id, origin }, file.pictures.path, beat);
    if (chunks.rows === 0)
      throw new Problem("unreadable_file", "The file has a header and no rows.", { fault: "empty_file" });
    await db.write((tx) =>
      tx.run(
        sql`update imports set state = ${dryRun ? "checking" : "running"}, header = ${JSON.stringify(header)},
          format = ${format}, row_count = ${chunks.rows}, chunk_count = ${chunks.chunks}, changed_at = ${db.now()}
          where key = ${key}`,
      ),
    );
  } catch (error) {
    await db.write((tx) => deleteImport(tx, key));
    throw error;
  }
  const row = await db.read((reader) => importById(reader, id));
  return { row: row as ImportRow, isNew: true };
}

/** Removes the oldest imports of a project that have nothing to do, beyond those that are kept. */
async function forgetOldest(tx: Tx, projectKey: number): Promise<void> {
  const old = await tx.all<{ key: number }>(
    sql`select key from imports where project_key = ${projectKey} and state in ('checked', 'stopped', 'done', 'failed', 'undone')
      order by key desc limit 1000 offset ${limits.importsKept}`,
  );
  for (const { key } of old) await deleteImport(tx, key);
}

/** Stores chunks as they are read. */
class ChunkStore {
  readonly #db: Db;
  readonly #importKey: number;
  #waiting: { rows: number; contents: Uint8Array }[] = [];
  rows = 0;
  chunks = 0;

  constructor(db: Db, importKey: number) {
    this.#db = db;
    this.#importKey = importKey;
  }

  async add(rows: number, contents: Uint8Array): Promise<void> {
    this.#waiting.push({ rows, contents });
    this.rows += rows;
    if (this.#waiting.length >= chunksPerWrite) await this.flush();
  }

  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const first = this.chunks;
    this.chunks += waiting.length;
    await this.#db.write(async (tx) => {
      for (const [at, { rows, contents }] of waiting.entries())
        await insertChunk(tx, this.#importKey, first + at, rows, contents);
    });
  }
}
