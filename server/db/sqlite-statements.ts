import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { log, logNumber } from "./log-table.ts";
import type { Query } from "./sql.ts";
import { wordsOf, writtenTable } from "./sqlite-pending.ts";

/** A statement, and what is known of it from its text. */
type Prepared = {
  statement: Statement;
  words: ReadonlySet<string>;
  writes: string | undefined;
};

type Text = Query["text"];

export const bindings = (query: Query) => query.values as SQLQueryBindings[];

const textOf = (text: Text): string => (typeof text === "string" ? text : text.join("?"));

/** Every statement is prepared once. */
export class SqliteStatements {
  readonly #database: Database;
  readonly #prepared = new Map<Text, Prepared>();
  readonly #entries = new Map<Text, Statement | undefined>();

  constructor(database: Database) {
    this.#database = database;
  }

  of({ text }: Query): Prepared {
    let prepared = this.#prepared.get(text);
    if (!prepared) {
      const plain = textOf(text);
      const statement = this.#database.prepare(plain);
      prepared = { statement, words: wordsOf(plain), writes: writtenTable(plain) };
      this.#prepared.set(text, prepared);
    }
    return prepared;
  }

  get(query: Query): unknown {
    return this.of(query).statement.get(...bindings(query)) ?? undefined;
  }

  all(query: Query): unknown[] {
    return this.of(query).statement.all(...bindings(query));
  }

  /** The same insertion with the number before its values, if it is one into the log; else undefined. */
  numberedEntry({ text }: Query): Statement | undefined {
    if (this.#entries.has(text)) return this.#entries.get(text);
    const start = `insert into ${log} (`;
    const plain = textOf(text);
    const numbered = plain.replace(start, `${start}${logNumber}, `).replace(/values\s*\(/, "values (?, ");
    const statement = plain.startsWith(start) ? this.#database.prepare(numbered) : undefined;
    this.#entries.set(text, statement);
    return statement;
  }

  finalize(): void {
    for (const { statement } of this.#prepared.values()) statement.finalize();
    for (const statement of this.#entries.values()) statement?.finalize();
  }
}
