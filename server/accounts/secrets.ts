import { createHash, timingSafeEqual } from "node:crypto";

/** For secrets that are random already: they cannot be guessed from their hash, so the hash may be quick. */
export const secretHash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export const sameHash = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const newToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
