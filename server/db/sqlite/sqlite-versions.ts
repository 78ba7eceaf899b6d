import type { AtOnce } from "../db.ts";
import type { Scope } from "../scope.ts";

/** Past this many the table starts over. */
const maxScopes = 100_000;

/**
 * What this process knows of the states of scopes, in memory: every write but those of other programs comes by here.
 *
 * All changes are numbered together, and the version of a scope is the number of the last that concerns it: no number is
 * given twice, and 2^53 of them are more than a process lives to give.
 */
export class SqliteVersions implements AtOnce {
  readonly #scopes = new Map<Scope, number>();
  #last = 0;
  /** The version of what was not touched since everything started over. */
  #start = 0;
  #shape = 0;

  ofScope(scope: Scope): number {
    return this.#scopes.get(scope) ?? this.#start;
  }

  /** Together with the shape of all trees. */
  version(scope: Scope): number {
    return Math.max(this.#shape, this.ofScope(scope));
  }

  touch(scope: Scope): void {
    if (this.#scopes.size >= maxScopes) this.startOver();
    this.#scopes.set(scope, ++this.#last);
  }

  touchShape(): void {
    this.#shape = ++this.#last;
  }

  /** Everything may be another: whatever was given out before is the version of nothing from now on. */
  startOver(): void {
    this.#start = ++this.#last;
    this.#scopes.clear();
  }
}
