import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { damageIn, storageFault } from "./sqlite-errors.ts";
import { openDatabase } from "./sqlite-file.ts";
import { keepLog } from "./sqlite-session.ts";

declare const self: Worker;

const pauseMs = 250;
/** A smaller log is not worth a checkpoint. */
const worthwhileBytes = 1024 * 1024;
/** The first check waits until the service has started. The next ones run every hour: a gigabyte takes some seconds. */
const firstCheckMs = 1_000;
const checkEveryMs = 60 * 60 * 1_000;

/** How many pages the log has after a checkpoint, and whether all of them are in the database file. */
export type Checkpointed = { logPages: number; isCopied: boolean };

/**
 * Copies commits from the write-ahead log into the database file, beside the thread that serves. In the committing
 * thread it took more than half of a commit: 13 of 24 µs for each write. It also looks for damage in parts of the file
 * that are not being read, and reports it with a message.
 */
self.onmessage = ({ data: file }: MessageEvent<string>) => {
  const database = openDatabase(file);
  // When this file is closed, the service may have opened another file in its place.
  keepLog(database);
  const checkpoint = database.prepare<{ log: number; checkpointed: number }, []>("pragma wal_checkpoint(passive)");
  const timer = setInterval(() => {
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
    if (log && log.size > worthwhileBytes) reportDamage(() => checkpoint.get());
  }, pauseMs);
  let checking: Timer;
  const checkIn = (ms: number) => {
    clearTimeout(checking);
    checking = setTimeout(() => {
      reportDamage(() => checkFile(file));
      checkIn(checkEveryMs);
    }, ms);
  };
  checkIn(firstCheckMs);
  self.onmessage = ({ data: command }: MessageEvent<"check" | "checkpoint" | "close">) => {
    if (command === "check") return checkIn(0);
    if (command === "checkpoint") {
      let done: Checkpointed = { logPages: Number.POSITIVE_INFINITY, isCopied: false };
      reportDamage(() => {
        const { log, checkpointed } = checkpoint.get() ?? { log: 0, checkpointed: 0 };
        done = { logPages: log, isCopied: log === checkpointed };
      });
      self.postMessage(done);
      return;
    }
    // This connection closes first, so that the service's own close removes the log.
    clearInterval(timer);
    clearTimeout(checking);
    checkpoint.finalize();
    database.close();
    self.postMessage("closed");
  };
};

function reportDamage(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (damageIn(error)) self.postMessage("damaged");
    // On a full disk, a later attempt may succeed.
    else if (storageFault(error) === undefined) throw error;
  }
}

/** Uses a new connection, which has no page of the file in memory yet. */
function checkFile(file: string): void {
  const database = new Database(file, { readonly: true });
  try {
    const found = database.query<{ quick_check: string }, []>("pragma quick_check(1)").get();
    if (found && found.quick_check !== "ok") self.postMessage("damaged");
  } finally {
    database.close();
  }
}
