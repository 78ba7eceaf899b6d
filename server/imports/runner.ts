import { errorCodes } from "../../contract/errors.ts";
import type { ImportOptions } from "../../contract/imports.ts";
import { type Caller, resetAccess } from "../access/caller.ts";
import { callerOfHolder } from "../access/stored-holder.sql.ts";
import { DatabaseUnavailable, type Db, type Reader, type Tx, UniqueViolation } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { undoChanges } from "../history/undo.sql.ts";
import { pieceBelow } from "../history/undoable.sql.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import { turn } from "../http/turns.ts";
import { type Author, undoSet } from "../log/changes.sql.ts";
import { giveLeases, type Lease, LeaseWatch, leaseMs, takeLease } from "../log/leases.sql.ts";
import { Paced } from "../log/paced.ts";
import type { ItemColumn } from "../sheets/sheet-columns.ts";
import { type ChunkResult, type Counts, countsOf, packResult, resultOf, unpackResult, unpackRows } from "./chunks.ts";
import { type Deciding, type Decision, decideRows } from "./decide-rows.sql.ts";
import { importColumns } from "./import-columns.ts";
import { ImportPictures } from "./import-pictures.sql.ts";
import {
  advance,
  advanceUndo,
  chunkAt,
  finish,
  forgetImports,
  type ImportRow,
  importByKey,
  setOfImport,
  storeResult,
  waitingImports,
} from "./imports.sql.ts";
import type { PictureStore } from "./picture-archive.ts";
import { type ReadRow, readRow } from "./read-row.ts";
import { RepeatedRows } from "./repeated-rows.ts";
import { Places } from "./row-places.sql.ts";
import { appendSummary } from "./summary.sql.ts";
import { holdRows, writeRows } from "./write-rows.sql.ts";

const tickMs = 1_000;
const forgetEveryMs = 3_600_000;
/** Chunks of a dry run whose results are written together. */
const checkedAtOnce = 5;
/** The most of what an undo kept that is told. */
const mostKept = 1_000;
/** How often a chunk is tried if others write the same things at the same moment. */
const mostAttempts = 5;

/** Another node has the import now, or somebody stopped it. */
class NotMine extends Error {}
/** Somebody changed something between the decision and the lock. */
class ChangedMeanwhile extends Error {}

/** What was deleted longer ago than `trashMs` cannot be restored. */
export type Circumstances = PictureStore & { trashMs: number };

/**
 * Carries out imports, one at a time on each node. The database stores what is done, in the transaction that does it, so
 * that nothing is done twice or lost when a node dies: the next node with the lease goes on.
 */
export class ImportRunner {
  readonly #db: Db;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #circumstances: Circumstances;
  readonly #leases: LeaseWatch;
  readonly #turns: Paced;
  #forgotAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(db: Db, log: Log, clock: Clock, circumstances: Circumstances) {
    this.#db = db;
    this.#circumstances = circumstances;
    this.#log = log;
    this.#clock = clock;
    this.#leases = new LeaseWatch(clock);
    this.#turns = new Paced(
      () => this.#turn(),
      clock,
      tickMs,
      (err) => log.error({ err }, "could not go on with imports"),
    );
  }

  /** Call it when there is something to do. */
  wake(): void {
    this.#turns.wake();
  }

  /** Resolves when the chunk in work is on disk; another node, or the next start, goes on. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#turns.stop();
  }

  async #turn(): Promise<void> {
    const elapsed = this.#clock.elapsed();
    if (elapsed - this.#forgotAt > forgetEveryMs) {
      this.#forgotAt = elapsed;
      await this.#db.write((tx) => forgetImports(tx, this.#clock.now()));
    }
    const waiting = await this.#db.read(waitingImports);
    this.#leases.see(waiting);
    for (const row of waiting) {
      if (this.#closed) return;
      const lease = this.#leases.mayTake(row) && (await take(this.#db, row, this.#leases.owner));
      if (lease) await this.#work(row.key, lease);
    }
  }

  async #work(key: number, lease: Lease): Promise<void> {
    let row: ImportRow | undefined;
    try {
      row = await this.#db.read((reader) => importByKey(reader, key));
      if (!row) return;
      await new OneImport(this.#db, this.#clock, this.#circumstances, row, lease, () => this.#closed).run();
      await this.#db.write((tx) => giveLeases(tx, "imports", lease.owner));
    } catch (err) {
      // What is only busy is tried again in a second.
      const isBusy = err instanceof Problem && errorCodes[err.code].status >= 500;
      if (err instanceof NotMine || err instanceof DatabaseUnavailable || isBusy || !row) return;
      this.#log.error({ err, import: row.id }, "an import failed");
      const { state } = row;
      const error = "Something went wrong, and the rest was not imported. The log of the service has the details.";
      const now = this.#clock.now();
      await this.#db.write((tx) => finish(tx, { key, state }, lease, { state: "failed", error, now }));
    }
  }
}

/** The rows of a chunk, and what a dry run has said of them. */
type ReadChunk = { rows: ReadRow[]; checked: ChunkResult | undefined };

