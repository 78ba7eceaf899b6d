import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Whoever holds a process still must let it go again, however the program that asked for it ends: then the pipe on
 * standard input closes. What has stopped cannot start another child, so its children are looked for after it. The one who
 * holds is a child of the child, as `guardian` in postgres-server.ts is, and no hang-up ends it.
 */
const holder = `trap "" HUP
exec 3<&0
{
  kill -STOP "$1"
  all="$1 $(ps -o pid= --ppid "$1")"
  kill -STOP $all
  echo
  read -r word <&3
  kill -CONT $all
} &
wait $!`;

/** Stops a process and its children where they stand. Returns what lets them go on. */
export async function pauseProcess(pid: number): Promise<() => Promise<void>> {
  const child = spawn("/bin/sh", ["-c", holder, "holder", String(pid)], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  return async () => {
    child.stdin.end();
    await ended;
  };
}
