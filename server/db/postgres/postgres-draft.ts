import type { Held, Reader, Scope, Tx } from "../db.ts";
import { type Query, RowUpdate, type Value } from "../sql.ts";
import { type DraftKind, entryPrefix, rowPrefix } from "./postgres-draft-statements.ts";
import { translated } from "./postgres-errors.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import type { PostgresStatements } from "./postgres-statements.ts";

/** Thrown through a work that needs more than a draft can do; the price is what it has done so far, once. */
export const undraftable = new Error("This write needs a transaction of its own.");

/** What a draft is to write, as JSON: the row that it was read from, the entry for the log, the new values. */
export type WrittenDraft = DraftKind & { key: number; json: string };

/**
 * A write that is kept in memory until it is whole: one row that is taken, one entry of the log and one update of that
 * row. What it reads, it reads outside of any transaction, so nothing may be read once something is to be written.
 */
export class Draft implements Tx {
  readonly #reader: Reader;
  readonly #pool: PostgresPool;
  readonly #statements: PostgresStatements;
  readonly #scopes = new Set<Scope>();
  #table = "";
  #held: (Held & { number: number }) | undefined;
  #entry: { columns: readonly string[]; values: readonly Value[] } | undefined;
  #update: RowUpdate | undefined;

  constructor(reader: Reader, pool: PostgresPool, statements: PostgresStatements) {
    this.#reader = reader;
    this.#pool = pool;
    this.#statements = statements;
  }

  async take<Row extends Held>(table: string, _id: string, query: Query): Promise<Row | undefined> {
    if (this.#table !== "") throw undraftable;
    this.#table = table;
    try {
      const [found] = await this.#pool.single(this.#statements.numbering(query.text), query.values);
      const row = found as (Row & { number: number }) | undefined;
      if (row) this.#held = { key: row.key, version: row.version, number: row.number };
      return row;
    } catch (error) {
      throw translated(error);
    }
  }

  get<Row>(query: Query): Promise<Row | undefined> {
    return this.#reads ? this.#reader.get(query) : refused();
  }

  all<Row>(query: Query): Promise<Row[]> {
    return this.#reads ? this.#reader.all(query) : refused();
  }

  async insert(query: Query): Promise<number> {
    const columns = this.#statements.entryColumns(query.text);
    if (!this.#held || this.#entry || !columns) throw undraftable;
    this.#entry = { columns, values: query.values };
    return this.#held.number;
  }

  async post(query: Query): Promise<void> {
    const fits = query instanceof RowUpdate && query.table === this.#table && query.key === this.#held?.key;
    // Null stands for a column that stays as it is.
    if (!fits || this.#update || query.values.includes(null)) throw undraftable;
    this.#update = query;
  }

  touch(scope: Scope): void {
    this.#scopes.add(scope);
  }

  touchRow(): void {}
  touchShape(): void {}
  readonly rowVersions = undefined;

  run = refused;
  lock = refused;
  version = refused;
  horizon = refused;

  get #reads(): boolean {
    return this.#table !== "" && !this.#entry && !this.#update;
  }

  /** Undefined if there is nothing to write. */
  written(): WrittenDraft | undefined {
    if (!this.#entry && !this.#update && this.#scopes.size === 0) return undefined;
    if (!this.#held || !this.#entry || !this.#update) throw undraftable;
    const { number, key, version } = this.#held;
    const scopes = [...this.#scopes].join(" ");
    const record: Record<string, Value> = { one: 1, number, key, held_version: version, scopes };
    for (const [index, name] of this.#entry.columns.entries())
      record[entryPrefix + name] = this.#entry.values[index] ?? null;
    for (const [name, value] of Object.entries(this.#update.columns)) record[rowPrefix + name] = asText(value);
    return { table: this.#table, entryColumns: this.#entry.columns, key, json: JSON.stringify(record) };
  }
}

const refused = (): Promise<never> => Promise.reject(undraftable);

const asText = (value: Value): Value =>
  value instanceof Uint8Array
    ? `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`
    : value;
