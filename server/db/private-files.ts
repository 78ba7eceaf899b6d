import { chmodSync, closeSync, copyFileSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Creates a folder that only its owner can read. An existing folder keeps its permissions. */
export const makePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
};

/** Creates an empty file that only its owner can read, before any content is written. An existing file is unchanged. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
}

/** Makes a copy that only its owner can read, whatever the permissions of the original. */
export function copyPrivately(from: string, to: string): void {
  makePrivateFile(to);
  copyFileSync(from, to);
  // The copy may take over the permissions of the original.
  chmodSync(to, 0o600);
}

/**
 * The files that every user of this machine can read. Access for a group is accepted: an operator sets it on purpose,
 * for the volume of a container or a backup program. Windows has no such permissions.
 */
export function openToEveryone(files: readonly string[]): string[] {
  if (process.platform === "win32") return [];
  const mode = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return files.filter((file) => (mode(file) & 0o004) !== 0 && (mode(dirname(file)) & 0o001) !== 0);
}
