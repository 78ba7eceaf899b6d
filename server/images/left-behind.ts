import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../http/clock.ts";
import type { Log } from "../http/logger.ts";

/** A file that is still received is younger: each piece of it that arrives makes it so. */
const staleMs = 60 * 60 * 1000;
const sweepEveryMs = 10 * 60 * 1000;

/** Removes the files of a folder that a killed process left behind. Those in `used` stay. */
export async function removeLeftBehind(folder: string, used: ReadonlySet<string> = new Set()): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const info = used.has(path) ? undefined : await stat(path).catch(() => undefined);
    if (info && Date.now() - info.mtimeMs > staleMs) await rm(path, { force: true });
  }
}

/** Removes what killed processes left in the folders for files that arrive, now and while the service runs. */
export function sweepFolders(folders: readonly { sweep(): Promise<void> }[], clock: Clock, log: Log): () => void {
  const sweep = () => {
    for (const folder of folders)
      folder.sweep().catch((err) => log.warn({ err }, "could not remove files that were left behind"));
  };
  sweep();
  return clock.every(sweepEveryMs, sweep);
}
