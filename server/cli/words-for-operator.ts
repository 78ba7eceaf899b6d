import { BadSettings } from "../config/config.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import { fileFault } from "../db/file-fault.ts";
import { NewerDatabase } from "../db/migrate.ts";
import { UnusableDatabase } from "../db/open.ts";
import { storageFault } from "../db/sqlite/sqlite-errors.ts";
import { UnusableKey } from "../sealing/sealing-at-start.ts";
import { CommandError } from "./command.ts";

const forOperators = [CommandError, BadSettings, NewerDatabase, UnusableDatabase, UnusableKey, DatabaseUnavailable];

/** Why a command failed, if an operator can do something about it. Anything else is a fault of the program. */
export function wordsForOperator(error: unknown): string | undefined {
  if (forOperators.some((kind) => error instanceof kind)) return (error as Error).message;
  return storageFault(error) ?? pathFault(error);
}

/** Why a command cannot use a file or a folder from its arguments or from the settings. */
function pathFault(error: unknown): string | undefined {
  const fault = fileFault(error);
  if (fault === undefined) return undefined;
  const { code, path, dest } = error as { code: string; path: string; dest?: string };
  // When a file is copied, the full disk is the one that is written to.
  return `${code === "ENOSPC" ? (dest ?? path) : path} cannot be used: ${fault}.`;
}
