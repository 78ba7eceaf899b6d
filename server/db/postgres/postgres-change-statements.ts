import { entryColumns, type LogEntry, type RowChange } from "../row-change.ts";
import type { Value } from "../sql.ts";
import type { PostgresPool } from "./postgres-pool.ts";

/** What the text of a statement depends on. */
export type ChangeKind = {
  table: RowChange["table"];
  /** The table of the row that was read, and the columns that must be unchanged since; none if the row is locked. */
  heldTable: RowChange["table"];
  still: readonly string[];
  isNew: boolean;
};

type Column = { name: string; type: string; required: boolean };

/** What a log entry without values has as `before`. */
const noFields = "{}";

const tables = ["categories", "subcategories", "items", "changes"] as const;
type Table = (typeof tables)[number];

export const stillPrefix = "still_";
/** The row's own columns have no prefix. */
const entryPrefix = "entry_";
/** What all changes have in common that one request makes to entities of one kind. A transaction sends it once. */
const sharedColumns = ["set_id", "project_key", "kind", "action", "actor", "at"] as const;

const isShared = (name: string): boolean => sharedColumns.includes(name as never);

const ownFields = entryColumns.filter((name) => !isShared(name)).map((name) => ({ name, field: entryPrefix + name }));

export const haveInCommon = (one: LogEntry, other: LogEntry): boolean =>
  sharedColumns.every((name) => one[name] === other[name]);

export const sharedRecord = (entry: LogEntry): Record<string, Value> =>
  Object.fromEntries(sharedColumns.map((name) => [entryPrefix + name, entry[name]]));

/**
 * A change as a record of the statement. `held` is the key of the row that was read. The database takes longer for each
 * field of a record, so those that follow from others are left out.
 */
export const changeRecord = (change: RowChange, number: number, held: number): Record<string, Value> => ({
  held,
  ...sharedRecord(change.entry),
  ...ownRecord(change, number),
});

/** The same for a statement of a transaction, which gets `sharedRecord` beside. */
export function lockedRecord(change: RowChange, number: number): Record<string, Value> {
  const record = ownRecord(change, number);
  if (change.entry.entity_key !== null) record.held = change.entry.entity_key;
  return record;
}

function ownRecord({ entry, columns }: RowChange, number: number): Record<string, Value> {
  const record: Record<string, Value> = { number };
  for (const { name, field } of ownFields) {
    const value = entry[name];
    if (value === null || (name === "before" && value === noFields)) continue;
    if (name !== "entity_id" || value !== columns.id) record[field] = value;
  }
  for (const name of Object.keys(columns)) record[name] = asText(columns[name] as Value);
  return record;
}

const decoder = new TextDecoder();

/** All bytes in these tables are texts of JSON, which are sent as such: they are shorter than hexadecimal digits. */
const sentType = (type: string) => (type === "bytea" ? "text" : type);
const stored = (name: string, type: string) => (type === "bytea" ? `convert_to(${name}, 'UTF8')` : name);

/** Null means that a column does not change, so no column of these tables may be set to null. */
function asText(value: Value): Value {
  if (value === null) throw new Error("A change of one row cannot set a column to null.");
  return value instanceof Uint8Array ? decoder.decode(value) : value;
}

export const kindName = ({ table, heldTable, still, isNew }: ChangeKind): string =>
  `${isNew ? "new " : ""}${table} ${heldTable} ${still}`;

const counted = `, counted as (
        update subcategories s set item_count = s.item_count + n.count
          from (select count_in, count(*) as count from good where count_in is not null group by count_in) n
          where s.key = n.count_in
      )`;

/** Of the rows that were read, those that nobody has changed since, and that are not locked. */
const unchanged = (heldTable: string, still: readonly string[]) => `held as materialized (
        select t.key, ${still.map((name) => `t.${name}`).join(", ")} from ${heldTable} t
          where t.key in (select held from decided) for no key update of t skip locked
      ), good as materialized (
        select d.* from decided d join held h on h.key = d.held
          and ${still.map((name) => `h.${name} = d.${stillPrefix}${name}`).join(" and ")}
      ), touched as (
        insert into touches (scopes) select string_agg(scopes, ' ') from good having count(*) > 0
      ),`;

