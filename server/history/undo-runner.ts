import type { UndoResult } from "../../contract/changes.ts";
import { errorCodes } from "../../contract/errors.ts";
import { type Caller, type Question, resetAccess } from "../access/caller.ts";
import { standingOf } from "../access/standing.sql.ts";
import { callerOfHolder } from "../access/stored-holder.sql.ts";
import { DatabaseUnavailable, type Db, type Tx, UniqueViolation } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import { Slots } from "../http/slots.ts";
import { turn } from "../http/turns.ts";
import { type Author, undoSet } from "../log/changes.sql.ts";
import { giveLeases, type Lease, LeaseWatch, leaseMs, takeLease } from "../log/leases.sql.ts";
import { Paced } from "../log/paced.ts";
import { undoChanges } from "./undo.sql.ts";
import { UndoTally } from "./undo-run.ts";
import { pieceBelow, type Undoable } from "./undoable.sql.ts";
import {
  advanceUndo,
  endUndo,
  forgetUndos,
  goBack,
  insertUndo,
  mostForgotten,
  mostUnfinished,
  type NewUndo,
  type UndoRow,
  undoByKey,
  unfinishedUndos,
} from "./undos.sql.ts";

const tickMs = 1_000;
const forgetEveryMs = 3_600_000;
/** How often a piece is tried if others take the same ids or keys at the same moment. */
const mostAttempts = 5;
/** The checks behind what is listed, which are stored to be made again. Beyond this, changes are only counted. */
const mostQuestions = 2_000;

/** Another node has the undo now. */
class NotMine extends Error {}

/** What this node knows of an undo that it carries out. */
type Work = {
  key: number;
  lease: Lease;
  caller: Caller | undefined;
  tally: UndoTally;
  questions: Map<string, Question>;
  attempts: number;
};

/**
 * Carries out the undos that are too large for one transaction, one piece at a time. The database stores how far each
 * is, in the transaction of the piece, so that a node that dies leaves nothing half done: the next one with the lease goes
 * on. An undo that is refused on the way takes back what it has done.
 */
