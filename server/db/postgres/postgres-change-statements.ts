import { entryColumns, type RowChange } from "../row-change.ts";
import type { PostgresPool } from "./postgres-pool.ts";

/** What the text of a statement depends on. */
export type ChangeKind = {
  table: RowChange["table"];
  /** The table of the row that was read, and the columns that must be unchanged since. */
  heldTable: RowChange["table"];
  still: readonly string[];
  isNew: boolean;
};

type Column = { name: string; type: string; required: boolean };

export const entryPrefix = "entry_";
export const rowPrefix = "row_";
export const stillPrefix = "still_";

export const kindName = ({ table, heldTable, still, isNew }: ChangeKind): string =>
  `${isNew ? "new " : ""}${table} ${heldTable} ${still}`;

const counted = `, counted as (
        update subcategories s set item_count = s.item_count + n.count
          from (select count_in, count(*) as count from good where count_in is not null group by count_in) n
          where s.key = n.count_in
      )`;

/**
 * The statement that writes changes of one kind. It skips a change if its row was changed since it was read, or is
 * locked by another transaction.
 *
 * Every record has a field `one` with the value 1, and the statement filters on it. So the planner expects one record
 * instead of a hundred and uses the indexes, however small the tables were when it made the plan that it caches.
 */
export class PostgresChangeStatements {
  readonly #pool: PostgresPool;
  readonly #texts = new Map<string, Promise<string>>();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  text(kind: ChangeKind): Promise<string> {
    const name = kindName(kind);
    let text = this.#texts.get(name);
    if (!text) {
      text = this.#compose(kind);
      text.catch(() => this.#texts.delete(name));
      this.#texts.set(name, text);
    }
    return text;
  }

  async #compose({ table, heldTable, still, isNew }: ChangeKind): Promise<string> {
    const entry = (await this.#columns("changes")).filter(({ name }) => entryColumns.includes(name as never));
    const row = (await this.#columns(table)).filter(
      ({ name, required }) => required && name !== "key" && name !== "version",
    );
    const held = (await this.#columns(heldTable)).filter(({ name }) => still.includes(name));
    const fields = [
      ...entry.map(({ name, type }) => `${entryPrefix}${name} ${type}`),
      ...row.map(({ name, type }) => `${rowPrefix}${name} ${type}`),
      ...held.map(({ name, type }) => `${stillPrefix}${name} ${type}`),
    ];
    const names = row.map(({ name }) => name);
    const write = isNew
      ? `insert into ${table} (key, version, ${names.join(", ")})
          select number, number, ${names.map((name) => rowPrefix + name).join(", ")} from good returning key as number`
      : `update ${table} t
          set version = g.number, ${names.map((name) => `${name} = coalesce(g.${rowPrefix}${name}, t.${name})`).join(", ")}
          from good g where t.key = g.held returning t.version as number`;
    return `with decided as materialized (
        select * from json_to_recordset(cast(cast($1 as text) as json))
          as d (one integer, number bigint, held bigint, count_in bigint, scopes text, ${fields.join(", ")})
          where d.one = 1
      ), held as materialized (
        select t.key, ${still.map((name) => `t.${name}`).join(", ")} from ${heldTable} t
          where t.key in (select held from decided) for no key update of t skip locked
      ), good as materialized (
        select d.* from decided d join held h on h.key = d.held
          and ${still.map((name) => `h.${name} = d.${stillPrefix}${name}`).join(" and ")}
      ), logged as (
        insert into changes (seq, ${entry.map(({ name }) => name).join(", ")})
          select number, ${entry.map(({ name }) => entryPrefix + name).join(", ")} from good
      ), touched as (
        insert into touches (scopes) select string_agg(scopes, ' ') from good having count(*) > 0
      )${isNew ? counted : ""}
      ${write}`;
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
