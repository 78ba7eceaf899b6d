import { renameSync, writeFileSync } from "node:fs";

/**
 * Loaded into a service before it starts. Measures the processor time of its main thread between two turns of a timer:
 * for so long nothing else is answered, however slow or busy the machine is.
 */
const spent = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let last = spent();
let longest = 0;
const look = () => {
  const now = spent();
  longest = Math.max(longest, now - last);
  last = now;
};
setInterval(look, 1).unref();

/** Writes the longest time so far, in milliseconds, to a file, and forgets it. */
process.on("message", (file: string) => {
  // The message may be handled before the timer.
  look();
  writeFileSync(`${file}.new`, String(longest));
  renameSync(`${file}.new`, file);
  longest = 0;
});
process.on("disconnect", () => process.exit(1));
