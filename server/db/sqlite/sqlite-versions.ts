import type { LocalVersions } from "../db.ts";
import type { Scope } from "../scope.ts";

/** At this number of scopes all versions start over. */
const maxScopes = 100_000;

/**
 * The versions of scopes, in memory: every write passes through this process, except those of other programs.
 *
 * All changes share one counter, and the version of a scope is the number of its last change. No number is used twice,
 * and a process never reaches 2^53. What a transaction touches counts from its commit on: until then, others read what
 * was there before.
 */
export class SqliteVersions implements LocalVersions {
  readonly #scopes = new Map<Scope, number>();
  #last = 0;
  /** The version of scopes that were not touched since everything started over. */
  #start = 0;
  #shape = 0;
  #touched = new Set<Scope>();
  #touchedShape = false;

  ofScope(scope: Scope): number {
    return this.#scopes.get(scope) ?? this.#start;
  }

  /** The version of the scope and of the shape of all trees. */
  version(scope: Scope): number {
    return Math.max(this.#shape, this.ofScope(scope));
  }

  /** For the open transaction itself: undefined for what it has touched. */
  ofUntouched(scope: Scope): number | undefined {
    return this.#touched.has(scope) ? undefined : this.ofScope(scope);
  }

  touch(scope: Scope): void {
    this.#touched.add(scope);
  }

  touchShape(): void {
    this.#touchedShape = true;
  }

  commit(): void {
    if (this.#scopes.size + this.#touched.size > maxScopes) this.startOver();
    else for (const scope of this.#touched) this.#scopes.set(scope, ++this.#last);
    if (this.#touchedShape) this.#shape = ++this.#last;
    this.rollBack();
  }

  rollBack(): void {
    // A new set: one that is cleared keeps its memory.
    if (this.#touched.size > 0) this.#touched = new Set();
    this.#touchedShape = false;
  }

  /** Anything may have changed: no version that was returned before is valid any more. */
  startOver(): void {
    this.#start = ++this.#last;
    this.#scopes.clear();
  }
}
