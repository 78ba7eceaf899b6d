import { DatabaseUnavailable } from "../db.ts";
import { firstCause, messageOf, sqlState } from "./postgres-errors.ts";
import type { PostgresPool } from "./postgres-pool.ts";

const diskFull = "53100";
const rights = ["select", "insert", "update", "delete"].map((right) => `has_table_privilege(c.oid, '${right}')`);
/** The tables and sequences of the catalog are those that belong to the owner of one of them. */
const look = `
  select current_setting('transaction_read_only') = 'on' as readonly,
      bool_and(case c.relkind when 'S' then has_sequence_privilege(c.oid, 'usage') else ${rights.join(" and ")} end) as allowed
    from pg_class one join pg_class c on c.relnamespace = one.relnamespace and c.relowner = one.relowner
    where one.oid = to_regclass('items') and c.relkind in ('r', 'S') and c.relname <> 'schema_version'`;
/** About 100 kB that do not compress well. The transaction is rolled back. */
const fill = "insert into touches (scopes) select string_agg(md5(random()::text), '') from generate_series(1, 4000)";

/** Knows whether the database accepts writes. A full disk shows only when something is written. */
export class PostgresWritable {
  readonly #pool: PostgresPool;
  #isFull = false;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  failed(error: unknown): void {
    if (error instanceof DatabaseUnavailable && sqlState(firstCause(error)) === diskFull) this.#isFull = true;
  }

  succeeded(): void {
    this.#isFull = false;
  }

  /** Throws if writes would fail. */
  async check(): Promise<void> {
    const [state] = await this.#pool.single(look, []);
    if (state?.readonly) throw new DatabaseUnavailable(messageOf("25006"));
    if (!state?.allowed) throw new DatabaseUnavailable(messageOf("42501"));
    if (this.#isFull) await this.#tryToWrite();
  }

  async #tryToWrite(): Promise<void> {
    const connection = await this.#pool.lease();
    try {
      connection.begin(this.#pool.begin("writing"));
      await connection.send(fill, []);
      this.#isFull = false;
    } finally {
      if (!connection.broken) await connection.send("rollback", []).catch(() => {});
      this.#pool.release(connection);
    }
  }
}
