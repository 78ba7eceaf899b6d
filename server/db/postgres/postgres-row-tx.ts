import type { Reader, RowTx } from "../db.ts";
import type { RowChange } from "../row-change.ts";
import type { Query, Value } from "../sql.ts";
import { type ChangeKind, changeRecord, stillPrefix } from "./postgres-change-statements.ts";
import { translated } from "./postgres-errors.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import type { PostgresStatements } from "./postgres-statements.ts";

/** A decided change as JSON: what was read, the log entry, the new values. */
export type DecidedChange = ChangeKind & { held: number; number: number; json: string };

/** Decides a change of one row in memory. The row is read without a lock, then the number of the change is taken. */
export class PostgresRowTx implements RowTx {
  readonly get: Reader["get"];
  readonly all: Reader["all"];
  readonly version: Reader["version"];
  readonly horizon: Reader["horizon"];
  readonly #pool: PostgresPool;
  readonly #statements: PostgresStatements;
  #held: { table: RowChange["table"]; key: number; number: number; still: Record<string, Value> } | undefined;
  #change: RowChange | undefined;

  constructor(reader: Reader, pool: PostgresPool, statements: PostgresStatements) {
    this.get = reader.get;
    this.all = reader.all;
    this.version = reader.version;
    this.horizon = reader.horizon;
    this.#pool = pool;
    this.#statements = statements;
  }

  async hold<Row extends { key: number }>(
    table: RowChange["table"],
    _id: string,
    query: Query,
    still: readonly (keyof Row & string)[],
  ): Promise<Row | undefined> {
    try {
      const [found] = await this.#pool.single(this.#statements.numbering(query.text), query.values);
      const row = found as (Row & { number: number }) | undefined;
      if (!row) return undefined;
      const values = Object.fromEntries(still.map((name) => [name, row[name] as Value]));
      this.#held = { table, key: row.key, number: row.number, still: values };
      return row;
    } catch (error) {
      throw translated(error);
    }
  }

  async change(change: RowChange): Promise<number> {
    if (!this.#held || this.#change) throw new Error("A change of one row must hold one row and change it one time.");
    this.#change = change;
    return this.#held.number;
  }

  /** Undefined if nothing changes. */
  get decided(): DecidedChange | undefined {
    if (!this.#held || !this.#change) return undefined;
    const { table: heldTable, key: held, still, number } = this.#held;
    const { entry, table, scopes, countIn } = this.#change;
    const isNew = entry.entity_key === null;
    const record = changeRecord(this.#change, number, held);
    record.scopes = scopes.join(" ");
    if (countIn !== undefined) record.count_in = countIn;
    for (const name of Object.keys(still)) record[stillPrefix + name] = still[name] as Value;
    return { table, heldTable, still: Object.keys(still), isNew, held, number, json: JSON.stringify(record) };
  }
}
