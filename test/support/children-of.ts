import { spawnSync } from "node:child_process";

/** The processes that this one has started and that still run. */
export const childrenOf = (pid: number): number[] =>
  spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)])
    .stdout.toString()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);
