import { createHash, timingSafeEqual } from "node:crypto";

/** For random secrets only: nobody can guess them from their hash, so a fast hash is enough. */
export const secretHash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export const sameHash = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const newToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
