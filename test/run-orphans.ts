import { dlopen } from "bun:ffi";
import { readdirSync, readFileSync } from "node:fs";

/**
 * A test that fails or runs out of time leaves its services behind, and so does a run that breaks down. This process
 * adopts what such a run leaves, so that it can be found and ended. Only Linux knows how to adopt; elsewhere a service
 * that is left behind goes on running.
 */
export function adoptOrphans(): void {
  if (process.platform !== "linux") return;
  const setChildSubreaper = 36;
  const { symbols } = dlopen("libc.so.6", { prctl: { args: ["i32", "u64"], returns: "i32" } });
  if (symbols.prctl(setChildSubreaper, 1n) !== 0) throw new Error("This process cannot adopt what its tests leave.");
}

const running = new Set<number>();

/** A child that is known, so that it is not taken for what another one has left. */
export function spawnTracked(command: string[], env: Record<string, string | undefined>) {
  const child = Bun.spawn(command, { env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  running.add(child.pid);
  void child.exited.then(() => running.delete(child.pid));
  return child;
}

type Process = { pid: number; parent: number; name: string };

function processes(): Process[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      // "PID (NAME) STATE PARENT …", where the name may have spaces and brackets.
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const end = stat.lastIndexOf(")");
      const [state, parent] = stat.slice(end + 2).split(" ");
      if (state === "Z") return [];
      return [{ pid: Number(entry), parent: Number(parent), name: stat.slice(stat.indexOf("(") + 1, end) }];
    } catch {
      return [];
    }
  });
}

function endWithDescendants(roots: (process: Process) => boolean): string[] {
  const all = processes();
  const ending = all.filter(roots);
  for (const { pid } of ending) ending.push(...all.filter(({ parent }) => parent === pid));
  for (const { pid } of ending) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself meanwhile.
    }
  }
  return ending.map(({ pid, name }) => `${name} (${pid})`);
}

/** Ends what runs that are over have left. */
export const endOrphans = (): string[] =>
  endWithDescendants(({ pid, parent }) => parent === process.pid && !running.has(pid));

export const endDescendants = (): string[] => endWithDescendants(({ parent }) => parent === process.pid);
