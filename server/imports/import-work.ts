import type { ImportOptions } from "../../contract/imports.ts";
import { type Caller, resetAccess } from "../access/caller.ts";
import { signInFirst } from "../access/not-signed-in.ts";
import { callerOfHolder, stillHasAccess } from "../access/stored-holder.sql.ts";
import type { Db } from "../db/db.ts";
import { undoChanges } from "../history/undo.sql.ts";
import { mostAttempts, wasTakenMeanwhile } from "../history/undo-run.ts";
import { pieceBelow } from "../history/undoable.sql.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import { turn } from "../http/turns.ts";
import { type Author, undoSet } from "../log/changes.sql.ts";
import type { Held } from "../log/leased-work.ts";
import { NotMine } from "../log/leases.sql.ts";
import { ChunkRun, checkRows, storeChunkResult } from "./chunk-run.ts";
import { type ChunkResult, type Counts, countsOf, packMatches, statusOf } from "./chunks.ts";
import { Claims } from "./claims.ts";
import type { Deciding } from "./deciding.sql.ts";
import { ImportPictures } from "./import-pictures.sql.ts";
import { readingOf } from "./import-reading.ts";
import {
  advance,
  advanceMatching,
  advanceUndo,
  doerOf,
  finish,
  type ImportRow,
  importByKey,
  setOfImport,
  storeMatches,
} from "./imports.sql.ts";
import { matchRows } from "./match-rows.sql.ts";
import { piecesOf } from "./matched-items.sql.ts";
import type { PictureStore } from "./picture-archive.ts";
import { ChunkReader, type ReadChunk } from "./read-chunks.ts";
import type { Match, MatchedRow } from "./read-row.ts";
import { PlaceFinder } from "./row-places.sql.ts";
import { appendSummary } from "./summary.sql.ts";

/** Chunks whose matches, or whose results of a dry run, are written together. */
const chunksAtOnce = 5;
/** The most of what an undo kept that is told. */
const mostKept = 1_000;

/** What was deleted longer ago than `trashMs` cannot be restored. */
export type Circumstances = PictureStore & { trashMs: number };

