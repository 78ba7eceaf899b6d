import type { PostgresPool } from "./postgres-pool.ts";
import { log, logNumber } from "./postgres-statements.ts";
import type { SideRow } from "./sql.ts";

/** What decides the text of a statement: the table of the rows, what an entry of the log says, the rows beside them. */
export type DraftKind = { table: string; entryColumns: readonly string[]; sides: readonly string[] };

type Column = { name: string; type: string; required: boolean };
type SideKind = { verb: SideRow["verb"]; table: string; key: readonly string[]; columns: readonly string[] };

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
  readonly #names = new Map<string, string>();
  readonly #sides = new Map<string, SideKind>();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** The name under which a draft gives rows of this sort. */
  sideName({ text, verb, table, key, columns }: SideRow): string {
    let name = this.#names.get(text as string);
    if (name === undefined) {
      name = `side_${this.#names.size}`;
      this.#names.set(text as string, name);
      this.#sides.set(name, { verb, table, key, columns: Object.keys(columns) });
    }
    return name;
  }

  text(kind: DraftKind): Promise<string> {
    const name = `${kind.table} ${kind.entryColumns} ${kind.sides}`;
    let text = this.#texts.get(name);
    if (!text) {
      text = this.#compose(kind);
      text.catch(() => this.#texts.delete(name));
      this.#texts.set(name, text);
    }
    return text;
  }

  async #compose({ table, entryColumns, sides }: DraftKind): Promise<string> {
    const entry = (await this.#columns(log)).filter(({ name }) => entryColumns.includes(name));
    const row = (await this.#columns(table)).filter(({ name, required }) => required && name !== "key");
    const fields = [
      ...entry.map(({ name, type }) => `${entryPrefix}${name} ${type}`),
      ...row.map(({ name, type }) => `${rowPrefix}${name} ${type}`),
      ...sides.map((name) => `${name} json`),
    ];
    const beside = await Promise.all(sides.map((name) => this.#side(name)));
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
      )${beside.join("")}
      update ${table} t set ${row.map(({ name }) => `${name} = coalesce(g.${rowPrefix}${name}, t.${name})`).join(", ")}
        from good g where t.key = g.key returning t.key`;
  }

  /** Each part sees the tables as they were before all of them: whether a row is there is not asked of the index alone. */
  async #side(name: string): Promise<string> {
    const { verb, table, key, columns } = this.#sides.get(name) as SideKind;
    const typed = (await this.#columns(table)).filter((column) => columns.includes(column.name));
    const rows = `good g cross join lateral json_to_recordset(g.${name})
            as s (one integer, ${typed.map((column) => `${column.name} ${column.type}`).join(", ")})`;
    const same = key.map((column) => `t.${column} = s.${column}`).join(" and ");
    return verb === "insert"
      ? `, ${name} as (
        insert into ${table} (${columns.join(", ")}) select ${columns.map((column) => `s.${column}`).join(", ")}
          from ${rows} where s.one = 1 and not exists (select 1 from ${table} t where ${same})
      )`
      : `, ${name} as (
        delete from ${table} t using ${rows} where s.one = 1 and ${same}
      )`;
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
