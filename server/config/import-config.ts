import type { IncomingBounds } from "../imports/incoming-bytes.ts";
import type { SettingReader } from "./setting-reader.ts";

export const importSettings = [
  {
    name: "IMPORT_MB",
    fallback: "8192",
    help: "disk for files that are to be imported, in megabytes; they are in DATA_DIR/imports until they are read",
  },
  {
    name: "IMPORT_MB_PER_PERSON",
    fallback: "2048",
    help: "the same for the files of one person or key; without sign-in, for all together",
  },
] as const;

const megabyte = 1024 * 1024;

export function readImports({ whole, faults }: Pick<SettingReader, "whole" | "faults">): IncomingBounds {
  const all = whole("IMPORT_MB", 1, 100_000_000);
  const ofOne = whole("IMPORT_MB_PER_PERSON", 1, 100_000_000);
  if (ofOne > all) faults.push(`IMPORT_MB_PER_PERSON is "${ofOne}"; it must not be more than IMPORT_MB, ${all}.`);
  return { bytesOfOne: ofOne * megabyte, bytes: all * megabyte };
}
