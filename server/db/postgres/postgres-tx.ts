import type { Reader, Tx } from "../db.ts";
import { countText, entryText, entryValues, type LogEntry, type RowChange, rowText, rowValues } from "../row-change.ts";
import type { Scope } from "../scope.ts";
import { composed, type Query, type Value } from "../sql.ts";
import {
  haveInCommon,
  lockedRecord,
  type PostgresChangeStatements,
  sharedRecord,
} from "./postgres-change-statements.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { sqlState, translated } from "./postgres-errors.ts";
import type { PostgresStatements } from "./postgres-statements.ts";

const noteTouches = "insert into touches (scopes) values ($1)";
const nextNumbers = "select nextval('changes_seq_seq') as number from generate_series(1, cast($1 as integer))";
/** A transaction of many changes takes its numbers in blocks, each sixteen times as large as the one before. */
const largestBlock = 256;
/** So many changes are gathered: the database writes them while the next ones are made. */
const mostGathered = 50;
/** The same in characters: an item may be large. */
const mostCharacters = 1_000_000;

/** Changes of different items that are written by one statement. `entry` is that of the first one. */
type Gathered = { isNew: boolean; entry: LogEntry; keys: Set<number>; records: string[]; characters: number };

/** A transaction on its own connection. */
export class PostgresTx implements Tx {
  readonly get: Reader["get"];
  readonly all: Reader["all"];
  readonly horizon: Reader["horizon"];
  readonly #connection: PostgresConnection;
  readonly #statements: PostgresStatements;
  readonly #changes: PostgresChangeStatements;
  readonly #touched = new Set<Scope>();
  /**
   * A change takes its number when its rows are locked, so that the numbers of a row grow. As that is well before it is
   * written, its statements and the commit are sent together, in one round trip instead of two.
   */
  #number: Promise<number | undefined> | undefined;
  #block: number[] = [];
  #blockSize = 1;
  #gathered: Gathered | undefined;

  constructor(
    connection: PostgresConnection,
    statements: PostgresStatements,
    changes: PostgresChangeStatements,
    reader: (send: PostgresConnection["send"]) => Reader,
  ) {
    this.#connection = connection;
    this.#statements = statements;
    this.#changes = changes;
    const { get, all, horizon } = reader((text, values) => this.#send(text, values));
    this.get = get;
    this.all = all;
    this.horizon = horizon;
  }

  /** A transaction sees its own writes, which others do not see yet. */
  async version(): Promise<undefined> {
    return undefined;
  }

  async run(query: Query): Promise<number> {
    return (await this.#send(this.#statements.plain(query.text), query.values)).count;
  }

  async append(entry: LogEntry): Promise<number> {
    const taken = await this.#takeNumber();
    this.#sendWithoutWaiting(entryText, entryValues(entry, taken));
    return taken;
  }

  async change(change: RowChange): Promise<number> {
    for (const scope of change.scopes) this.#touched.add(scope);
    if (change.table === "items" && change.countIn === undefined && !mayBeTaken(change)) return this.#gather(change);
    const taken = await this.append(change.entry);
    const text = rowText(change);
    const values = rowValues(change, taken);
    if (mayBeTaken(change)) await this.#send(this.#statements.plain(text), values);
    else this.#sendWithoutWaiting(text, values);
    if (change.countIn !== undefined) this.#sendWithoutWaiting(countText, [1, change.countIn]);
    return taken;
  }

  async lock(query: Query): Promise<void> {
    this.#number = this.#send(this.#statements.locking(query.text), query.values).then(([row]) => row?.number);
    this.#number.catch(() => {});
    // Another transaction may have changed these rows with a higher number before they were locked.
    this.#block = [];
  }

  async hold<Row>(table: RowChange["table"], id: string, query: Query): Promise<Row | undefined> {
    await this.lock(composed(`select key from ${table} where id = ?`, [id]));
    return this.get(query);
  }

  touch(scope: Scope): void {
    this.#touched.add(scope);
  }

  touchShape(): void {}

  /** Sends what is gathered. The commit follows. */
  end(): void {
    this.#flush();
    if (this.#touched.size > 0) this.#connection.sendWithoutWaiting(noteTouches, [[...this.#touched].join(" ")]);
  }

  async #takeNumber(): Promise<number> {
    const locked = await this.#number;
    this.#number = undefined;
    if (locked !== undefined) return locked;
    if (this.#block.length === 0) {
      // It depends on nothing, so what is gathered can wait for more.
      this.#block = (await this.#sendNow(nextNumbers, [this.#blockSize])).map((row): number => row.number ?? 0);
      this.#blockSize = Math.min(16 * this.#blockSize, largestBlock);
    }
    return this.#block.shift() as number;
  }

  /** Every other statement is sent after what is gathered, so it sees these changes. */
  async #gather(change: RowChange): Promise<number> {
    const taken = await this.#takeNumber();
    const isNew = change.entry.entity_key === null;
    const key = change.entry.entity_key ?? taken;
    // One statement cannot change a row two times.
    const before = this.#gathered;
    if (before && (before.isNew !== isNew || before.keys.has(key) || !haveInCommon(before.entry, change.entry)))
      this.#flush();
    this.#gathered ??= { isNew, entry: change.entry, keys: new Set(), records: [], characters: 0 };
    const record = JSON.stringify(lockedRecord(change, taken));
    this.#gathered.keys.add(key);
    this.#gathered.records.push(record);
    this.#gathered.characters += record.length;
    const { keys, characters } = this.#gathered;
    if (keys.size >= mostGathered || characters > mostCharacters) this.#flush();
    return taken;
  }

  #flush(): void {
    if (!this.#gathered) return;
    const { isNew, entry, records } = this.#gathered;
    this.#gathered = undefined;
    const text = this.#changes.text({ table: "items", heldTable: "items", still: [], isNew });
    this.#connection.sendWithoutWaiting(text, [`[${records.join()}]`, JSON.stringify(sharedRecord(entry))]);
  }

  #send(text: string, values: Value[]) {
    this.#flush();
    return this.#sendNow(text, values);
  }

  async #sendNow(text: string, values: Value[]) {
    try {
      return await this.#connection.send(text, values);
    } catch (error) {
      throw translated(cause(error, this.#connection));
    }
  }

  #sendWithoutWaiting(text: string, values: Value[]): void {
    this.#flush();
    this.#connection.sendWithoutWaiting(this.#statements.plain(text), values);
  }
}

/** An id or a key that a client chooses may be taken, and then the call that writes it must fail. */
const mayBeTaken = ({ table, columns, isFree }: RowChange): boolean =>
  !isFree &&
  ((table === "subcategories" && columns.id !== undefined) || (table === "items" && Boolean(columns.external_key)));

/** A statement after a failed one only reports that (25P02). The reason is the first error. */
export function cause(error: unknown, connection: PostgresConnection): unknown {
  return sqlState(error) === "25P02" && connection.failure !== undefined ? connection.failure : error;
}