const take = (db: Db, row: ImportRow, owner: string): Promise<Lease | undefined> =>
  db.write((tx) => takeLease(tx, "imports", row, owner, db.now() + leaseMs));

class OneImport {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #trashMs: number;
  readonly #row: ImportRow;
  readonly #lease: Lease;
  readonly #isClosed: () => boolean;
  readonly #columns: readonly (ItemColumn | undefined)[];
  readonly #options: ImportOptions;
  readonly #repeated = new RepeatedRows();
  readonly #places: Places;
  readonly #pictures: ImportPictures;
  #ahead: Promise<ReadChunk> | undefined;

  constructor(
    db: Db,
    clock: Clock,
    circumstances: Circumstances,
    row: ImportRow,
    lease: Lease,
    isClosed: () => boolean,
  ) {
    this.#db = db;
    this.#trashMs = circumstances.trashMs;
    this.#clock = clock;
    this.#row = row;
    this.#lease = lease;
    this.#isClosed = isClosed;
    this.#options = JSON.parse(row.options) as ImportOptions;
    this.#columns = importColumns(JSON.parse(row.header) as string[], this.#options.columns);
    this.#places = new Places(row.project_key);
    this.#pictures = new ImportPictures(db, circumstances, row, this.#options.fetchPictures ?? false);
  }

