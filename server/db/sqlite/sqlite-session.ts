import { constants, type Database, type Statement } from "bun:sqlite";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { migrate } from "../migrate.ts";
import { storageFault } from "./sqlite-errors.ts";
import { openDatabase } from "./sqlite-file.ts";
import { SqliteStatements } from "./sqlite-statements.ts";

/** How every file of SQLite begins. */
const beginning = "SQLite format 3\0";

/** One file that is open: when another is put in its place, it takes another session to follow. */
export class SqliteSession {
  readonly database: Database;
  readonly statements: SqliteStatements;
  readonly beginRead: Statement;
  readonly begin: Statement;
  readonly commit: Statement;
  readonly #dataVersion: Statement<{ data_version: number }, []>;
  readonly #file: string;
  readonly #inode: number | undefined;

  constructor(file: string) {
    this.database = openDatabase(file);
    migrate(this.database, file);
    this.statements = new SqliteStatements(this.database);
    this.beginRead = this.database.prepare("begin");
    this.begin = this.database.prepare("begin immediate");
    this.commit = this.database.prepare("commit");
    this.#dataVersion = this.database.prepare("pragma data_version");
    this.#file = file;
    this.#inode = inodeOf(file);
  }

  /** Another number as soon as another process has written. */
  get dataVersion(): number {
    return this.#dataVersion.get()?.data_version ?? 0;
  }

  /** Whether another file is in the place of this one, by a restore that set a damaged one aside. */
  get isReplaced(): boolean {
    const inode = inodeOf(this.#file);
    return inode !== undefined && inode !== this.#inode;
  }

  /** Looks at the disk itself: what SQLite holds in memory may hide that the file is gone or overwritten. */
  get hasBeginning(): boolean {
    const bytes = Buffer.alloc(beginning.length);
    try {
      const handle = openSync(this.#file, "r");
      readSync(handle, bytes, 0, bytes.length, 0);
      closeSync(handle);
    } catch {
      return false;
    }
    return bytes.toString("latin1") === beginning;
  }

  close(): void {
    // SQLite deletes the log by its name, and that of the file in its place has the same.
    if (this.isReplaced) keepLog(this.database);
    // A statement that is left keeps the file open, and locked, until someone collects it.
    for (const statement of [this.beginRead, this.begin, this.commit, this.#dataVersion]) statement.finalize();
    this.statements.finalize();
    this.#optimize();
    this.database.close();
  }

  /** Statistics for the planner. Where they cannot be written now, the next one to close writes them. */
  #optimize(): void {
    try {
      this.database.exec("pragma optimize");
    } catch (error) {
      if (storageFault(error) === undefined) throw error;
    }
  }
}

/** The write-ahead log stays when this connection is closed, though it is the last one. */
export const keepLog = (database: Database) => database.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;
