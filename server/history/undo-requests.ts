import type { UndoResult } from "../../contract/changes.ts";
import { allowAgain, isUnlimited } from "../access/allow.ts";
import { type Caller, resetAccess } from "../access/caller.ts";
import { holderOf } from "../access/stored-holder.sql.ts";
import { writeAs } from "../access/write-as.ts";
import type { Answer } from "../api/answer.ts";
import type { Db, Reader, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { notFound, Problem } from "../http/problem.ts";
import { Slots } from "../http/slots.ts";
import { Rest } from "../http/turns.ts";
import type { Author, LightChange } from "../log/changes.sql.ts";
import { allowUndoOf } from "../log/entity-places.sql.ts";
import { undoChanges } from "./undo.sql.ts";
import { UndoTally } from "./undo-run.ts";
import type { UndoRunner } from "./undo-runner.ts";
import { changesOf, findUndoable, fitting, lightPages, pieceBelow, top, type Undoable } from "./undoable.sql.ts";
import { refuseTooMany, resultOf, undoByKey, undoOfRequest, unfinishedUndoOf } from "./undos.sql.ts";

/** How often a request looks whether its undo is over. */
const lookMs = 100;
/** The changes of one entity are undone together in a dry run if they are among so many. */
const grouped = 20_000;

/** A request for an undo; `request` is who sent which Idempotency-Key, if there is one. */
export type AskedUndo = {
  name: string;
  author: Author;
  caller: Caller;
  /** Who shares the turns of dry runs. */
  who: string;
  request: string;
  signal: AbortSignal;
  /** Keeps the connection open while the client waits. */
  keepOpen(): void;
};

/** Performs the write of a request, one time for all requests with its Idempotency-Key. */
type Write = (work: (tx: Tx) => Promise<Answer | undefined>) => Promise<Answer | undefined>;

/**
 * Thrown in the transaction of a request that cannot be answered in it: an undo in pieces is to begin, or to end first.
 */
class NotAtOnce extends Error {
  readonly waitsFor: number | undefined;

  constructor(waitsFor?: number) {
    super("not at once");
    this.waitsFor = waitsFor;
  }
}

/** Thrown to roll a piece of a dry run back; carries the result out of its transaction. */
class RolledBack extends Error {
  readonly result: UndoResult;

  constructor(result: UndoResult) {
    super("dry run");
    this.result = result;
  }
}

/** Answers requests for undos: small ones in their transaction, others when all their pieces are done. */
export class UndoRequests {
  readonly #db: Db;
  readonly #runner: UndoRunner;
  readonly #trashMs: number;
  /** Each holds some of the changes in memory, and takes turns with the undos of the node. */
  readonly #dryRuns = new Slots({
    atOnce: 20,
    mostWaiting: 80,
    detail: "Too many dry runs of undos are under way.",
    ofOne: { atOnce: 2, mostWaiting: 8, detail: "10 dry runs of yours are already under way." },
    retryAfterSeconds: 5,
  });

  constructor(db: Db, runner: UndoRunner, trashMs: number) {
    this.#db = db;
    this.#runner = runner;
    this.#trashMs = trashMs;
  }

  async undo(asked: AskedUndo, write: Write): Promise<Answer | undefined> {
    const undoable = await findUndoable(this.#db, asked.name);
    let begun: number | undefined;
    for (;;) {
      try {
        return await write(async (tx) => ({ body: JSON.stringify(await this.#atOnce(tx, undoable, asked, begun)) }));
      } catch (error) {
        if (!(error instanceof NotAtOnce)) throw error;
        let waitsFor = error.waitsFor;
        if (waitsFor === undefined) {
          const begin = await this.#begin(undoable, asked).catch((refusal) => refusal as Error);
          // Thrown in the transaction of the request, so that a repetition of it is refused in the same way.
          if (begin instanceof Error) return write(() => Promise.reject(begin));
          waitsFor = begin.key;
          if (begin.isNew) begun = begin.key;
        }
        await this.#over(waitsFor, asked);
      }
    }
  }

  async #atOnce(
    tx: Tx,
    undoable: Undoable | undefined,
    asked: AskedUndo,
    begun: number | undefined,
  ): Promise<UndoResult> {
    const { name, author } = asked;
    const own = await this.#ownUndo(tx, asked, begun);
    if (own) return own;
    const other = await unfinishedUndoOf(tx, name, author.set);
    if (other) throw new NotAtOnce(other.key);
    if (!undoable) throw notFound("change set", name);
    const { changes, below } = await pieceBelow(tx, undoable, top);
    if (changes.length === 0) throw notFound("change set", name);
    if (below !== undefined) throw new NotAtOnce();
    return undoChanges(tx, name, changes, author, this.#bounds(undoable));
  }

  /** The result of the undo in pieces that this request has begun, or an earlier one with its key. */
  async #ownUndo(tx: Tx, asked: AskedUndo, begun: number | undefined): Promise<UndoResult | undefined> {
    const { name, author, caller, request } = asked;
    const own = begun === undefined ? await earlierUndo(tx, request) : await undoByKey(tx, begun);
    if (!own) return undefined;
    if (own.change_set !== name) {
      throw new Problem("idempotency_key_reused", `The key was used to undo the change set "${own.change_set}".`);
    }
    if (own.state !== "over") throw new NotAtOnce(own.key);
    const { asked: questions, result } = resultOf(own);
    await allowAgain(tx, caller, questions);
    author.set = own.id;
    author.changed = result.undoneCount > 0;
    return result;
  }

  /** Begins an undo in pieces, unless one has begun meanwhile. Returns its key. */
  async #begin(
    undoable: Undoable | undefined,
    { name, author, caller, request }: AskedUndo,
  ): Promise<{ key: number; isNew: boolean }> {
    if (!undoable) throw notFound("change set", name);
    const projectKey = await this.#allowAll(undoable, name, caller);
    const begin = await writeAs(this.#db, caller, async (tx) => {
      await tx.lock(sql`select key from projects where key = ${projectKey}`);
      const begun = (await earlierUndo(tx, request)) ?? (await unfinishedUndoOf(tx, name, author.set));
      if (begun) return { key: begun.key, isNew: false };
      await refuseTooMany(tx, holderOf(caller));
      const { set: id, actor, at } = author;
      const undo = { id, actor, at, change_set: name, source: undoable, project_key: projectKey, request };
      return { key: await this.#runner.store(tx, { ...undo, ...holderOf(caller) }), isNew: true };
    });
    if (begin.isNew) this.#runner.work(begin.key);
    return begin;
  }

  /** Refuses a caller who may not see all that changed, before anything is undone. Returns the key of the project. */
  async #allowAll(undoable: Undoable, name: string, caller: Caller): Promise<number> {
    let projectKey = 0;
    const unseen = () => notFound("change set", name);
    const rest = new Rest();
    for await (const page of lightPages(this.#db, undoable)) {
      const isUnlimitedCaller = await this.#db.read(async (reader) => {
        resetAccess(caller);
        for (const change of page) {
          await rest.ifDue();
          projectKey = change.project_key;
          await allowUndoOf(reader, caller, { projectKey, kind: change.kind, key: change.key }, unseen);
          if (await isUnlimited(reader, caller)) return true;
        }
        return false;
      });
      if (isUnlimitedCaller) break;
    }
    return projectKey;
  }

  /** Resolves when an undo is over. Whoever has left does not wait, and the undo goes on. */
  async #over(undoKey: number, { signal, keepOpen }: AskedUndo): Promise<void> {
    while (!signal.aborted && !this.#runner.closed) {
      keepOpen();
      const row = await this.#db.read((reader) => undoByKey(reader, undoKey));
      if (!row || row.state === "over") return;
      await Bun.sleep(lookMs);
    }
    throw new Problem("unavailable", "The undo goes on. Ask again for its result.", {}, { "retry-after": "5" });
  }

  /**
   * Makes the writes of a real undo and rolls them back, so that the result is what would happen. Of many changes, it
   * rolls back each piece before the next one.
   */
  dryRun(asked: AskedUndo): Promise<UndoResult> {
    return this.#dryRuns.run(() => this.#allRolledBack(asked), asked.who, asked.signal);
  }

  async #allRolledBack(asked: AskedUndo): Promise<UndoResult> {
    const { name, author } = asked;
    const undoable = await findUndoable(this.#db, name);
    const tally = new UndoTally();
    let found = false;
    if (!undoable) throw notFound("change set", name);
    for await (const piece of this.#piecesOf(undoable)) {
      found = true;
      tally.join(await this.#runner.inTurn(asked.who, () => this.#rolledBack(undoable, piece, asked)));
      if (asked.signal.aborted) break;
      asked.keepOpen();
    }
    if (!found) throw notFound("change set", name);
    return tally.result(author.set, true);
  }

  async #rolledBack(
    undoable: Undoable,
    piece: readonly LightChange[],
    { name, author, caller }: AskedUndo,
  ): Promise<UndoResult> {
    if (this.#runner.closed) {
      throw new Problem("unavailable", "The service is stopping.", {}, { "retry-after": "5" });
    }
    try {
      return await writeAs(this.#db, caller, async (tx) => {
        const changes = await changesOf(tx, piece);
        throw new RolledBack(await undoChanges(tx, name, changes, { ...author }, this.#bounds(undoable)));
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.result;
      throw error;
    }
  }

  /** These undos have no earlier pieces. */
  #bounds = (source: Undoable) => ({ trashMs: this.#trashMs, ownAbove: top, source });

  /**
   * The changes in pieces for one transaction each. What changed an entity several times is in one piece if it fits.
   */
  async *#piecesOf(undoable: Undoable): AsyncGenerator<LightChange[]> {
    let group: LightChange[] = [];
    for await (const page of lightPages(this.#db, undoable)) {
      group.push(...page);
      if (group.length < grouped) continue;
      yield* piecesByThing(group);
      group = [];
    }
    yield* piecesByThing(group);
  }
}

/** The undo in pieces that an earlier request with the same Idempotency-Key has begun. */
const earlierUndo = async (reader: Reader, request: string) =>
  request === "" ? undefined : undoOfRequest(reader, request);

function* piecesByThing(changes: readonly LightChange[]): Generator<LightChange[]> {
  let rest: LightChange[] = [];
  for (const ofEntity of Map.groupBy(changes, ({ key }) => key).values()) {
    if (rest.length > 0 && fitting([...rest, ...ofEntity]) < rest.length + ofEntity.length) {
      yield rest;
      rest = [];
    }
    rest.push(...ofEntity);
    for (let fits = fitting(rest); fits < rest.length; fits = fitting(rest)) yield rest.splice(0, fits);
  }
  if (rest.length > 0) yield rest;
}
