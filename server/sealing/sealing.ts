import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { Problem } from "../http/problem.ts";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const prefix = "sealed:";
export const keyBytes = 32;

/** The owner of a secret. A secret is bound to its owner: moved to another row, it cannot be opened. */
export const ofUser = (id: string): string => `user ${id}`;
export const ofWebhook = (id: string): string => `webhook ${id}`;

/** A name for a key that does not reveal it. */
const nameOf = (key: Uint8Array): string =>
  createHash("sha256").update("catalog secrets key ").update(key).digest("hex").slice(0, 12);

/** The name of the key that a stored secret is sealed with; undefined for an unsealed one. */
export const sealedWith = (stored: string): string | undefined =>
  stored.startsWith(prefix) ? stored.slice(prefix.length).split(":", 1)[0] : undefined;

/**
 * Seals the secrets that must be read again, those of second steps and of webhooks, so that the database and its
 * backups do not reveal them: AES-256-GCM, as `sealed:<name of the key>:<nonce, tag and text>`.
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
        "The service has no key to seal a secret. The operator must set SECRETS_KEY or SECRETS_KEY_FILE on every node.",
      );
    }
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(owner));
    const text = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
    return `${prefix}${this.current}:${Buffer.concat([nonce, sealing.getAuthTag(), text]).toString("base64url")}`;
  }

  /** Returns a secret in clear unchanged: a node of an older version may have written it. The next start seals it. */
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
      throw cannotOpen(`it is damaged, or does not belong to the ${owner}`);
    }
  }
}

/** A 503, as another node may have the key. The cause makes this node log it too. */
function cannotOpen(reason: string): Problem {
  const detail = `A stored secret cannot be opened here: ${reason}.`;
  const problem = new Problem("unavailable", detail, {}, { "retry-after": "10" });
  problem.cause = new Error(reason);
  return problem;
}
