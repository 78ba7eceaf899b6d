import type { RowVersions, Scope } from "../db.ts";

/** A scope that was never touched has version 0; past this many the table starts over under a new epoch. */
const maxScopes = 100_000;

/** Rows whose keys differ by a multiple of this share a place: one is thought changed when the other was. */
const rowPlaces = 2 ** 20;

/**
 * What this process knows of the states of rows and scopes, in memory: every write but those of other programs comes by here.
 *
 * Changes of rows and of the shape are numbered together, and the version of a row is the last number that concerns it: no
 * number is given twice, and 2^53 of them are more than a process lives to give.
 */
export class SqliteVersions implements RowVersions {
  readonly #scopes = new Map<Scope, number>();
  readonly #rows = new Float64Array(rowPlaces);
  #last = 0;
  #epoch = 0;
  #shape = 0;

  version(scope: Scope): string {
    return `${this.#epoch}.${this.#scopes.get(scope) ?? 0}`;
  }

  of(key: number): number {
    return Math.max(this.#shape, this.#rows[key % rowPlaces] as number);
  }

  ofScope(scope: Scope): string {
    return `${this.#shape}.${this.version(scope)}`;
  }

  touch(scope: Scope): void {
    if (this.#scopes.size >= maxScopes) this.startOver();
    this.#scopes.set(scope, (this.#scopes.get(scope) ?? 0) + 1);
  }

  touchRow(key: number): void {
    this.#rows[key % rowPlaces] = ++this.#last;
  }

  touchShape(): void {
    this.#shape = ++this.#last;
  }

  /** Everything may be another: whatever was given out before is the version of nothing from now on. */
  startOver(): void {
    this.#epoch++;
    this.touchShape();
    this.#scopes.clear();
  }
}
