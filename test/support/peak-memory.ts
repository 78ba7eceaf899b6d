import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** The most memory of a process since the last call, in megabytes; 0 where the system does not say. */
export function peakMemory(pid = process.pid): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(status, "utf8")) ?? [];
  // The system forgets the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return Number(kilobytes) / 1024;
}
