import type { RowVersions, Scope } from "./db.ts";

/** A scope that was never touched has version 0; past this many the table starts over under a new epoch. */
const maxScopes = 100_000;

/** Rows whose keys differ by a multiple of this share a counter: one is thought changed when the other was. */
const rowCounters = 2 ** 20;

/** What this process knows of the states of rows and scopes, in memory: every write but those of other programs comes by here. */
export class SqliteVersions implements RowVersions {
  readonly #scopes = new Map<Scope, number>();
  readonly #rows = new Uint32Array(rowCounters);
  #epoch = 0;
  #shape = 0;

  version(scope: Scope): string {
    return `${this.#epoch}.${this.#scopes.get(scope) ?? 0}`;
  }

  of(key: number): number {
    return this.#shape * 2 ** 32 + (this.#rows[key % rowCounters] as number);
  }

  ofScope(scope: Scope): string {
    return `${this.#shape}.${this.version(scope)}`;
  }

  touch(scope: Scope): void {
    if (this.#scopes.size >= maxScopes) this.startOver();
    this.#scopes.set(scope, (this.#scopes.get(scope) ?? 0) + 1);
  }

  touchRow(key: number): void {
    (this.#rows[key % rowCounters] as number)++;
  }

  touchShape(): void {
    this.#shape++;
  }

  /** Everything may be another: whatever was given out before is the version of nothing from now on. */
  startOver(): void {
    this.#epoch++;
    this.#shape++;
    this.#scopes.clear();
  }
}
