import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whenOver } from "./when-over.ts";

/** Creates a folder that is removed when the program ends. */
export function temporaryFolder(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, "catalog-"));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
