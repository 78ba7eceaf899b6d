import { format } from "node:util";
import type { Log } from "../http/logger.ts";
import { failUnexpectedly } from "./say.ts";

/** Brings into the log what libraries and the runtime would write as plain text: console, warnings and uncaught errors. */
export function logStrayWords(log: Log): void {
  for (const method of ["debug", "error", "info", "log", "trace", "warn"] as const) {
    const level = method === "log" ? "info" : method === "trace" ? "debug" : method;
    console[method] = (...words: unknown[]) => log[level](format(...words));
  }
  // A listener of "warning" would not keep the runtime from writing it to standard error too.
  process.emitWarning = (warning: string | Error) => log.warn(typeof warning === "string" ? warning : warning.message);
  process.on("uncaughtException", failUnexpectedly);
  process.on("unhandledRejection", failUnexpectedly);
}
