import type { LocalVersions } from "../db.ts";
import type { Scope } from "../scope.ts";

/** At this number of scopes all versions start over. */
const maxScopes = 100_000;

/**
 * The versions of scopes, in memory: every write passes through this process, except those of other programs.
 *
 * All changes share one counter, and the version of a scope is the number of its last change. No number is used twice,
 * and a process never reaches 2^53.
 */
export class SqliteVersions implements LocalVersions {
  readonly #scopes = new Map<Scope, number>();
  #last = 0;
  /** The version of scopes that were not touched since everything started over. */
  #start = 0;
  #shape = 0;

  ofScope(scope: Scope): number {
    return this.#scopes.get(scope) ?? this.#start;
  }

  /** The version of the scope and of the shape of all trees. */
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

  /** Anything may have changed: no version that was returned before is valid any more. */
  startOver(): void {
    this.#start = ++this.#last;
    this.#scopes.clear();
  }
}
