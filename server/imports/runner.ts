import { isSignedOut } from "../access/not-signed-in.ts";
import type { Db } from "../db/db.ts";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";
import { type Held, isPassing, LeasedWork } from "../log/leased-work.ts";
import { type Circumstances, ImportWork } from "./import-work.ts";
import { doerOf, finish, type ImportRow, importByKey, mostWaiting, waitingImports } from "./imports.sql.ts";

/** Carries out imports. Those that wait for pictures hold up no other. */
export class ImportRunner {
  readonly #db: Db;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #circumstances: Circumstances;
  readonly #onEnd: (() => void) | undefined;
  readonly #leased: LeasedWork;

  constructor(db: Db, log: Log, clock: Clock, { onEnd, ...circumstances }: Circumstances & { onEnd?: () => void }) {
    this.#db = db;
    this.#circumstances = circumstances;
    this.#onEnd = onEnd;
    this.#log = log;
    this.#clock = clock;
    this.#leased = new LeasedWork(
      { db, log, clock },
      {
        table: "imports",
        waiting: waitingImports,
        work: (held) => this.#work(held),
        mostPieces: 2 * mostWaiting,
        detail: "Too much is being imported at the moment.",
      },
    );
  }

  /** Call it when there is something to do. */
  wake(): void {
    this.#leased.wake();
  }

  get isWorking(): boolean {
    return this.#leased.isWorking;
  }

  /** Resolves when the chunks in work are on disk; another node, or the next start, goes on. */
  close(): Promise<void> {
    return this.#leased.close();
  }

  async #work(held: Held): Promise<void> {
    const row = await this.#db.read((reader) => importByKey(reader, held.key));
    if (!row) return;
    const { holder_kind, holder_key } = doerOf(row);
    const who = `${holder_kind}:${holder_key}`;
    const parts = {
      db: this.#db,
      clock: this.#clock,
      log: this.#log,
      ...this.#circumstances,
      inTurn: <T>(piece: () => Promise<T>) => this.#leased.inTurn(who, piece),
    };
    try {
      await new ImportWork(parts, row, held).run();
    } catch (error) {
      if (isPassing(error)) throw error;
      await this.#failed(row, held, error);
    }
    this.#onEnd?.();
  }

  async #failed(row: ImportRow, { lease }: Held, err: unknown): Promise<void> {
    const isOver = isSignedOut(err);
    if (!isOver) this.#log.error({ err, import: row.id }, "an import failed");
    const { key, state } = row;
    const { accessIsOver, wentWrong } = state === "undoing" ? wordsOfUndo : words;
    const error = isOver ? accessIsOver : wentWrong;
    const now = this.#clock.now();
    await this.#db.write((tx) => finish(tx, { key, state }, lease, { state: "failed", error, now }));
  }
}

const words = {
  accessIsOver: "Whoever started or continued it has no access any more.",
  wentWrong: "Something went wrong, and the rest was not imported. The log of the service has the details.",
};
const wordsOfUndo = {
  accessIsOver: "Whoever undid it has no access any more.",
  wentWrong: "Something went wrong, and the rest was not undone. The log of the service has the details.",
};
