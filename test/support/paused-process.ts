import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * A paused process must continue when the program that paused it ends in any way, which closes the pipe on standard
 * input. A stopped process cannot start children, so its children are listed after it is stopped. This script runs as a
 * grandchild and ignores hang-ups, like `guardian` in postgres-server.ts.
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

/** Pauses a process and its children. Returns a function that resumes them. */
export async function pauseProcess(pid: number): Promise<() => Promise<void>> {
  const child = spawn("/bin/sh", ["-c", holder, "holder", String(pid)], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  return async () => {
    child.stdin.end();
    await ended;
  };
}
