import type { LogEntry, RowChange } from "./row-change.ts";
import type { Scope } from "./scope.ts";
import type { Query } from "./sql.ts";

/** Reads. A `Reader` handed to a function sees one state of the catalog for as long as the function runs. */
export interface Reader {
  get<Row>(query: Query): Promise<Row | undefined>;
  all<Row>(query: Query): Promise<Row[]>;
  /**
   * Which state of `scope` a read that starts now would see. Equal versions mean equal contents, so what was
   * built from a read can be kept under the version that was asked for before it. Undefined where nobody can tell:
   * then it is kept for nobody.
   */
  version(scope: Scope): Promise<number | undefined>;
  /**
   * The log of changes is whole below this transaction: whoever follows the log reads only rows with
   * `transaction_id < horizon`, and no transaction still open can put one in before them later.
   */
  horizon(): Promise<number>;
}

/**
 * A change of one row that is being decided: the row is held, whatever else matters is read, and then it is changed, once.
 * What is read beside the row may be changed by others before this is written.
 */
export interface RowTx extends Reader {
  /**
   * Reads the row that the change rests on, `id` of `table`, by `query`. What is written after this is written only if the
   * columns of `still` have the values that were read.
   */
  hold<Row extends { key: number }>(
    table: RowChange["table"],
    id: string,
    query: Query,
    still: readonly (keyof Row & string)[],
  ): Promise<Row | undefined>;
  /** Writes the row and its entry in the log. Returns the number of the entry, which is the version of the row. */
  change(change: RowChange): Promise<number>;
}

/**
 * One transaction. Whoever takes a `Tx` needs to be inside one; a `Db` is not a `Tx`, so that nobody can reach
 * past the transaction they are in, which would wait for itself.
 */
export interface Tx extends RowTx {
  run(query: Query): Promise<number>;
  /** Writes an entry in the log for what `run` changes, and returns its number. */
  append(entry: LogEntry): Promise<number>;
  /**
   * Holds the rows that `query` selects until the transaction ends: whoever else wants to change them waits, and
   * what is read after this is what they hold. For rows that are read, and written as what was read demands. In an
   * order that everyone keeps, where there are several. SQLite has one writer at a time and nothing to hold.
   */
  lock(query: Query): Promise<void>;
  /** Says that the contents of `scope` are others once this transaction is committed. */
  touch(scope: Scope): void;
  /** Says that something of the tree is deleted, moved or has another id, and rows that nobody names with it. */
  touchShape(): void;
}

/**
 * What an engine knows without waiting, because its database is here and every write goes through this process.
 */
export interface AtOnce {
  /**
   * Which state of the scope and of the shape of all trees a read would see now. Undefined while nobody can tell.
   */
  version(scope: Scope): number | undefined;
}

export interface Db {
  readonly engine: "sqlite" | "postgres";
  /** Where the data is, in words for people. */
  readonly location: string;
  /** Reads that need one statement alone: each call sees a state of its own, at the cost of nothing around it. */
  readonly single: Reader;
  readonly atOnce: AtOnce | undefined;
  /** The time of day, the same for all who use this database. */
  now(): number;
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** Resolves once what `work` wrote is on disk. If `work` throws, nothing of it is there. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for a change of one row, which is nearly all there is: somebody types, and a field is saved. Those that wait
   * are written together. Where the row was changed by someone else before that, `work` decides anew.
   */
  changeRow<T>(work: (tx: RowTx) => Promise<T>): Promise<T>;
  /** Rejects while the database cannot be reached, or is known to be damaged. */
  ready(): Promise<void>;
  /**
   * Calls `listener` soon after something was committed, here or on another node. A hint to look at the log, not
   * a delivery: several commits may come as one call. Returns what ends it.
   */
  onCommit(listener: () => void): () => void;
  close(): Promise<void>;
}

/** The database cannot be reached or cannot write. The request may be tried again. */
export class DatabaseUnavailable extends Error {}

/** A write was sent, and nobody can tell whether it stays. Asked again, the request finds out. */
export class OutcomeUnknown extends DatabaseUnavailable {}

/** A value that must be unique is there already. */
export class UniqueViolation extends Error {}
