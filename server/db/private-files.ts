import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from "node:fs";
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

/**
 * Throws the error of the system if this user may not write a database file, or in its folder, where SQLite keeps its log.
 * SQLite itself says only that it cannot open the file, or says nothing until the first write.
 */
export function requireWritable(file: string): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  accessSync(dirname(target), constants.W_OK | constants.X_OK);
  for (const each of [target, `${target}-wal`, `${target}-shm`]) {
    if (existsSync(each)) accessSync(each, constants.R_OK | constants.W_OK);
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
