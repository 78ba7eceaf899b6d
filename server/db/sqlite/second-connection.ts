import type { Database } from "bun:sqlite";
import { openForReading } from "./sqlite-file.ts";
import { SqliteStatements } from "./sqlite-statements.ts";

/** Sees what is committed while the first connection has a transaction of writes. */
export class SecondConnection {
  readonly statements: SqliteStatements;
  readonly #database: Database;

  constructor(file: string) {
    this.#database = openForReading(file);
    this.statements = new SqliteStatements(this.#database);
  }

  close(): void {
    this.statements.finalize();
    this.#database.close();
  }
}
