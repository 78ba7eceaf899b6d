import type { Db, Reader, Tx } from "../db/db.ts";
import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { keysIn, makeKeyFile, readKeyFile } from "./key-file.ts";
import { Sealing, sealedWith } from "./sealing.ts";
import { replaceStored, type StoredSecret, storedSecrets } from "./stored-secrets.sql.ts";

export type SealingSettings = {
  /** The keys of SECRETS_KEY; the first one seals. If there are any, no file is read. */
  keys: readonly Uint8Array[];
  /** The file with the keys. Undefined on PostgreSQL without a setting: all nodes must have the same keys. */
  file: string | undefined;
  /** Whether the file is the one beside the database, which is created if it is missing. */
  isOurs: boolean;
};

/** The key is missing or wrong, with a message for the operator. */
export class UnusableKey extends Error {}

const newKey = "openssl rand -base64 32";
const lost = "If that key is lost: npx catalog secrets forget";

export type SealingAtStart = {
  sealing: Sealing;
  /** The file of a key that this start has made. */
  made: string | undefined;
  /** Whether the file may still contain secrets that were in clear until now: it could not be rewritten. */
  remnants: boolean;
};

/**
 * Loads the key of the installation and seals every stored secret with it: those that an older version stored in clear,
 * and those sealed with the previous key when the key is being replaced.
 */
export async function sealingAtStart(config: SealingSettings, db: Db): Promise<SealingAtStart> {
  const { sealing, made, wasClear } = await db.write(async (tx) => {
    const secrets = await storedSecrets(tx);
    const { keys, made } = keysFor(config, db, secrets);
    const sealing = new Sealing(keys);
    refuseUnknown(config, db, sealing, secrets);
    return { sealing, made, wasClear: await resealed(tx, sealing, secrets) };
  });
  return { sealing, made, remnants: wasClear && db instanceof SqliteDb && !db.overwriteRemnants() };
}

type Keys = { keys: readonly Uint8Array[]; made: string | undefined };

function keysFor(config: SealingSettings, { location }: Db, secrets: readonly StoredSecret[]): Keys {
  const keys = givenKeys(config);
  if (keys.length > 0) return { keys, made: undefined };
  const needed = namesOf(secrets);
  const { file, isOurs } = config;
  if (file !== undefined && isOurs && needed.length === 0) return { keys: [makeKeyFile(file)], made: file };
  if (file !== undefined) {
    throw new UnusableKey(
      needed.length > 0
        ? `Secrets in ${location} are sealed with the key ${needed.join(", ")}, and its file ${file} is missing. ` +
            `Put it back, or set SECRETS_KEY. ${lost}`
        : `The file of SECRETS_KEY_FILE, ${file}, is missing. Create it, the same for every node: ` +
            `(umask 077; ${newKey} > ${file})`,
    );
  }
  if (secrets.length > 0) {
    const remedy = needed.length > 0 ? `: the key ${needed.join(", ")}. ${lost}` : `; a new one: ${newKey}`;
    throw new UnusableKey(
      `The database ${location} holds secrets of second steps or webhooks, and there is no key to seal them. ` +
        `Set SECRETS_KEY or SECRETS_KEY_FILE, the same on every node${remedy}`,
    );
  }
  return { keys: [], made: undefined };
}

/** The keys of the settings; empty if there is no file. */
export function givenKeys({ keys, file }: SealingSettings): readonly Uint8Array[] {
  if (keys.length > 0 || file === undefined) return keys;
  const text = readKeyFile(file);
  const read = text === undefined ? [] : keysIn(text);
  if (!read) throw new UnusableKey(`${file} holds no key. It must be 32 bytes in base64, as ${newKey} prints.`);
  return read;
}

/** The names of keys that stored secrets are sealed with and that the settings do not have. */
export async function missingKeys(reader: Reader, config: SealingSettings): Promise<string[]> {
  const keys = givenKeys(config);
  const known = keys.length > 0 ? new Sealing(keys).names : [];
  return namesOf(await storedSecrets(reader)).filter((name) => !known.includes(name));
}

const namesOf = (secrets: readonly StoredSecret[]): string[] => [
  ...new Set(secrets.map(({ stored }) => sealedWith(stored)).filter((name) => name !== undefined)),
];

function refuseUnknown({ file }: SealingSettings, { location }: Db, sealing: Sealing, secrets: StoredSecret[]): void {
  const names = namesOf(secrets).filter((name) => !sealing.names.includes(name));
  if (names.length === 0) return;
  throw new UnusableKey(
    `Secrets in ${location} are sealed with the key ${names.join(", ")}, and ${file ?? "SECRETS_KEY"} holds ` +
      `${sealing.names.join(", ")}. Add the key there, after the one that seals from now on. ${lost}`,
  );
}

/** Returns true if one of them was in clear. */
async function resealed(tx: Tx, sealing: Sealing, secrets: readonly StoredSecret[]): Promise<boolean> {
  let wasClear = false;
  for (const secret of secrets) {
    const name = sealedWith(secret.stored);
    if (name === sealing.current) continue;
    wasClear ||= name === undefined;
    const opened = openedBy(sealing, secret);
    // A damaged secret stays as it is: it is reported when it is needed, and does not stop the start.
    if (opened !== undefined) await replaceStored(tx, secret, sealing.seal(opened, secret.owner));
  }
  return wasClear;
}

/** Undefined if it cannot be opened. */
export function openedBy(sealing: Sealing, { stored, owner }: StoredSecret): string | undefined {
  try {
    return sealing.open(stored, owner);
  } catch {
    return undefined;
  }
}
