import { spawnSync } from "node:child_process";

/** The running child processes of a process. */
export const childrenOf = (pid: number): number[] =>
  spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)])
    .stdout.toString()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);