export class UndoRunner {
  /** One piece at a time, of all undos and dry runs of this node. */
  readonly pieces = new Slots({
    atOnce: 1,
    mostWaiting: 2 * mostUnfinished,
    detail: "Too much is being undone at the moment.",
    retryAfterSeconds: 5,
  });
  readonly #db: Db;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #trashMs: number;
  readonly #leases: LeaseWatch;
  readonly #turns: Paced;
  readonly #working = new Map<number, Promise<void>>();
  #forgotAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(db: Db, log: Log, clock: Clock, trashMs: number) {
    this.#db = db;
    this.#log = log;
    this.#clock = clock;
    this.#trashMs = trashMs;
    this.#leases = new LeaseWatch(clock);
    this.#turns = new Paced(
      () => this.#turn(),
      clock,
      tickMs,
      (err) => log.error({ err }, "could not go on with undos"),
    );
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Stores an undo that this node carries out, in a transaction after which `work` is called with its key. */
  store(tx: Tx, undo: NewUndo): Promise<number> {
    return insertUndo(tx, undo, this.#firstLease, this.#db.now() + leaseMs);
  }

  work(key: number): void {
    void this.#workOn(key, this.#firstLease);
  }

  /** Resolves when the pieces in work are on disk; another node, or the next start, goes on at once. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#turns.stop();
    await Promise.all(this.#working.values());
    const { owner } = this.#leases;
    await this.#db.write((tx) => giveLeases(tx, "undos", owner)).catch(() => {});
  }

  get #firstLease(): Lease {
    return { owner: this.#leases.owner, term: 1 };
  }

  async #turn(): Promise<void> {
    const elapsed = this.#clock.elapsed();
    if (elapsed - this.#forgotAt > forgetEveryMs) {
      this.#forgotAt = elapsed;
      await this.#forget();
    }
    const waiting = await this.#db.read(unfinishedUndos);
    this.#leases.see(waiting);
    for (const row of waiting) {
      if (this.#closed) return;
      if (this.#working.has(row.key) || !this.#leases.mayTake(row)) continue;
      const until = this.#db.now() + leaseMs;
      const lease = await this.#db.write((tx) => takeLease(tx, "undos", row, this.#leases.owner, until));
      if (lease) await this.#workOn(row.key, lease);
    }
  }

  async #forget(): Promise<void> {
    for (let isMore = true; isMore && !this.#closed; ) {
      isMore = (await this.#db.write((tx) => forgetUndos(tx, this.#clock.now()))) === mostForgotten;
      await turn();
    }
  }

  #workOn(key: number, lease: Lease): Promise<void> {
    const current = this.#working.get(key);
    if (current) return current;
    const work = this.#carryOut(key, lease)
      .catch((err) => {
        // What is only busy is tried again in a second.
        const isBusy = err instanceof Problem && errorCodes[err.code].status >= 500;
        if (!isBusy && !(err instanceof NotMine) && !(err instanceof DatabaseUnavailable)) {
          this.#log.error({ err, undo: key }, "could not go on with an undo");
        }
      })
      .finally(() => this.#working.delete(key));
    this.#working.set(key, work);
    return work;
  }

  async #carryOut(key: number, lease: Lease): Promise<void> {
    const row = await this.#db.read((reader) => undoByKey(reader, key));
    if (!row) return;
    const caller = await this.#db.read((reader) => callerOfHolder(reader, row));
    const tally = new UndoTally(row.undone, row.kept);
    const work: Work = { key, lease, caller, tally, questions: new Map(), attempts: 0 };
    for (let isOver = false; !isOver && !this.#closed; ) {
      isOver = await this.pieces.run(async () => {
        await turn();
        return this.#piece(work).catch((error) => this.#refused(work, error));
      });
    }
  }

  /** Undoes one piece. Returns whether it was the last one. */
  async #piece(work: Work): Promise<boolean> {
    const { key, caller, tally, questions } = work;
    const asked = new Map<string, Question>();
    const done = await this.#db.write(async (tx) => {
      const row = await this.#held(tx, work);
      const now = this.#clock.now();
      const isBack = row.state === "back";
      const source: Undoable = isBack ? { set: row.id, above: row.above } : JSON.parse(row.source);
      const { changes, below = 0 } = await pieceBelow(tx, source, row.below);
      if (changes.length === 0) {
        const stored = { asked: [...questions.values()], result: tally.result(row.id, false) };
        await endUndo(tx, key, isBack ? undefined : stored, now);
        return undefined;
      }
      const author: Author = { actor: row.actor, set: isBack ? undoSet(row.id) : row.id, at: now };
      if (!isBack) author.caller = await allowed(tx, caller, asked, now);
      const bounds = { trashMs: this.#trashMs, ownAbove: row.above };
      const result = await undoChanges(tx, row.change_set, changes, author, bounds);
      await advanceUndo(tx, key, { below, undone: result.undoneCount, kept: result.keptCount, now });
      return result;
    });
    if (!done) return true;
    work.attempts = 0;
    tally.join(withChecks(done, questions, asked));
    return false;
  }

  /** The undo, if this node still has it. */
  async #held(tx: Tx, { key, lease }: Work): Promise<UndoRow> {
    await tx.lock(sql`select key from undos where key = ${key}`);
    const row = await undoByKey(tx, key);
    const isMine = row?.lease_owner === lease.owner && row.lease_term === lease.term && row.state !== "over";
    if (!row || !isMine) throw new NotMine();
    return row;
  }

  /** Lets the undo go back. Returns whether it is over, because it cannot go back either. */
  async #refused(work: Work, error: unknown): Promise<boolean> {
    if (error instanceof NotMine || error instanceof DatabaseUnavailable) throw error;
    const isProblem = error instanceof Problem;
    if (isProblem && errorCodes[error.code].status >= 500) throw error;
    if (error instanceof UniqueViolation && ++work.attempts < mostAttempts) return false;
    if (!isProblem) this.#log.error({ err: error, undo: work.key }, "an undo failed");
    const problem = isProblem ? error : new Problem("internal", "The log of the service has the details.");
    return this.#db.write(async (tx) => {
      const row = await this.#held(tx, work);
      const now = this.#clock.now();
      if (row.state === "back") await endUndo(tx, work.key, undefined, now);
      else await goBack(tx, work.key, problem, now);
      return row.state === "back";
    });
  }
}

/** The caller for one attempt of a piece, whose checks are collected in `asked`. */
async function allowed(tx: Tx, caller: Caller | undefined, asked: Map<string, Question>, now: number): Promise<Caller> {
  const isOver = !caller || (caller.holder && (await standingOf(tx, caller.holder)).until <= now);
  if (isOver) throw new Problem("not_allowed", "Whoever started the undo has no access any more.");
  resetAccess(caller);
  asked.clear();
  if (caller.holder) caller.asked = asked;
  return caller;
}

/** What a piece did, with its lists only if the checks behind them can be stored. */
function withChecks(done: UndoResult, questions: Map<string, Question>, asked: Map<string, Question>): UndoResult {
  if (questions.size + asked.size > mostQuestions) return { ...done, undone: [], kept: [] };
  for (const [place, question] of asked) questions.set(place, question);
  return done;
}
