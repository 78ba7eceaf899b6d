import type { Db } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import { type Caller, resetAccess } from "./caller.ts";
import { signInFirst } from "./not-signed-in.ts";
import { standingOf } from "./standing.sql.ts";

/** The access of a caller while a long answer is sent: the answer ends with what it was opened with. */
export class HeldAccess {
  readonly #db: Db;
  readonly #caller: Caller;
  readonly #now: () => number;
  #version: number | undefined;
  #until = 0;
  #grants: string | undefined;

  /** The caller may have waited since the request was admitted, so their grants are read again. */
  static async begin(db: Db, caller: Caller, now: () => number): Promise<HeldAccess> {
    const access = new HeldAccess(db, caller, now);
    await access.confirm();
    resetAccess(caller);
    return access;
  }

  constructor(db: Db, caller: Caller, now: () => number) {
    this.#db = db;
    this.#caller = caller;
    this.#now = now;
  }

  /** Throws a problem if the key or the session has ended, or its grants are others now. */
  async confirm(): Promise<void> {
    const { holder } = this.#caller;
    if (!holder) return;
    const version = await this.#db.single.version("access");
    if (version !== undefined && version === this.#version && this.#now() < this.#until) return;
    const { grants, until } = await this.#db.read((reader) => standingOf(reader, holder));
    if (until <= this.#now()) throw signInFirst();
    const shown = JSON.stringify(grants);
    if (shown !== (this.#grants ?? shown)) throw new Problem("not_allowed", "Your grants have changed meanwhile.");
    this.#version = version;
    this.#until = until;
    this.#grants = shown;
  }
}
