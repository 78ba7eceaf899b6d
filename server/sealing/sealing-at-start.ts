import type { Db, Tx } from "../db/db.ts";
import { SqliteDb } from "../db/sqlite/sqlite.ts";
import { keysIn, makeKeyFile, readKeyFile } from "./key-file.ts";
import { Sealing, sealedWith } from "./sealing.ts";
import { replaceStored, type StoredSecret, storedSecrets } from "./stored-secrets.sql.ts";

export type SealingSettings = {
  /** The keys of SECRETS_KEY; the first one seals. If there are any, no file is read. */
  keys: readonly Uint8Array[];
  /** The file with the keys. There is no default on PostgreSQL, because all nodes need the same keys. */
  file: string | undefined;
  /** Whether it is the file beside the database, which is created if it is missing. */
  isOurs: boolean;
};

/** The key is missing or wrong. The message is for the operator. */
export class UnusableKey extends Error {}

const newKey = "openssl rand -base64 32";
const lost = "If that key is lost: npx catalog secrets forget";

export type SealingAtStart = {
  sealing: Sealing;
  /** The file of a key that was created now. */
  made: string | undefined;
  /** Secrets were stored unsealed until now, and their remains in the database file could not be overwritten. */
  remnants: boolean;
};

/**
 * Reads the key of the installation and seals every stored secret with it: unsealed ones of older versions, and those of
 * the previous key while the key is being replaced.
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
        : `SECRETS_KEY_FILE names ${file}, which is missing. Make it, the same for every node: (umask 077; ${newKey} > ${file})`,
    );
  }
  if (secrets.length > 0) {
    throw new UnusableKey(
      `The database ${location} holds secrets of second steps or webhooks, and there is no key to seal them with. Set ` +
        `SECRETS_KEY or SECRETS_KEY_FILE, the same on every node${needed.length > 0 ? `: the key ${needed.join(", ")}. ${lost}` : `; a new one: ${newKey}`}`,
    );
  }
  return { keys: [], made: undefined };
}

/** The keys that the settings name; none if there is no file. */
export function givenKeys({ keys, file }: SealingSettings): readonly Uint8Array[] {
  if (keys.length > 0 || file === undefined) return keys;
  const text = readKeyFile(file);
  const read = text === undefined ? [] : keysIn(text);
  if (!read) throw new UnusableKey(`${file} holds no key. It must be 32 bytes in base64, as ${newKey} makes them.`);
  return read;
}

const namesOf = (secrets: readonly StoredSecret[]): string[] => [
  ...new Set(secrets.map(({ stored }) => sealedWith(stored)).filter((name) => name !== undefined)),
];

function refuseUnknown({ file }: SealingSettings, { location }: Db, sealing: Sealing, secrets: StoredSecret[]): void {
  const names = namesOf(secrets).filter((name) => !sealing.names.includes(name));
  if (names.length === 0) return;
  throw new UnusableKey(
    `Secrets in ${location} are sealed with the key ${names.join(", ")}, and ${file ?? "SECRETS_KEY"} holds ` +
      `${sealing.names.join(", ")}. Put the key there, behind the one that is to seal from now on. ${lost}`,
  );
}

/** True if one of them was unsealed. */
async function resealed(tx: Tx, sealing: Sealing, secrets: readonly StoredSecret[]): Promise<boolean> {
  let wasClear = false;
  for (const secret of secrets) {
    const name = sealedWith(secret.stored);
    if (name === sealing.current) continue;
    wasClear ||= name === undefined;
    const opened = openedBy(sealing, secret);
    // A damaged secret stays as it is. It is reported where it is used and affects nothing else.
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
