import { statSync } from "node:fs";
import { openDatabase } from "./sqlite-file.ts";

declare const self: Worker;

const pauseMs = 250;
/** Below this there is nothing worth carrying over. */
const worthwhileBytes = 1024 * 1024;

/**
 * Carries what was committed from the write-ahead log over into the database file, beside the thread that serves.
 * Done by the committing thread it was more than half of a commit: 13 of 24 µs for each write.
 */
self.onmessage = ({ data: file }: MessageEvent<string>) => {
  const database = openDatabase(file);
  const checkpoint = database.prepare("pragma wal_checkpoint(passive)");
  const timer = setInterval(() => {
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
    if (log && log.size > worthwhileBytes) checkpoint.get();
  }, pauseMs);
  // The next message is the last: this connection goes first, so that the service's own close tidies up the log.
  self.onmessage = () => {
    clearInterval(timer);
    checkpoint.finalize();
    database.close();
    self.postMessage("closed");
  };
};