/**
 * The statement that writes changes of one kind. It skips a change if its row was changed since it was read, or is
 * locked by another transaction. In a transaction that has locked the rows, it writes all.
 *
 * No record has a field `none`, and the statement filters on that. So the planner expects one record instead of a
 * hundred and uses the indexes, however small the tables were when it made the plan that it caches.
 */
export class PostgresChangeStatements {
  readonly #columns: Record<Table, Column[]>;
  readonly #texts = new Map<string, string>();

  private constructor(columns: Record<Table, Column[]>) {
    this.#columns = columns;
  }

  static async load(pool: PostgresPool): Promise<PostgresChangeStatements> {
    const columns = {} as Record<Table, Column[]>;
    for (const table of tables) columns[table] = await columnsOf(pool, table);
    return new PostgresChangeStatements(columns);
  }

  text(kind: ChangeKind): string {
    const name = kindName(kind);
    let text = this.#texts.get(name);
    if (text === undefined) {
      text = this.#compose(kind);
      this.#texts.set(name, text);
    }
    return text;
  }

  #compose({ table, heldTable, still, isNew }: ChangeKind): string {
    const isLocked = still.length === 0;
    const entry = this.#columns.changes.filter(({ name }) => entryColumns.includes(name as never));
    const row = this.#columns[table].filter(({ name, required }) => required && name !== "key" && name !== "version");
    const held = this.#columns[heldTable].filter(({ name }) => still.includes(name));
    const asEntry = ({ name, type }: Column) => `${entryPrefix}${name} ${type}`;
    const fields = [
      ...entry.filter(({ name }) => !isLocked || !isShared(name)).map(asEntry),
      ...row.map(({ name, type }) => `${name} ${sentType(type)}`),
      ...held.map(({ name, type }) => `${stillPrefix}${name} ${type}`),
    ];
    const shared = entry.filter(({ name }) => isLocked && isShared(name)).map(asEntry);
    const names = row.map(({ name }) => name);
    const values = row.map(({ name, type }) => stored(`g.${name}`, type));
    const write = isNew
      ? `insert into ${table} (key, version, ${names.join(", ")})
          select number, number, ${values.join(", ")} from good g ${isLocked ? "" : "returning key as number"}`
      : `update ${table} t
          set version = g.number, ${names.map((name, at) => `${name} = coalesce(${values[at]}, t.${name})`).join(", ")}
          from good g where t.key = g.held ${isLocked ? "" : "returning t.version as number"}`;
    return `with ${isLocked ? "good" : "decided"} as materialized (
        select * from json_to_recordset(cast(cast($1 as text) as json))
          as d (none integer, number bigint, held bigint, count_in bigint, scopes text, ${fields.join(", ")})
          ${isLocked ? `cross join json_to_record(cast(cast($2 as text) as json)) as c (${shared.join(", ")})` : ""}
          where d.none is null
      ), ${isLocked ? "" : unchanged(heldTable, still)} logged as (
        insert into changes (seq, ${entry.map(({ name }) => name).join(", ")})
          select number, ${entry.map(({ name }) => entryValue(name)).join(", ")} from good
      )${isNew && !isLocked ? counted : ""}
      ${write}`;
  }
}

/** With what `ownRecord` leaves out. */
function entryValue(name: string): string {
  if (name === "before") return `coalesce(${entryPrefix}before, '${noFields}')`;
  return name === "entity_id" ? `coalesce(${entryPrefix}entity_id, id)` : entryPrefix + name;
}

async function columnsOf(pool: PostgresPool, table: Table): Promise<Column[]> {
  const columns = await pool.single(
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required
      from pg_attribute where attrelid = cast('${table}' as regclass) and attnum > 0 and not attisdropped`,
    [],
  );
  return [...columns] as never;
}
