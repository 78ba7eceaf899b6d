import type { AtOnce } from "../db.ts";
import type { Scope } from "../scope.ts";

/** A scope that was never touched has version 0; past this many the table starts over under a new epoch. */
const maxScopes = 100_000;

/** What this process knows of the states of scopes, in memory: every write but those of other programs comes by here. */
export class SqliteVersions implements AtOnce {
  readonly #scopes = new Map<Scope, number>();
  #epoch = 0;
  #shape = 0;

  ofScope(scope: Scope): string {
    return `${this.#epoch}.${this.#scopes.get(scope) ?? 0}`;
  }

  /** Together with the shape of all trees. */
  version(scope: Scope): string {
    return `${this.#shape}.${this.ofScope(scope)}`;
  }

  touch(scope: Scope): void {
    if (this.#scopes.size >= maxScopes) this.startOver();
    this.#scopes.set(scope, (this.#scopes.get(scope) ?? 0) + 1);
  }

  touchShape(): void {
    this.#shape++;
  }

  /** Everything may be another: whatever was given out before is the version of nothing from now on. */
  startOver(): void {
    this.#epoch++;
    this.#scopes.clear();
  }
}
