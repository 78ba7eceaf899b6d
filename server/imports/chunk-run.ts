import { type Caller, resetAccess } from "../access/caller.ts";
import { isSignedOut } from "../access/not-signed-in.ts";
import type { Db, Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import type { Author } from "../log/changes.sql.ts";
import { isPassing } from "../log/leased-work.ts";
import { type Lease, NotMine } from "../log/leases.sql.ts";
import { type ChunkResult, countsOf, emptyResult, joined, packResult, resultOf } from "./chunks.ts";
import { type Decision, decideRows } from "./decide-rows.sql.ts";
import type { Deciding } from "./deciding.sql.ts";
import { advance, type ImportRow, setOfImport, storeResult } from "./imports.sql.ts";
import { piecesOf } from "./matched-items.sql.ts";
import type { ReadChunk } from "./read-chunks.ts";
import type { MatchedRow, RowFault } from "./read-row.ts";
import { holdRows, writeRows } from "./write-rows.sql.ts";

/** How often a chunk is tried if others write the same things at the same moment. */
const mostAttempts = 5;

/** Somebody changed something between the decision and the lock. */
class ChangedMeanwhile extends Error {}
/** Ends the transaction of an attempt. */
class AttemptEnds extends Error {}

type Rows = readonly MatchedRow[];
type Parts = { db: Db; clock: Clock; log: Log };
/** The import, and in whose name this node carries it out. */
type Carried = { row: ImportRow; lease: Lease; caller: Caller };

/** Carries out a chunk, in pieces if its items are large: rows are written with what became of them, in one transaction. */
export class ChunkRun {
  readonly #parts: Parts;
  readonly #row: ImportRow;
  readonly #lease: Lease;
  readonly #deciding: Deciding;
  readonly #caller: Caller;

  constructor(parts: Parts, deciding: Deciding, { row, lease, caller }: Carried) {
    this.#parts = parts;
    this.#deciding = deciding;
    this.#row = row;
    this.#lease = lease;
    this.#caller = caller;
  }

  /** Writes the next rows of a chunk. */
  async write(chunk: ReadChunk, rows: Rows): Promise<void> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      try {
        return await this.#writeOnce(chunk, rows);
      } catch (error) {
        if (!isOfRows(error)) throw error;
        if (attempt === mostAttempts) this.#parts.log.warn({ err: error, import: this.#row.id }, "rows stop a chunk");
      }
    }
    const faults = await this.#faultsOf(rows);
    await this.#writeOnce(
      chunk,
      rows.map((row, at) => {
        const fault = faults.get(at);
        return fault ? { ...row, match: [fault] } : row;
      }),
    );
  }

  /** Finds the rows that cannot be written: halves of the chunk are tried, and halves of these. */
  async #faultsOf(rows: Rows): Promise<Map<number, RowFault>> {
    const faults = new Map<number, RowFault>();
    const taken = new Set<number>();
    const open = [rows.map((_, at) => at)];
    for (let some = open.pop(); some; some = open.pop()) {
      const tried = new Set([...taken, ...some]);
      const error = await this.#tryOnce(rows.map((row, at) => (tried.has(at) ? row : { ...row, match: [] })));
      const [only] = some;
      if (error === undefined) for (const at of some) taken.add(at);
      else if (some.length === 1) faults.set(only as number, faultOf(error));
      else open.push(some.slice(some.length / 2), some.slice(0, some.length / 2));
    }
    return faults;
  }

  /** Why these rows cannot be written; undefined if they can. Nothing is written. */
  async #tryOnce(rows: Rows): Promise<unknown> {
    try {
      await this.#parts.db.write(async (tx) => {
        await this.#writeRows(tx, rows);
        // PostgreSQL gets the writes with the next statement, which fails where one of them did.
        await tx.get(sql`select 1`);
        throw new AttemptEnds();
      });
    } catch (error) {
      if (error instanceof AttemptEnds) return undefined;
      if (!isOfRows(error)) throw error;
      return error;
    }
  }

  async #writeOnce(chunk: ReadChunk, rows: Rows): Promise<void> {
    const { key, position } = this.#row;
    const { result: before, checked } = chunk;
    chunk.result = await this.#parts.db.write(async (tx) => {
      const { decisions, ids, nodes, at } = await this.#writeRows(tx, rows);
      const own = resultOf(before, decisions, ids, checked);
      const result = joined(before, own);
      const isWhole = result.statuses.length === chunk.rows.length;
      await storeChunkResult(tx, key, position, isWhole ? result : { ...result, checked });
      const step = { chunks: isWhole ? 1 : 0, rows: rows.length, counts: countsOf(own), nodes, now: at };
      if (!(await advance(tx, { key, state: "running", position }, this.#lease, step))) throw new NotMine();
      return result;
    });
  }

  async #writeRows(tx: Tx, rows: Rows) {
    const { id, actor, project_id } = this.#row;
    const decisions = await this.#decideAndHold(tx, rows);
    const at = this.#parts.clock.now();
    const author: Author = { actor, set: setOfImport(id), at, caller: this.#caller };
    return { decisions, at, ...(await writeRows(tx, project_id, decisions, author)) };
  }

  async #decideAndHold(tx: Tx, rows: Rows): Promise<Decision[]> {
    const deciding = this.#deciding;
    let decisions = await decide(tx, deciding, rows);
    // There is one writer, and nothing to lock.
    if (this.#parts.db.engine === "sqlite") return decisions;
    if (decisions.some((decision) => decision.status === "created" && "missing" in decision.place)) {
      // So that no two imports create the same subcategory.
      await tx.lock(sql`select key from projects where key = ${deciding.projectKey}`);
      decisions = await decide(tx, deciding, rows);
    }
    if (!(await holdRows(tx, decisions, deciding.options))) throw new ChangedMeanwhile();
    return decisions;
  }
}

/** Whether other rows may be written although these were not. */
const isOfRows = (error: unknown): boolean => !isPassing(error) && !isSignedOut(error);

function faultOf(error: unknown): RowFault {
  const whole = { column: null, value: "" };
  if (error instanceof Problem) return { ...whole, code: error.code, message: error.message };
  if (error instanceof ChangedMeanwhile) {
    return { ...whole, code: "not_written", message: "Somebody else kept changing the item of this row." };
  }
  const message = "The row could not be written. The log of the service has the details.";
  return { ...whole, code: "not_written", message };
}

/** What would become of rows. */
export async function checkRows(reader: Reader, deciding: Deciding, rows: Rows): Promise<ChunkResult> {
  let result = emptyResult;
  for (const piece of await piecesOf(reader, rows))
    result = joined(result, resultOf(result, await decide(reader, deciding, piece)));
  return result;
}

/** Decides by the grants that the transaction sees. */
function decide(reader: Reader, deciding: Deciding, rows: Rows): Promise<Decision[]> {
  if (deciding.caller) resetAccess(deciding.caller);
  return decideRows(reader, deciding, rows);
}

export function storeChunkResult(tx: Tx, importKey: number, number: number, result: ChunkResult) {
  const counts = { told: result.told.length, written: result.written.length };
  return storeResult(tx, importKey, number, { result: packResult(result), ...counts });
}
