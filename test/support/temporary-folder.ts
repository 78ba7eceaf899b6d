import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whenOver } from "./when-over.ts";

/** A new folder that goes with the program, or before. */
export function temporaryFolder(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, "catalog-"));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
