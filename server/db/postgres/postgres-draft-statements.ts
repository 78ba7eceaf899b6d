import { log, logNumber } from "../log-table.ts";
import type { PostgresPool } from "./postgres-pool.ts";

/** What decides the text of a statement: the table of the rows, and what an entry of the log says. */
export type DraftKind = { table: string; entryColumns: readonly string[] };

type Column = { name: string; type: string; required: boolean };

export const entryPrefix = "entry_";
export const rowPrefix = "row_";

/**
 * The statement that writes drafts of one kind: those whose row has the version that was read and is held by nobody.
 *
 * Every record says `one`, which is 1, and is asked for it: so the planner expects one record where it would expect a
 * hundred, and goes by index however small the tables were when it made the plan that it keeps.
 */
export class PostgresDraftStatements {
  readonly #pool: PostgresPool;
  readonly #texts = new Map<string, Promise<string>>();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  text(kind: DraftKind): Promise<string> {
    const name = `${kind.table} ${kind.entryColumns}`;
    let text = this.#texts.get(name);
    if (!text) {
      text = this.#compose(kind);
      text.catch(() => this.#texts.delete(name));
      this.#texts.set(name, text);
    }
    return text;
  }

  async #compose({ table, entryColumns }: DraftKind): Promise<string> {
    const entry = (await this.#columns(log)).filter(({ name }) => entryColumns.includes(name));
    const row = (await this.#columns(table)).filter(({ name, required }) => required && name !== "key");
    const fields = [
      ...entry.map(({ name, type }) => `${entryPrefix}${name} ${type}`),
      ...row.map(({ name, type }) => `${rowPrefix}${name} ${type}`),
    ];
    return `with draft as materialized (
        select * from json_to_recordset(cast(cast($1 as text) as json))
          as d (one integer, number bigint, key bigint, held_version bigint, scopes text, ${fields.join(", ")})
          where d.one = 1
      ), held as materialized (
        select t.key from ${table} t join draft d on d.key = t.key and d.held_version = t.version
          for no key update of t skip locked
      ), good as materialized (
        select d.* from draft d join held h on h.key = d.key
      ), logged as (
        insert into ${log} (${logNumber}, ${entry.map(({ name }) => name).join(", ")})
          select number, ${entry.map(({ name }) => entryPrefix + name).join(", ")} from good
      ), touched as (
        insert into touches (scopes) select string_agg(scopes, ' ') from good having count(*) > 0
      )
      update ${table} t set ${row.map(({ name }) => `${name} = coalesce(g.${rowPrefix}${name}, t.${name})`).join(", ")}
        from good g where t.key = g.key returning t.key`;
  }

  async #columns(table: string): Promise<Column[]> {
    const columns = await this.#pool.single(
      `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required
        from pg_attribute where attrelid = cast('${table}' as regclass) and attnum > 0 and not attisdropped`,
      [],
    );
    return [...columns] as never;
  }
}
