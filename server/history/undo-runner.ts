import type { UndoResult } from "../../contract/changes.ts";
import { type Caller, personOf, type Question, resetAccess } from "../access/caller.ts";
import { callerOfHolder, stillHasAccess } from "../access/stored-holder.sql.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { Problem } from "../http/problem.ts";
import { type Author, undoSet } from "../log/changes.sql.ts";
import { type Held, isPassing, LeasedWork } from "../log/leased-work.ts";
import { leaseMs, NotMine } from "../log/leases.sql.ts";
import { undoChanges } from "./undo.sql.ts";
import { mostAttempts, UndoTally, wasTakenMeanwhile } from "./undo-run.ts";
import { pieceBelow, type Undoable } from "./undoable.sql.ts";
import {
  advanceUndo,
  endUndo,
  goBack,
  insertUndo,
  mostUnfinished,
  type NewUndo,
  type UndoRow,
  undoByKey,
  unfinishedUndos,
} from "./undos.sql.ts";

/** The checks behind what is listed, which are stored to be made again. Beyond this, changes are only counted. */
const mostQuestions = 2_000;

/** What this node knows of an undo that it carries out. */
type Work = Held & {
  caller: Caller | undefined;
  tally: UndoTally;
  questions: Map<string, Question>;
  attempts: number;
};

/**
 * Carries out the undos that are too large for one transaction, one piece at a time. An undo that is refused on the way
 * takes back what it has done.
 */
export class UndoRunner {
  readonly #db: Db;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #trashMs: number;
  readonly #leased: LeasedWork;

  constructor(db: Db, log: Log, clock: Clock, trashMs: number) {
    this.#db = db;
    this.#log = log;
    this.#clock = clock;
    this.#trashMs = trashMs;
    this.#leased = new LeasedWork(
      { db, log, clock },
      {
        table: "undos",
        waiting: unfinishedUndos,
        work: (held) => this.#carryOut(held),
        mostPieces: 2 * mostUnfinished,
        detail: "Too much is being undone at the moment.",
      },
    );
  }

  get closed(): boolean {
    return this.#leased.closed;
  }

  /** Stores an undo that this node carries out, in a transaction after which `work` is called with its key. */
  store(tx: Tx, undo: NewUndo): Promise<number> {
    return insertUndo(tx, undo, this.#leased.firstLease, this.#db.now() + leaseMs);
  }

  work(undoKey: number): void {
    this.#leased.begin(undoKey, this.#leased.firstLease);
  }

  /** Runs a piece of a dry run, in turn with those of undos. */
  inTurn<T>(who: string, piece: () => Promise<T>): Promise<T> {
    return this.#leased.inTurn(who, piece);
  }

  /** Resolves when the pieces in work are on disk; another node, or the next start, goes on at once. */
  get isWorking(): boolean {
    return this.#leased.isWorking;
  }

  close(): Promise<void> {
    return this.#leased.close();
  }

  async #carryOut(held: Held): Promise<void> {
    const row = await this.#db.read((reader) => undoByKey(reader, held.key));
    if (!row) return;
    const caller = await this.#db.read((reader) => callerOfHolder(reader, row));
    const tally = new UndoTally(row.undone, row.kept);
    const work: Work = { ...held, caller, tally, questions: new Map(), attempts: 0 };
    const who = personOf({ holder: caller?.holder }, "");
    const piece = () => this.#piece(work).catch((error) => this.#refused(work, error));
    while (!(await this.#leased.inTurn(who, piece))) held.signal.throwIfAborted();
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
      const bounds = { trashMs: this.#trashMs, ownAbove: row.above, source };
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
    if (isPassing(error)) throw error;
    const isProblem = error instanceof Problem;
    if (wasTakenMeanwhile(error) && ++work.attempts < mostAttempts) return false;
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
  if (!caller || !(await stillHasAccess(tx, caller, now)))
    throw new Problem("not_allowed", "Whoever started the undo has no access any more.");
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
