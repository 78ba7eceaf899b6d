import { DatabaseUnavailable } from "../db.ts";
import { migrations } from "../migrate.ts";
import { firstCause, messageOf, sqlState } from "./postgres-errors.ts";
import type { PostgresPool } from "./postgres-pool.ts";

const diskFull = "53100";
const rights = ["select", "insert", "update", "delete"].map((right) => `has_table_privilege(c.oid, '${right}')`);
/** Whether the service may write to its tables. Others may be in the same schema, without rights for it. */
function looking(): string {
  const made = migrations().flatMap(({ text }) =>
    [...text.matchAll(/^create table (\w+)/gm)].map(([, name = ""]) => name),
  );
  const names = ["touches", ...made].map((name) => `'${name}'`).join(", ");
  return `
    with tables as (
      select c.oid from pg_class c join pg_class items on items.oid = to_regclass('items')
        where c.relnamespace = items.relnamespace and c.relname in (${names})
    )
    select current_setting('transaction_read_only') = 'on' as readonly,
        (select bool_and(${rights.join(" and ")}) from tables c) and (
          select bool_and(has_sequence_privilege(s.oid, 'usage')) from tables c
            join pg_depend d on d.refobjid = c.oid join pg_class s on s.oid = d.objid and s.relkind = 'S'
        ) as allowed`;
}

/** About 100 kB that do not compress well. The transaction is rolled back. */
const fill = "insert into touches (scopes) select string_agg(md5(random()::text), '') from generate_series(1, 4000)";

/** Knows whether the database accepts writes. A full disk shows only when something is written. */
export class PostgresWritable {
  readonly #pool: PostgresPool;
  readonly #look = looking();
  #isFull = false;
  #trying: Promise<void> | undefined;

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
    const [state] = await this.#pool.single(this.#look, []);
    if (state?.readonly) throw new DatabaseUnavailable(messageOf("25006"));
    if (!state?.allowed) throw new DatabaseUnavailable(messageOf("42501"));
    if (!this.#isFull) return;
    // Anyone may ask at the same time.
    this.#trying ??= this.#tryToWrite().finally(() => {
      this.#trying = undefined;
    });
    await this.#trying;
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