  async run(): Promise<void> {
    const isUndo = this.#row.state === "undoing";
    const by: Pick<ImportRow, "actor" | "holder_kind" | "holder_key"> = isUndo
      ? JSON.parse(this.#row.undo_by)
      : this.#row;
    const caller = await this.#db.read((reader) => callerOfHolder(reader, by));
    if (!caller) {
      await this.#end("failed", "Whoever started it has no access any more.");
      return;
    }
    if (isUndo) return this.#undoAll(by.actor, caller);
    const deciding = {
      projectKey: this.#row.project_key,
      caller,
      options: this.#options,
      places: this.#places,
    };
    await this.#lookBack();
    const chunks = this.#row.chunk_count;
    while (this.#row.position < chunks) {
      if (this.#isClosed()) return;
      if (this.#row.state === "checking") await this.#check(deciding);
      else await this.#write(deciding);
      await turn();
    }
    await this.#end(this.#row.state === "checking" ? "checked" : "done");
  }

  /** What the rows before have named: this node may not have seen them. */
  async #lookBack(): Promise<void> {
    for (let number = 0; number < this.#row.position; number++) {
      await this.#rowsOf(number);
      if (number % 50 === 0) await this.#beat();
      await turn();
    }
  }

  async #beat(): Promise<void> {
    const { key } = this.#row;
    const row = await this.#db.read((reader) => importByKey(reader, key));
    if (!row || row.state !== this.#row.state) throw new NotMine();
    if (!(await take(this.#db, row, this.#lease.owner))) throw new NotMine();
  }

  async #rowsOf(number: number): Promise<ReadChunk> {
    const chunk = await this.#db.read((reader) => chunkAt(reader, this.#row.key, number));
    if (!chunk) throw new Error(`The chunk ${number} of the import ${this.#row.id} is missing`);
    const checked = chunk.result === null ? undefined : unpackResult(chunk.result);
    return {
      rows: unpackRows(chunk.contents).map((row) => readRow(row, this.#columns, this.#options, this.#repeated)),
      checked,
    };
  }

  /** A dry run of some chunks. */
  async #check(deciding: Deciding): Promise<void> {
    const { key, position, chunk_count } = this.#row;
    const results: ChunkResult[] = [];
    let rows = 0;
    for (let number = position; number < Math.min(position + checkedAtOnce, chunk_count); number++) {
      const chunk = await this.#rowsOf(number);
      await this.#pictures.place(chunk.rows, false);
      rows += chunk.rows.length;
      await turn();
      const decisions = await this.#db.read((reader) => this.#decide(reader, deciding, chunk.rows));
      results.push(resultOf(decisions, new Map(), undefined));
      await turn();
    }
    const counts = sum(results.map(countsOf));
    await this.#db.write(async (tx) => {
      for (const [at, result] of results.entries()) await this.#store(tx, position + at, result);
      const step = { chunks: results.length, rows, counts, nodes: 0, now: this.#clock.now() };
      if (!(await advance(tx, { key, state: "checking", position }, this.#lease, step))) throw new NotMine();
    });
    this.#row.position += results.length;
  }

  #decide(reader: Reader, deciding: Deciding, rows: readonly ReadRow[]): Promise<Decision[]> {
    if (deciding.caller) resetAccess(deciding.caller);
    return decideRows(reader, deciding, rows);
  }

  #store(tx: Tx, number: number, result: ChunkResult) {
    const counts = { told: result.told.length, written: result.written.length };
    return storeResult(tx, this.#row.key, number, packResult(result), counts);
  }

  /** The chunk at the position. The next one is read while this one is written. */
  async #take() {
    const { position, chunk_count } = this.#row;
    const taken = await (this.#ahead ?? this.#rowsOf(position));
    this.#ahead = position + 1 < chunk_count ? this.#rowsOf(position + 1) : undefined;
    this.#ahead?.catch(() => {});
    return taken;
  }

  /** Writes one chunk, with what became of it. */
  async #write(deciding: Deciding): Promise<void> {
    const { rows, checked } = await this.#take();
    await this.#fetchPictures(rows);
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#writeOnce(deciding, rows, checked);
        break;
      } catch (error) {
        const isRace =
          error instanceof ChangedMeanwhile || error instanceof UniqueViolation || error instanceof Problem;
        if (!isRace || attempt === mostAttempts) throw error;
      }
    }
    this.#row.position++;
  }

  /** Addresses may take their time; the lease is renewed meanwhile. */
  async #fetchPictures(rows: readonly ReadRow[]): Promise<void> {
    const end = this.#clock.every(leaseMs / 3, () => void this.#beat().catch(() => undefined));
    try {
      await this.#pictures.place(rows, true);
    } finally {
      end();
    }
  }

  async #writeOnce(deciding: Deciding, rows: readonly ReadRow[], checked: ChunkResult | undefined): Promise<void> {
    const { key, id, actor, position, project_id } = this.#row;
    const caller = deciding.caller as Caller;
    await this.#db.write(async (tx) => {
      const decisions = await this.#decideAndHold(tx, deciding, rows);
      const author: Author = { actor, set: setOfImport(id), at: this.#clock.now(), caller };
      const { ids, nodes } = await writeRows(tx, project_id, decisions, author);
      const result = resultOf(decisions, ids, checked);
      await this.#store(tx, position, result);
      const step = { chunks: 1, rows: rows.length, counts: countsOf(result), nodes, now: author.at };
      if (!(await advance(tx, { key, state: "running", position }, this.#lease, step))) throw new NotMine();
    });
  }

  async #decideAndHold(tx: Tx, deciding: Deciding, rows: readonly ReadRow[]): Promise<Decision[]> {
    let decisions = await this.#decide(tx, deciding, rows);
    // There is one writer, and nothing to lock.
    if (this.#db.engine === "sqlite") return decisions;
    if (decisions.some((decision) => decision.status === "created" && "missing" in decision.place)) {
      // So that no two imports create the same subcategory.
      await tx.lock(sql`select key from projects where key = ${deciding.projectKey}`);
      decisions = await this.#decide(tx, deciding, rows);
    }
    if (!(await holdRows(tx, decisions, this.#options))) throw new ChangedMeanwhile();
    return decisions;
  }

  async #undoAll(actor: string, caller: Caller): Promise<void> {
    const { key, id } = this.#row;
    const set = setOfImport(id);
    for (;;) {
      if (this.#isClosed()) return;
      const isOver = await this.#db.write(async (tx) => {
        resetAccess(caller);
        const row = await importByKey(tx, key);
        if (row?.state !== "undoing") throw new NotMine();
        const { changes } = await pieceBelow(tx, { set }, row.undo_below ?? 0);
        const [first] = changes;
        if (!first) return true;
        const author: Author = { actor, set: undoSet(set), at: this.#clock.now(), caller };
        const { kept } = await undoChanges(tx, set, changes, author, this.#trashMs);
        const all = [...(JSON.parse(row.undo_kept) as unknown[]), ...kept].slice(0, mostKept);
        const step = { below: first.seq, kept: JSON.stringify(all), now: author.at };
        if (!(await advanceUndo(tx, row, this.#lease, step))) throw new NotMine();
        return false;
      });
      if (isOver) break;
      await turn();
    }
    await this.#end("undone");
  }

  async #end(state: "checked" | "done" | "failed" | "undone", error?: string): Promise<void> {
    const { key } = this.#row;
    const now = this.#clock.now();
    await this.#db.write(async (tx) => {
      const ended = await finish(tx, this.#row, this.#lease, { state, ...(error && { error }), now });
      if (!ended) throw new NotMine();
      const row = await importByKey(tx, key);
      if (row && (state === "done" || state === "undone")) await appendSummary(tx, row, now);
    });
  }
}

function sum(all: readonly Counts[]): Counts {
  const total: Counts = { created: 0, changed: 0, unchanged: 0, refused: 0, conflicts: 0 };
  for (const counts of all) for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name];
  return total;
}
