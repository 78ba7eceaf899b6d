import { constants, type Database, type Statement } from "bun:sqlite";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { migrate, type SayMigration, schemaVersion } from "../migrate.ts";
import { storageFault } from "./sqlite-errors.ts";
import { openDatabase } from "./sqlite-file.ts";
import { SqliteStatements } from "./sqlite-statements.ts";

/** The first bytes of every SQLite file. */
const beginning = "SQLite format 3\0";

/** An open database file. If another file replaces it, a new session opens that one. */
export class SqliteSession {
  readonly database: Database;
  readonly statements: SqliteStatements;
  readonly beginRead: Statement;
  readonly begin: Statement;
  readonly commit: Statement;
  readonly #dataVersion: Statement<{ data_version: number }, []>;
  readonly #file: string;
  readonly #inode: number | undefined;

  constructor(file: string, say: SayMigration = () => {}) {
    this.database = openDatabase(file);
    const before = migrate(this.database, file);
    const version = schemaVersion(this.database);
    if (before === 0) say(`created the tables, version ${version}`);
    else if (before < version) say(`migrated the tables to version ${version}`);
    this.statements = new SqliteStatements(this.database);
    this.beginRead = this.database.prepare("begin");
    this.begin = this.database.prepare("begin immediate");
    this.commit = this.database.prepare("commit");
    this.#dataVersion = this.database.prepare("pragma data_version");
    this.#file = file;
    this.#inode = inodeOf(file);
  }

  /** A write that changes nothing. */
  rewriteVersion(): void {
    this.database.exec(`pragma user_version = ${schemaVersion(this.database)}`);
  }

  /** Changes when another process writes. */
  get dataVersion(): number {
    return this.#dataVersion.get()?.data_version ?? 0;
  }

  /** Whether a restore has set this file aside as damaged and put another in its place. */
  get isReplaced(): boolean {
    const inode = inodeOf(this.#file);
    return inode !== undefined && inode !== this.#inode;
  }

  /** Reads from disk: pages that SQLite has in memory may hide that the file is deleted or overwritten. */
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
    // SQLite deletes the log by name, and the log of the new file has the same name.
    if (this.isReplaced) keepLog(this.database);
    // A statement that is not finalized keeps the file open and locked until it is garbage collected.
    for (const statement of [this.beginRead, this.begin, this.commit, this.#dataVersion]) statement.finalize();
    this.statements.finalize();
    this.#optimize();
    this.database.close();
  }

  /** Updates the statistics of the planner. If that fails now, the next close does it. */
  #optimize(): void {
    try {
      this.database.exec("pragma optimize");
    } catch (error) {
      if (storageFault(error) === undefined) throw error;
    }
  }
}

/** Makes SQLite keep the write-ahead log when the last connection closes. */
export const keepLog = (database: Database) => database.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;
