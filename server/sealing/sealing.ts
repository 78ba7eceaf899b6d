import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { Problem } from "../http/problem.ts";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const prefix = "sealed:";
export const keyBytes = 32;

/** The owner of a secret. The secret is bound to it and does not open in another row. */
export const ofUser = (id: string): string => `user ${id}`;
export const ofWebhook = (id: string): string => `webhook ${id}`;

/** A name for a key that reveals nothing about it. */
const nameOf = (key: Uint8Array): string =>
  createHash("sha256").update("catalog secrets key ").update(key).digest("hex").slice(0, 12);

/** The name of the key that a stored secret is sealed with; undefined for an unsealed one. */
export const sealedWith = (stored: string): string | undefined =>
  stored.startsWith(prefix) ? stored.slice(prefix.length).split(":", 1)[0] : undefined;

/**
 * Encrypts the secrets that must be readable again, those of second steps and webhooks, so that the database and its
 * backups do not reveal them: AES-256-GCM, stored as `sealed:<name of the key>:<nonce, tag and text>`.
 */
export class Sealing {
  readonly #keys: ReadonlyMap<string, Uint8Array>;
  /** The name of the first key, which seals. The others only open. */
  readonly current: string | undefined;

  constructor(keys: readonly Uint8Array[]) {
    this.#keys = new Map(keys.map((key) => [nameOf(key), key]));
    this.current = this.names[0];
  }

  get names(): string[] {
    return [...this.#keys.keys()];
  }

  seal(secret: string, owner: string): string {
    const key = this.#keys.get(this.current ?? "");
    if (!key) {
      throw new Problem(
        "secrets_key_missing",
        "The service has no key to seal a secret with. Whoever runs it sets SECRETS_KEY or SECRETS_KEY_FILE, on every node.",
      );
    }
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(owner));
    const text = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
    return `${prefix}${this.current}:${Buffer.concat([nonce, sealing.getAuthTag(), text]).toString("base64url")}`;
  }

  /** Returns an unsealed secret as it is: a node of an older version may have written it. The next start seals it. */
  open(stored: string, owner: string): string {
    const name = sealedWith(stored);
    if (name === undefined) return stored;
    const key = this.#keys.get(name);
    if (!key) throw cannotOpen(`it is sealed with the key ${name}, which this node does not have`);
    const bytes = Buffer.from(stored.slice(prefix.length + name.length + 1), "base64url");
    try {
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = opening.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([text, opening.final()]).toString("utf8");
    } catch {
      throw cannotOpen(`it is damaged, or is not of the ${owner}`);
    }
  }
}

/** Another node may have the key. The error has a cause, so that it is logged too. */
function cannotOpen(reason: string): Problem {
  const words = `A stored secret cannot be opened here: ${reason}.`;
  const problem = new Problem("unavailable", words, {}, { "retry-after": "10" });
  problem.cause = new Error(reason);
  return problem;
}
