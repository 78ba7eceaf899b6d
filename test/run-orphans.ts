import { dlopen } from "bun:ffi";
import { readdirSync, readFileSync } from "node:fs";

/**
 * A test that fails or times out may leave services running, and so may a run that crashes. This process adopts them, so
 * that they can be found and ended. Where that is not possible (it needs Linux and glibc), they keep running.
 */
export function adoptOrphans(): void {
  const setChildSubreaper = 36;
  try {
    dlopen("libc.so.6", { prctl: { args: ["i32", "u64"], returns: "i32" } }).symbols.prctl(setChildSubreaper, 1n);
  } catch {
    console.warn("Processes that tests leave running are not ended on this system.");
  }
}

const running = new Set<number>();

/** A known child, which is not an orphan of another one. */
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
      // "PID (NAME) STATE PARENT …"; the name may contain spaces and brackets.
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

const isOrphan = ({ pid, parent }: Process) => parent === process.pid && !running.has(pid);

function endWithDescendants(roots: (process: Process) => boolean): string[] {
  const all = processes();
  const ending = all.filter(roots);
  for (const { pid } of ending) ending.push(...all.filter(({ parent }) => parent === pid));
  for (const { pid } of ending) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended in the meantime.
    }
  }
  return ending.map(({ pid, name }) => `${name} (${pid})`);
}

/** The shared browser and database of a run end by themselves when the run is over. */
const graceMs = 10_000;

/** Ends processes that finished runs have left. */
export async function endOrphans(): Promise<string[]> {
  const end = Date.now() + graceMs;
  while (Date.now() < end && processes().some(isOrphan)) await Bun.sleep(50);
  return endWithDescendants(isOrphan);
}

export const endDescendants = (): string[] => endWithDescendants(({ parent }) => parent === process.pid);
