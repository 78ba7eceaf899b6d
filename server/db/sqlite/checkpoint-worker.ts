import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { damageIn } from "./sqlite-errors.ts";
import { openDatabase } from "./sqlite-file.ts";
import { keepLog } from "./sqlite-session.ts";

declare const self: Worker;

const pauseMs = 250;
/** Below this there is nothing worth carrying over. */
const worthwhileBytes = 1024 * 1024;
/** After the start, so that it takes no time from it, and then every hour: a gigabyte takes some seconds. */
const firstCheckMs = 1_000;
const checkEveryMs = 60 * 60 * 1_000;

/**
 * Carries what was committed from the write-ahead log over into the database file, beside the thread that serves.
 * Done by the committing thread it was more than half of a commit: 13 of 24 µs for each write. And looks for damage in what
 * nobody has asked for lately; a message tells of it.
 */
self.onmessage = ({ data: file }: MessageEvent<string>) => {
  const database = openDatabase(file);
  // The service may have gone on with another file by the time this one is closed.
  keepLog(database);
  const checkpoint = database.prepare("pragma wal_checkpoint(passive)");
  const timer = setInterval(() => {
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
    if (log && log.size > worthwhileBytes) tellOfDamage(() => checkpoint.get());
  }, pauseMs);
  let checking: Timer;
  const checkIn = (ms: number) => {
    clearTimeout(checking);
    checking = setTimeout(() => {
      tellOfDamage(() => checkFile(file));
      checkIn(checkEveryMs);
    }, ms);
  };
  checkIn(firstCheckMs);
  self.onmessage = ({ data: word }: MessageEvent<"check" | "close">) => {
    if (word === "check") return checkIn(0);
    // This connection goes first, so that the service's own close tidies up the log.
    clearInterval(timer);
    clearTimeout(checking);
    checkpoint.finalize();
    database.close();
    self.postMessage("closed");
  };
};

function tellOfDamage(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (damageIn(error)) self.postMessage("damaged");
    else throw error;
  }
}

/** With a connection of its own, which has nothing of the file in memory yet. */
function checkFile(file: string): void {
  const database = new Database(file, { readonly: true });
  try {
    const found = database.query<{ quick_check: string }, []>("pragma quick_check(1)").get();
    if (found && found.quick_check !== "ok") self.postMessage("damaged");
  } finally {
    database.close();
  }
}
