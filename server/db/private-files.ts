import { chmodSync, closeSync, copyFileSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Folders that we make, and only those: one that is there has the rights that somebody gave it. */
export const makePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
};

/** An empty file for its owner alone, made before anything is in it. One that is there is left as it is. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
}

/** A copy for its owner alone, whoever may read what it is made from. */
export function copyPrivately(from: string, to: string): void {
  makePrivateFile(to);
  copyFileSync(from, to);
  // A copy may bring the rights along.
  chmodSync(to, 0o600);
}

/**
 * Those that everyone on this machine can read. A group is somebody's choice: the volume of a container, or a program that
 * makes backups. Windows has no such rights.
 */
export function openToEveryone(files: readonly string[]): string[] {
  if (process.platform === "win32") return [];
  const mode = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return files.filter((file) => (mode(file) & 0o004) !== 0 && (mode(dirname(file)) & 0o001) !== 0);
}
