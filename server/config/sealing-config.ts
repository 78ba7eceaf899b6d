import { resolve } from "node:path";
import { keysIn } from "../sealing/key-file.ts";
import type { SealingSettings } from "../sealing/sealing-at-start.ts";
import type { SettingReader } from "./setting-reader.ts";

/** The settings of this part, in the order in which `--help` shows them. */
export const sealingSettings = [
  {
    name: "SECRETS_KEY",
    fallback: "",
    help: "key that encrypts stored secrets, 32 bytes in base64 (openssl rand -base64 32); older keys after it, separated by spaces",
  },
  {
    name: "SECRETS_KEY_FILE",
    fallback: "",
    help: "file with that key, one key per line; default on SQLite: the database file with .key at the end; no default on PostgreSQL",
  },
] as const;

export function readSealing(
  { value, faults }: Pick<SettingReader, "value" | "faults">,
  { databaseFile, isPostgres }: { databaseFile: string; isPostgres: boolean },
): SealingSettings {
  const given = value("SECRETS_KEY");
  const named = value("SECRETS_KEY_FILE");
  const keys = given === "" ? [] : keysIn(given);
  if (!keys) faults.push("SECRETS_KEY must be 32 bytes in base64. Create a key with: openssl rand -base64 32");
  if (given !== "" && named !== "") faults.push("SECRETS_KEY and SECRETS_KEY_FILE are both set. Set only one of them.");
  if (named !== "") return { keys: [], file: resolve(named), isOurs: false };
  if (isPostgres || given !== "") return { keys: keys ?? [], file: undefined, isOurs: false };
  return { keys: [], file: `${databaseFile}.key`, isOurs: true };
}
