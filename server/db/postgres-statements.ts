import type { Query } from "./sql.ts";

type Text = Query["text"];

/** A statement as PostgreSQL wants it, `$1` for `?`. Each text is turned once and then found by its identity. */
export class PostgresStatements {
  readonly #plain = new Map<Text, string>();
  readonly #returning = new Map<Text, string>();
  readonly #locking = new Map<Text, string>();

  plain(text: Text): string {
    return kept(this.#plain, text, () => numbered(text));
  }

  returning(text: Text, column: string): string {
    return kept(this.#returning, text, () => `${numbered(text)} returning ${column}`);
  }

  /** NO KEY: rows that refer to a locked one by a foreign key can still be added by others. */
  locking(text: Text): string {
    return kept(this.#locking, text, () => `${numbered(text)} for no key update`);
  }
}

function kept(texts: Map<Text, string>, text: Text, make: () => string): string {
  let found = texts.get(text);
  if (found === undefined) {
    found = make();
    texts.set(text, found);
  }
  return found;
}

function numbered(text: Text): string {
  let count = 0;
  if (typeof text !== "string") return text.reduce((before, part) => `${before}$${++count}${part}`);
  return text.replace(/'[^']*'|\?/g, (found) => (found === "?" ? `$${++count}` : found));
}
