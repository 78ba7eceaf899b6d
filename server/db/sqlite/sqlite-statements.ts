import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { type Bounded, BoundedMap } from "../../memory/bounded-map.ts";
import type { Query } from "../sql.ts";

type Prepared = Bounded & { statement: Statement };

/** Limit for composed texts: a client decides which fields an update names and how long a list is. */
const composedBytes = 16 * 1024 * 1024;
/** Memory of a statement and of each of its characters, measured on the most expensive kind, a list of values. */
const statementBytes = 4_000;
const characterBytes = 70;

export const bindings = (query: Query) => query.values as SQLQueryBindings[];

/** Prepared statements, reused as long as they fit the limit. */
export class SqliteStatements {
  readonly #database: Database;
  /** By the template in our code, so their number is fixed. */
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
