import type { LogEntry, RowChange } from "./row-change.ts";
import type { Scope } from "./scope.ts";
import type { Query } from "./sql.ts";

/**
 * Reads. Statements that follow one another see one state of the catalog, whatever is committed between them. After a
 * turn of the event loop (`turn`, `Pace`, `Rest`, or waiting for anything but the reader) they may see a later state: on
 * SQLite they do, on PostgreSQL a reader sees one state until its function returns. So what has to fit together is read
 * without a turn in between.
 */
export interface Reader {
  get<Row>(query: Query): Promise<Row | undefined>;
  all<Row>(query: Query): Promise<Row[]>;
  /**
   * The state of `scope` that a read that starts now would see. Equal versions mean equal contents, so the result of a
   * read can be cached under the version that was read before it. Undefined if unknown: then nothing is cached.
   */
  version(scope: Scope): Promise<number | undefined>;
  /**
   * The log of changes is complete below this transaction. A reader that follows the log reads only rows with
   * `transaction_id < horizon`, as an open transaction can no longer add a row before them.
   */
  horizon(): Promise<number>;
}

/**
 * The decision about a change of one row: hold the row, read what else matters, then change the row one time. Other
 * writes may change those other rows before this change is written.
 */
export interface RowTx extends Reader {
  /**
   * Reads by `query` the row that the change depends on, `id` of `table`. The change is written only if the columns of
   * `still` still have the values that were read.
   */
  hold<Row extends { key: number }>(
    table: RowChange["table"],
    id: string,
    query: Query,
    still: readonly (keyof Row & string)[],
  ): Promise<Row | undefined>;
  /** Writes the row and its log entry. Returns the number of the entry, which is the new version of the row. */
  change(change: RowChange): Promise<number>;
}

/**
 * One transaction. A function that takes a `Tx` must run inside one. A `Db` is not a `Tx`, so that code in a
 * transaction cannot start a second one by mistake, which would wait for the first.
 */
export interface Tx extends RowTx {
  run(query: Query): Promise<number>;
  /** Writes the log entry of a change that `run` makes. Returns the number of the entry. */
  append(entry: LogEntry): Promise<number>;
  /**
   * Locks the rows that `query` selects until the transaction ends: other writers of these rows wait, and a read after
   * this returns their current values. For rows whose new values depend on what was read. All callers lock several rows
   * in the same order. Does nothing on SQLite, which has one writer at a time.
   */
  lock(query: Query): Promise<void>;
  /** Notes that this transaction changes the contents of `scope`. */
  touch(scope: Scope): void;
  /** Notes that a part of the tree is deleted, moved or has a new id, which changes rows that are not named. */
  touchShape(): void;
}

/** Versions that an engine knows without waiting, because its database is local and all writes pass this process. */
export interface LocalVersions {
  /** The state of the scope and of the shape of all trees that a read would see now. Undefined while unknown. */
  version(scope: Scope): number | undefined;
}

export interface Db {
  readonly engine: "sqlite" | "postgres";
  /** Where the data is, for messages. */
  readonly location: string;
  /** For reads of a single statement. Each call sees the latest state, without the cost of a transaction. */
  readonly single: Reader;
  readonly localVersions: LocalVersions | undefined;
  /** The time of day, the same for all nodes on this database. */
  now(): number;
  /**
   * For reads of several statements. `work` may run more than once: on PostgreSQL a replica may fail in the middle, or a
   * migration may hold a table. There it also waits for a connection of its own, so no read begins inside another.
   */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** Resolves when what `work` wrote is on disk. If `work` throws, nothing is written. `work` may run more than once. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for a change of one row, as nearly all writes are: the editor saves a field. Changes that wait at the same
   * time are written together. If another write changes the row first, `work` runs again.
   */
  changeRow<T>(work: (tx: RowTx) => Promise<T>): Promise<T>;
  /** Rejects while the database is unreachable or known to be damaged. */
  ready(): Promise<void>;
  /**
   * Calls `listener` soon after a commit, here or on another node. It is a hint to read the log: several commits may
   * cause one call. Returns a function that removes the listener.
   */
  onCommit(listener: () => void): () => void;
  close(): Promise<void>;
}

/** The database is unreachable or cannot write. The client may try again. */
export class DatabaseUnavailable extends Error {}

/** A write was sent, and it is unknown whether it was saved. Sending the same request again finds out. */
export class OutcomeUnknown extends DatabaseUnavailable {}

/** A value that must be unique exists already. */
export class UniqueViolation extends Error {}
