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
  version(scope: Scope): Promise<string | undefined>;
  /**
   * The log of changes is whole below this transaction: whoever follows the log reads only rows with
   * `transaction_id < horizon`, and no transaction still open can put one in before them later.
   */
  horizon(): Promise<number>;
}

/**
 * One transaction. Whoever takes a `Tx` needs to be inside one; a `Db` is not a `Tx`, so that nobody can reach
 * past the transaction he is in, which would wait for itself.
 */
export interface Tx extends Reader {
  run(query: Query): Promise<number>;
  /**
   * Runs what nobody needs an answer to; if it fails, so does the transaction. Where the database is across a
   * network, the next statement leaves without waiting for this one.
   */
  post(query: Query): Promise<void>;
  /** Inserts one row and returns its key. */
  insert(query: Query, keyColumn: string): Promise<number>;
  /**
   * Holds the rows that `query` selects until the transaction ends: whoever else wants to change them waits, and
   * what is read after this is what they hold. For rows that are read, and written as what was read demands. In an
   * order that everyone keeps, where there are several. SQLite has one writer at a time and nothing to hold.
   */
  lock(query: Query): Promise<void>;
  /**
   * Reads the one row that this transaction is about to change: `query` selects it, `id` of `table`, with its key and
   * its version. Held as by `lock`, or else seen to be unchanged when what follows is written.
   */
  take<Row extends Held>(table: string, id: string, query: Query): Promise<Row | undefined>;
  /** Says that the contents of `scope` are others once this transaction is committed. */
  touch(scope: Scope): void;
  /** Says that the row with this key is written or deleted; for `RowVersions`. */
  touchRow(key: number): void;
  /** Says that something of the tree is deleted, moved or has another id, and rows that nobody names with it. */
  touchShape(): void;
  readonly rowVersions: RowVersions | undefined;
}

/** What tells one state of a row from another. */
export type Held = { key: number; version: number };

/**
 * The parts of the catalog whose readers keep what they built: the items of a subcategory, what a search in them
 * looks at, the tree of a category, all trees of a project; and what takes access away from people and keys.
 */
export type Scope = `items:${number}` | `names:${number}` | `tree:${number}` | `project:${number}` | "access";

/** Versions of single rows, known without asking the database. */
export interface RowVersions {
  /**
   * Which state of the row a read would see now; inside a transaction what that has written so far. Undefined while
   * nobody can tell. Equal versions mean an equal row, and that nothing above it was deleted, moved or renamed.
   */
  of(key: number): number | undefined;
  /** The same for a scope, together with the shape of all trees. */
  ofScope(scope: Scope): string | undefined;
}

/**
 * What an engine knows without waiting, because its database is here and every write goes through this process.
 */
export interface AtOnce extends RowVersions {
  /** Undefined if there is no such row, or nobody can tell before a write has ended. */
  get<Row>(query: Query): Row | undefined;
}

export interface Db {
  readonly engine: "sqlite" | "postgres";
  /** Where the data is, in words for people. */
  readonly location: string;
  /** Reads that need one statement alone: each call sees a state of its own, at the cost of nothing around it. */
  readonly once: Reader;
  readonly atOnce: AtOnce | undefined;
  /** The time of day, the same for all who use this database. */
  now(): number;
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /** Resolves once what `work` wrote is on disk. If `work` throws, nothing of it is there. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
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
