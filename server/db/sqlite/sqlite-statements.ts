import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { type Bounded, BoundedMap } from "../../memory/bounded-map.ts";
import type { Query } from "../sql.ts";

type Prepared = Bounded & { statement: Statement };

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
  readonly #written = new Map<TemplateStringsArray, Statement>();
  readonly #composed = new BoundedMap<Prepared>(composedBytes, ({ statement }) => statement.finalize());

  constructor(database: Database) {
    this.#database = database;
  }

  of({ text }: Query): Statement {
    if (typeof text === "string") return this.#ofComposed(text);
    let statement = this.#written.get(text);
    if (!statement) {
      statement = this.#database.prepare(text.join("?"));
      this.#written.set(text, statement);
    }
    return statement;
  }

  get(query: Query): unknown {
    return this.of(query).get(...bindings(query)) ?? undefined;
  }

  all(query: Query): unknown[] {
    return this.of(query).all(...bindings(query));
  }

  finalize(): void {
    for (const statement of this.#written.values()) statement.finalize();
    for (const { statement } of this.#composed.values()) statement.finalize();
  }

  #ofComposed(text: string): Statement {
    const known = this.#composed.get(text);
    if (known) return known.statement;
    const statement = this.#database.prepare(text);
    this.#composed.set(text, { statement, size: statementBytes + text.length * characterBytes, used: false });
    return statement;
  }
}