export type ImportParts = Circumstances & {
  db: Db;
  clock: Clock;
  log: Log;
  /** Runs a piece of work beside no other import of this node. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
};

/** One import, from where the database says that it is to the end of its phase. */
export class ImportWork {
  readonly #parts: ImportParts;
  readonly #row: ImportRow;
  readonly #held: Held;
  readonly #chunks: ChunkReader;
  readonly #options: ImportOptions;
  readonly #pictures: ImportPictures;
  #caller: Caller | undefined;
  #ahead: Promise<ReadChunk> | undefined;
  /** The oldest change of a piece that is not undone as a whole. */
  #oneByOneTo: number | undefined;
  #attempts = 0;

  constructor(parts: ImportParts, row: ImportRow, held: Held) {
    this.#parts = parts;
    this.#row = row;
    this.#held = held;
    const { options, columns } = readingOf(row);
    this.#options = options;
    this.#chunks = new ChunkReader(parts.db, row, columns, options);
    this.#pictures = new ImportPictures(parts, row, this.#options.fetchPictures ?? false);
  }

  async run(): Promise<void> {
    const doer = doerOf(this.#row);
    const caller = await this.#parts.db.read((reader) => callerOfHolder(reader, doer));
    if (!caller) throw signInFirst();
    this.#caller = caller;
    if (this.#row.state === "undoing") return this.#undoAll(doer.actor, caller);
    const projectKey = this.#row.project_key;
    const places = new PlaceFinder(projectKey, caller);
    const deciding: Deciding = {
      projectKey,
      caller,
      options: this.#options,
      format: this.#row.format,
      places,
    };
    const isCheck = this.#row.state === "checking";
    const claims = new Claims();
    if (isCheck) await this.#claimAgain(deciding, claims);
    else if (this.#row.matched === 0) await this.#match(deciding, claims);
    const chunkRun = new ChunkRun(this.#parts, deciding, { row: this.#row, lease: this.#held.lease, caller });
    const chunks = this.#row.chunk_count;
    while (this.#row.position < chunks) {
      this.#held.signal.throwIfAborted();
      if (isCheck) await this.#inTurn(() => this.#check(deciding, claims));
      else await this.#write(deciding, chunkRun);
      await turn();
    }
    await this.#end(isCheck ? "checked" : "done");
  }

  /** A piece of work, while whoever asked for it has access. */
  #inTurn<T>(piece: () => Promise<T>): Promise<T> {
    const { db, clock, inTurn } = this.#parts;
    return inTurn(async () => {
      const caller = this.#caller;
      if (caller && !(await db.read((reader) => stillHasAccess(reader, caller, clock.now())))) throw signInFirst();
      return piece();
    });
  }

  /** Matches all rows to items before anything is written. If it is interrupted, it begins again. */
  async #match(deciding: Deciding, claims: Claims): Promise<void> {
    const { chunk_count } = this.#row;
    for (let from = 0; from < chunk_count; from += chunksAtOnce) {
      this.#held.signal.throwIfAborted();
      await this.#inTurn(() => this.#matchSome(deciding, claims, from));
      await turn();
    }
    this.#row.matched = 1;
  }

  async #matchSome(deciding: Deciding, claims: Claims, from: number): Promise<void> {
    const { db, clock } = this.#parts;
    const { key, chunk_count } = this.#row;
    const to = Math.min(from + chunksAtOnce, chunk_count);
    const matches: Uint8Array[] = [];
    for (let number = from; number < to; number++) {
      const rows = await this.#matched(deciding, claims, number);
      matches.push(packMatches(rows.map(({ match }) => match)));
      await turn();
    }
    await db.write(async (tx) => {
      for (const [at, packed] of matches.entries()) await storeMatches(tx, key, from + at, packed);
      const step = { isOver: to === chunk_count, now: clock.now() };
      if (!(await advanceMatching(tx, this.#row, this.#held.lease, step))) throw new NotMine();
    });
  }

  async #matched(deciding: Deciding, claims: Claims, number: number): Promise<MatchedRow[]> {
    const rows = await this.#chunks.unmatched(number);
    await turn();
    const matches = await this.#parts.db.read((reader) => {
      if (deciding.caller) resetAccess(deciding.caller);
      return matchRows(reader, deciding, claims, rows);
    });
    return rows.map((row, at) => ({ ...row, match: matches[at] as Match }));
  }

  /** What the rows claim that a check has been through before it was interrupted. */
  async #claimAgain(deciding: Deciding, claims: Claims): Promise<void> {
    for (let number = 0; number < this.#row.position; number++) {
      this.#held.signal.throwIfAborted();
      await this.#inTurn(() => this.#matched(deciding, claims, number));
      await turn();
    }
  }

  /** A dry run of some chunks: it writes nothing, so each is matched when it is its turn. */
  async #check(deciding: Deciding, claims: Claims): Promise<void> {
    const { db, clock } = this.#parts;
    const { key, position, chunk_count } = this.#row;
    const results: ChunkResult[] = [];
    let count = 0;
    for (let number = position; number < Math.min(position + chunksAtOnce, chunk_count); number++) {
      const rows = await this.#matched(deciding, claims, number);
      await this.#pictures.place(rows);
      count += rows.length;
      await turn();
      results.push(await db.read((reader) => checkRows(reader, deciding, rows)));
      await turn();
    }
    const counts = sum(results.map(countsOf));
    await db.write(async (tx) => {
      for (const [at, result] of results.entries()) await storeChunkResult(tx, key, position + at, result);
      const step = { chunks: results.length, rows: count, counts, nodes: 0, now: clock.now() };
      if (!(await advance(tx, { key, state: "checking", position }, this.#held.lease, step))) throw new NotMine();
    });
    this.#row.position += results.length;
  }

  /** The chunk at the position. The next one is read while this one is written. */
  async #take() {
    const { position, chunk_count } = this.#row;
    const taken = await (this.#ahead ?? this.#chunks.begun(position));
    this.#ahead = position + 1 < chunk_count ? this.#chunks.matched(position + 1) : undefined;
    this.#ahead?.catch(() => {});
    return taken;
  }

  /** Writes one chunk, with what became of it. */
  async #write(deciding: Deciding, chunkRun: ChunkRun): Promise<void> {
    const chunk = await this.#take();
    const left = chunk.rows.slice(chunk.result.statuses.length);
    const missing = await this.#pictures.place(left);
    if (missing.size > 0) await this.#fetchPictures(deciding, left, missing);
    for (const piece of await this.#parts.db.read((reader) => piecesOf(reader, left))) {
      this.#held.signal.throwIfAborted();
      await this.#inTurn(() => chunkRun.write(chunk, piece));
    }
    this.#row.position++;
  }

  /** Fetches what rows that are taken need. */
  async #fetchPictures(deciding: Deciding, rows: MatchedRow[], missing: Map<string, Set<MatchedRow>>): Promise<void> {
    const { db } = this.#parts;
    const { statuses } = await this.#inTurn(() => db.read((reader) => checkRows(reader, deciding, rows)));
    const taken = new Set(rows.filter((_, at) => ["created", "changed"].includes(statusOf(statuses[at]))));
    const wanted = [...missing].filter(([, those]) => !those.isDisjointFrom(taken));
    if (wanted.length === 0) return;
    await this.#pictures.fetch(new Map(wanted), this.#held.signal);
    await this.#pictures.place(rows);
  }

  async #undoAll(actor: string, caller: Caller): Promise<void> {
    const set = setOfImport(this.#row.id);
    while (!(await this.#inTurn(() => this.#undoOrTryAgain(set, actor, caller)))) {
      this.#held.signal.throwIfAborted();
      await turn();
    }
    await this.#end("undone");
  }

  async #undoOrTryAgain(set: string, actor: string, caller: Caller): Promise<boolean> {
    try {
      const isOver = await this.#undoSome(set, actor, caller);
      this.#attempts = 0;
      return isOver;
    } catch (error) {
      if (wasTakenMeanwhile(error) && ++this.#attempts < mostAttempts) return false;
      throw error;
    }
  }

  /**
   * Whether nothing is left to undo. What this person may not undo, such as an item that has left their branch, is kept:
   * a piece with such a change is undone one change at a time.
   */
  async #undoSome(set: string, actor: string, caller: Caller): Promise<boolean> {
    if (this.#oneByOneTo === undefined) {
      try {
        return await this.#undoPiece(set, actor, caller, "piece");
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    }
    try {
      return await this.#undoPiece(set, actor, caller, "change");
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return this.#undoPiece(set, actor, caller, "keep");
    }
  }

  #undoPiece(set: string, actor: string, caller: Caller, what: "piece" | "change" | "keep"): Promise<boolean> {
    const { db, clock, trashMs } = this.#parts;
    return db.write(async (tx) => {
      resetAccess(caller);
      const row = await importByKey(tx, this.#row.key);
      if (row?.state !== "undoing") throw new NotMine();
      const piece = await pieceBelow(tx, { set }, row.undo_below ?? 0);
      const changes = what === "piece" ? piece.changes : piece.changes.slice(-1);
      const [first] = changes;
      if (!first) return true;
      if (what === "piece") this.#oneByOneTo = first.seq;
      const author: Author = { actor, set: undoSet(set), at: clock.now(), caller };
      const kept =
        what === "keep"
          ? [{ id: first.entity_id }]
          : (await undoChanges(tx, set, changes, author, { trashMs, ownAbove: 0, source: { set } })).kept;
      const all = [...(JSON.parse(row.undo_kept) as unknown[]), ...kept].slice(0, mostKept);
      const step = { below: first.seq, kept: JSON.stringify(all), now: author.at };
      if (!(await advanceUndo(tx, row, this.#held.lease, step))) throw new NotMine();
      if (first.seq === this.#oneByOneTo) this.#oneByOneTo = undefined;
      return false;
    });
  }

  async #end(state: "checked" | "done" | "undone"): Promise<void> {
    const { key } = this.#row;
    const now = this.#parts.clock.now();
    await this.#parts.db.write(async (tx) => {
      const ended = await finish(tx, this.#row, this.#held.lease, { state, now });
      if (!ended) throw new NotMine();
      const row = await importByKey(tx, key);
      if (row && (state === "done" || state === "undone")) await appendSummary(tx, row, now);
    });
  }
}

/** The person may not do it, or no longer sees the entity. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Problem && (error.code === "not_allowed" || error.code === "not_found");

function sum(all: readonly Counts[]): Counts {
  const total: Counts = { created: 0, changed: 0, unchanged: 0, refused: 0, conflicts: 0 };
  for (const counts of all) for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name];
  return total;
}
