import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makePrivateFile } from "../db/private-files.ts";
import { keyBytes } from "./sealing.ts";

/** The keys in a text, separated by whitespace; undefined if there is none or one of them is not a key. */
export function keysIn(text: string): Uint8Array[] | undefined {
  const words = text.split(/\s+/).filter(Boolean);
  const keys = words.map((word) => (/^[\w+/-]{43}=?$/.test(word) ? Buffer.from(word, "base64") : Buffer.alloc(0)));
  return keys.length > 0 && keys.every(({ length }) => length === keyBytes) ? keys : undefined;
}

/** The text of the file; undefined if there is no file. */
export function readKeyFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    // For a folder, the error of the system has no path.
    throw Object.assign(error as Error, { path: file });
  }
}

/**
 * Makes a new key, in a file that appears complete and synced: secrets that are sealed next cannot be opened without
 * it. Call only in a transaction of the database beside it, so that two programs that start together make one key.
 */
export function makeKeyFile(file: string): Uint8Array {
  const key = randomBytes(keyBytes);
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  makePrivateFile(partial);
  synced(partial, (open) => writeSync(open, `${key.toString("base64")}\n`));
  renameSync(partial, file);
  // Windows does not sync folders.
  if (process.platform !== "win32") synced(dirname(file), () => {}, "r");
  return key;
}

function synced(path: string, write: (open: number) => void, flags = "w"): void {
  const open = openSync(path, flags);
  try {
    write(open);
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}
