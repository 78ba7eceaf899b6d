import { createHash } from "node:crypto";
import { separatorSigns } from "../../contract/constants.ts";
import { type ImportOptions, importOptions, readingOptions } from "../../contract/imports.ts";
import { limits } from "../../contract/limits.ts";
import type { Caller } from "../access/caller.ts";
import { holderOf } from "../access/stored-holder.sql.ts";
import { writeAs } from "../access/write-as.ts";
import type { Db, Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { check } from "../http/check.ts";
import { systemClock } from "../http/clock.ts";
import { faultsOf } from "../http/faults.ts";
import { newId } from "../http/ids.ts";
import { invalid, Problem } from "../http/problem.ts";
import type { Chunk } from "./chunk-writer.ts";
import { deleteImport } from "./forget-imports.sql.ts";
import { mayWatch, scopesOf } from "./import-access.sql.ts";
import { unknownColumns } from "./import-columns.ts";
import { type ImportRow, importById, importsWithDigest, insertChunk, insertImport } from "./imports.sql.ts";
import { type PictureStore, storeArchive } from "./picture-archive.ts";
import { readSheet } from "./read-file.ts";
import type { ReceivedFile } from "./receive-file.ts";

/** Chunks that are stored together. */
const chunksPerWrite = 5;
/** How often an import that is being read says so, and after how long without that its process is dead. */
const readingBeatMs = 5_000;
const readingLostMs = 20_000;
/** How often a request looks whether another one has read the same file. */
const readingLookMs = 200;

export type Sent = {
  project: { key: number; id: string };
  file: Omit<ReceivedFile, "incoming">;
  fileName: string;
  options: ImportOptions;
  dryRun: boolean;
  /** Import it even if the same file was imported before; undefined if not, else what tells repetitions of this apart. */
  again: string | undefined;
  /** The address of the service that the sender uses. */
  origin: string;
  /** Called now and then while the sender waits. */
  beat?: () => void;
  /** Of the sender: nothing is read for one that has left. */
  signal?: AbortSignal;
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

/**
 * The options for an import whose rows are stored. How they were read stays; who wants it otherwise sends the file again.
 */
export function optionsFor({ options }: ImportRow, chosen: ImportOptions): ImportOptions {
  const before = JSON.parse(options) as ImportOptions;
  const kept = Object.fromEntries(readingOptions.flatMap((name) => (name in before ? [[name, before[name]]] : [])));
  const others = readingOptions.filter((name) => chosen[name] !== undefined && chosen[name] !== before[name]);
  if (others.length === 0) return { ...checkedOptions(chosen), ...kept };
  const message = "says how the file is read: send the file again with this option";
  throw invalid(
    "invalid_body",
    others.map((name) => ({ pointer: `/${name}`, code: "not_allowed", message })),
  );
}

/** The order in which somebody writes the options makes no difference. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

const contentsOf = ({ digest, pictures }: Sent["file"]): string => `${digest} ${pictures?.digest ?? ""}`;

/** Tells whether the same file is imported again: what is in it, and what was chosen for it. */
const digestOf = (contents: string, options: ImportOptions): string =>
  createHash("sha256")
    .update(`${contents} ${canonical(options)}`)
    .digest("hex");

/** The digest of an import that gets other options. */
export const digestWith = ({ contents, digest }: ImportRow, options: ImportOptions): string =>
  contents === "" ? digest : digestOf(contents, options);

/**
 * Stores the rows of a file, and hands them to the runner. When this returns, nothing of the file is lost whatever
 * happens. `isNew` is false if the same file was imported before, or is being read for an import: the claim is made in
 * the transaction that makes the import. `inSlot` runs what takes time.
 */
export async function startImport(
  { db, store, caller }: { db: Db; store: PictureStore; caller: Caller },
  sent: Sent,
  inSlot: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<{ row: ImportRow; isNew: boolean }> {
  const claimed = await claim(db, caller, sent);
  if (!("own" in claimed)) return { row: claimed.earlier, isNew: false };
  const { key, id } = claimed.own;
  const endBeats = systemClock.every(readingBeatMs, () => {
    sent.beat?.();
    db.write((tx) => tx.run(sql`update imports set changed_at = ${db.now()} where key = ${key}`)).catch(
      () => undefined,
    );
  });
  try {
    await inSlot(() => readInto(db, store, claimed.own, sent));
  } catch (error) {
    await db.write((tx) => deleteImport(tx, key));
    throw error;
  } finally {
    endBeats();
  }
  const row = await db.read((reader) => importById(reader, id));
  return { row: row as ImportRow, isNew: true };
}

type Own = { key: number; id: string };

/** Whether the process that was reading the file is dead. */
export const isLost = ({ state, changed_at }: ImportRow, now: number): boolean =>
  state === "reading" && now - changed_at >= readingLostMs;

/** Makes the import, or finds the earlier one of the same file. Waits while that is being read. */
async function claim(db: Db, caller: Caller, sent: Sent): Promise<{ own: Own } | { earlier: ImportRow }> {
  const { project, file, options, again, signal, beat } = sent;
  const digest = digestOf(contentsOf(file), options);
  for (;;) {
    const claimed = await writeAs(db, caller, async (tx) => {
      // One at a time, so that one of several requests at once makes the import.
      await tx.lock(sql`select key from projects where key = ${project.key}`);
      const earlier = await earlierImport(
        tx,
        { projectKey: project.key, digest },
        caller,
        (row) => !again || row.again === again,
      );
      const isReading = earlier?.state === "reading";
      if (earlier && !isReading) return { earlier };
      if (isReading && !sent.dryRun) {
        if (!isLost(earlier, db.now())) return undefined;
        await deleteImport(tx, earlier.key);
      }
      await forgetOldest(tx, project.key);
      return { own: await insertOwn(tx, caller, sent, { digest, now: db.now() }) };
    });
    if (claimed) return claimed;
    signal?.throwIfAborted();
    beat?.();
    await Bun.sleep(readingLookMs);
  }
}

/** The import of the same file with the same options that was carried out, or is being, if the caller may see it. */
export async function earlierImport(
  reader: Reader,
  { projectKey, digest }: { projectKey: number; digest: string },
  caller: Caller,
  counts: (row: ImportRow) => boolean,
): Promise<ImportRow | undefined> {
  for (const row of await importsWithDigest(reader, projectKey, digest))
    if (counts(row) && (await mayWatch(reader, row, caller))) return row;
  return undefined;
}

async function insertOwn(
  tx: Tx,
  caller: Caller,
  sent: Sent,
  { digest, now }: { digest: string; now: number },
): Promise<Own> {
  const id = newId();
  const key = await insertImport(tx, {
    id,
    project_key: sent.project.key,
    state: "reading",
    dry_run: sent.dryRun ? 1 : 0,
    file_name: sent.fileName,
    format: "",
    header: "[]",
    options: JSON.stringify(sent.options),
    digest,
    contents: contentsOf(sent.file),
    again: sent.again ?? "",
    origin: sent.origin,
    actor: caller.actor,
    ...holderOf(caller),
    scopes: JSON.stringify(await scopesOf(tx, caller, sent.project.key)),
    created_at: now,
  });
  return { key, id };
}

async function readInto(
  db: Db,
  store: PictureStore,
  { key, id }: Own,
  { file, options, dryRun, origin, beat = () => {}, signal = new AbortController().signal }: Sent,
): Promise<void> {
  const chunks = new ChunkStore(db, key);
  const { encoding, separator: named, sheet, headerRow, columns = {} } = options;
  const separator = named && separatorSigns[named];
  const hints = { encoding, separator, sheet, headerRow, names: Object.keys(columns) };
  const { header, format, read: readAs } = await readSheet(file.path, hints, signal, (chunk) => chunks.add(chunk));
  await chunks.flush();
  if (file.pictures) await storeArchive(db, store, { key, id, origin, signal, beat }, file.pictures.path);
  if (chunks.rows === 0)
    throw new Problem("unreadable_file", "The file has a header and no rows.", { fault: "empty_file" });
  const read = await db.write((tx) =>
    tx.run(
      sql`update imports set state = ${dryRun ? "checking" : "running"}, header = ${JSON.stringify(header)},
        format = ${format}, read_as = ${JSON.stringify(readAs)}, row_count = ${chunks.rows}, chunk_count = ${chunks.chunks}, changed_at = ${db.now()}
        where key = ${key}`,
    ),
  );
  // A node that was paused for long finds that another request has taken the file.
  if (read === 0) throw new Problem("unavailable", "The file took too long to read. Send it again.");
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
  #waiting: Chunk[] = [];
  rows = 0;
  chunks = 0;

  constructor(db: Db, importKey: number) {
    this.#db = db;
    this.#importKey = importKey;
  }

  async add(chunk: Chunk): Promise<void> {
    this.#waiting.push(chunk);
    this.rows += chunk.rows;
    if (this.#waiting.length >= chunksPerWrite) await this.flush();
  }

  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const first = this.chunks;
    this.chunks += waiting.length;
    await this.#db.write(async (tx) => {
      for (const [at, chunk] of waiting.entries()) await insertChunk(tx, this.#importKey, first + at, chunk);
    });
  }
}
