import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { type Bounded, BoundedMap } from "../../memory/bounded-map.ts";
import { log, logNumber } from "../log-table.ts";
import type { Query } from "../sql.ts";
import { wordsOf, writtenTable } from "./sqlite-pending.ts";

/** A statement, and what is known of it from its text. */
type Prepared = Bounded & {
  statement: Statement;
  words: ReadonlySet<string>;
  writes: string | undefined;
  /** The same insertion with the number before its values; null if it is none into the log, undefined until asked for. */
  entry: Statement | null | undefined;
};

/** For texts that are put together: a client decides which fields an update names and how long a list is. */
const composedBytes = 16 * 1024 * 1024;
/** What SQLite takes for a statement and for each character of it, a list of values at the most: measured. */
const statementBytes = 4_000;
const characterBytes = 70;

export const bindings = (query: Query) => query.values as SQLQueryBindings[];

/** Every statement is prepared once, as long as there is room for it. */
export class SqliteStatements {
  readonly #database: Database;
  /** By the place in our own code where they are written: so many and no more. */
  readonly #written = new Map<TemplateStringsArray, Prepared>();
  readonly #composed = new BoundedMap<Prepared>(composedBytes, finalize);

  constructor(database: Database) {
    this.#database = database;
  }

  of({ text }: Query): Prepared {
    const known = typeof text === "string" ? this.#composed.get(text) : this.#written.get(text);
    if (known) return known;
    if (typeof text === "string") {
      const prepared = this.#prepare(text);
      this.#composed.set(text, prepared);
      return prepared;
    }
    const prepared = this.#prepare(text.join("?"));
    this.#written.set(text, prepared);
    return prepared;
  }

  get(query: Query): unknown {
    return this.of(query).statement.get(...bindings(query)) ?? undefined;
  }

  all(query: Query): unknown[] {
    return this.of(query).statement.all(...bindings(query));
  }

  /** The same insertion with the number before its values, if it is one into the log; else undefined. */
  numberedEntry(query: Query): Statement | undefined {
    const prepared = this.of(query);
    if (prepared.entry === undefined) prepared.entry = this.#entryOf(query);
    return prepared.entry ?? undefined;
  }

  finalize(): void {
    for (const prepared of this.#written.values()) finalize(prepared);
    for (const prepared of this.#composed.values()) finalize(prepared);
  }

  #prepare(text: string): Prepared {
    return {
      statement: this.#database.prepare(text),
      words: wordsOf(text),
      writes: writtenTable(text),
      entry: undefined,
      size: statementBytes + text.length * characterBytes,
      used: false,
    };
  }

  #entryOf({ text }: Query): Statement | null {
    const plain = typeof text === "string" ? text : text.join("?");
    const start = `insert into ${log} (`;
    if (!plain.startsWith(start)) return null;
    const numbered = plain.replace(start, `${start}${logNumber}, `).replace(/values\s*\(/, "values (?, ");
    return this.#database.prepare(numbered);
  }
}

function finalize({ statement, entry }: Prepared): void {
  statement.finalize();
  entry?.finalize();
}
