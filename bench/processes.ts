import { readFileSync } from "node:fs";
import { type Listening, startListening } from "../test/support/listening-process.ts";

type Yardstick = "bare-server.ts" | "bare-file-server.ts" | "bare-postgres.ts" | "storing-server.ts";

/** Starts a server that the service is compared with. */
export const startYardstick = (program: Yardstick, argument: string): Promise<Listening> =>
  startListening({
    name: program,
    command: [process.execPath, new URL(program, import.meta.url).pathname, argument],
  });

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  if (process.platform === "linux") return memoryFigure(pid, "VmRSS");
  return Number(Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]).stdout.toString()) / 1024;
}

function memoryFigure(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
}

/** The peak resident memory of the process in MB, or its current memory if the peak is unknown. */
export function peakMb(pid: number): number {
  if (process.platform !== "linux") return residentMb(pid);
  return memoryFigure(pid, "VmHWM");
}

const microsecondsPerTick = 10_000;

/** The CPU time of a process with all its threads; NaN if it is unknown. */
export function cpuMicroseconds(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  // The name of the program, in parentheses, may contain spaces; the fields after it do not.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}
