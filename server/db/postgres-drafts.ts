import type { Reader, Tx } from "./db.ts";
import { Draft, entryPrefix, rowPrefix, undraftable, type WrittenDraft } from "./postgres-draft.ts";
import { isConnectionLoss, sqlState } from "./postgres-errors.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import { log, logNumber, type PostgresStatements } from "./postgres-statements.ts";

/** At a time: while one waits for the disk, the next is gathered and sent. One or four of them wrote no more. */
const mostFlushes = 2;
const mostDrafts = 100;
/** An item may be large. */
const mostCharacters = 1_000_000;

type Waiting = { draft: WrittenDraft; resolve: (written: boolean) => void; reject: (error: unknown) => void };
type Column = { name: string; type: string; required: boolean };

/**
 * Writes of one row, which is nearly all there are: somebody types, and a field is saved. Such a write reads its row
 * without holding it and is drafted. The drafts that wait at the same time go as one statement, which is one message,
 * one transaction and one flush for all of them; it writes each one whose row still has the version that was read, and
 * waits for nobody: a row that someone else holds is passed over. A draft that was not written, for whatever
 * reason, is forgotten, and the work is done again in a transaction of its own, where it waits for its turn.
 *
 * The number of a change is taken after its row was read, and counts only if the row is still the same: so the numbers
 * of a row grow.
 */
export class PostgresDrafts {
  readonly #pool: PostgresPool;
  readonly #statements: PostgresStatements;
  readonly #texts = new Map<string, Promise<string>>();
  #waiting: Waiting[] = [];
  #flushes = 0;
  #scheduled = false;

  constructor(pool: PostgresPool, statements: PostgresStatements) {
    this.#pool = pool;
    this.#statements = statements;
  }

  /** What `work` returns, and whether it wrote anything, which is on disk then; undefined if it needs a transaction. */
  async write<T>(work: (tx: Tx) => Promise<T>, reader: Reader): Promise<{ value: T; wrote: boolean } | undefined> {
    try {
      const draft = new Draft(reader, this.#pool, this.#statements);
      const value = await work(draft);
      const written = draft.written();
      if (!written) return { value, wrote: false };
      return (await this.#flushed(written)) ? { value, wrote: true } : undefined;
    } catch (error) {
      if (error === undraftable) return undefined;
      throw error;
    }
  }

  #flushed(draft: WrittenDraft): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ draft, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0 || this.#flushes >= mostFlushes) return;
    this.#scheduled = true;
    // Those whose rows came in the same packet are ready in the same turn.
    setImmediate(() => {
      this.#scheduled = false;
      this.#flushes++;
      void this.#flush(this.#batch()).then(() => {
        this.#flushes--;
        this.#schedule();
      });
      this.#schedule();
    });
  }

  /** Drafts of one kind, each row once. */
  #batch(): Waiting[] {
    const batch = new Map<number, Waiting>();
    const left: Waiting[] = [];
    const first = this.#waiting[0]?.draft;
    let characters = 0;
    for (const entry of this.#waiting) {
      const { table, entryColumns, key, json } = entry.draft;
      const alike = table === first?.table && entryColumns === first.entryColumns;
      const fits = batch.size === 0 || (batch.size < mostDrafts && characters + json.length <= mostCharacters);
      if (!alike || !fits) left.push(entry);
      // It has read what the first one is about to change.
      else if (batch.has(key)) entry.resolve(false);
      else {
        batch.set(key, entry);
        characters += json.length;
      }
    }
    this.#waiting = left;
    return [...batch.values()];
  }

  async #flush(batch: readonly Waiting[]): Promise<void> {
    try {
      const text = await this.#text((batch[0] as Waiting).draft);
      const rows = await this.#pool.alone(text, [`[${batch.map(({ draft }) => draft.json).join()}]`]);
      const written = new Set(rows.map((row): number => row.key ?? 0));
      for (const { draft, resolve } of batch) resolve(written.has(draft.key));
    } catch (error) {
      // A statement that failed wrote nothing, and each of them will find out alone whether the fault was its own.
      // If it was the connection that failed, nobody knows what was written.
      const known = sqlState(error) !== undefined && !isConnectionLoss(error);
      for (const { resolve, reject } of batch) known ? resolve(false) : reject(error);
    }
  }

  #text({ table, entryColumns }: WrittenDraft): Promise<string> {
    const name = `${table} ${entryColumns}`;
    let text = this.#texts.get(name);
    if (!text) {
      text = this.#compose(table, entryColumns);
      text.catch(() => this.#texts.delete(name));
      this.#texts.set(name, text);
    }
    return text;
  }

  async #compose(table: string, entryColumns: readonly string[]): Promise<string> {
    const entry = (await this.#columns(log)).filter(({ name }) => entryColumns.includes(name));
    const row = (await this.#columns(table)).filter(({ name, required }) => required && name !== "key");
    const fields = [
      ...entry.map(({ name, type }) => `${entryPrefix}${name} ${type}`),
      ...row.map(({ name, type }) => `${rowPrefix}${name} ${type}`),
    ];
    return `with draft as materialized (
        select * from json_to_recordset(cast(cast($1 as text) as json))
          as d (number bigint, key bigint, held_version bigint, scopes text, ${fields.join(", ")})
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
