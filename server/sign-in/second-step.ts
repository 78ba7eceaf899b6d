import { Secret, TOTP } from "otpauth";
import { sameHash, secretHash } from "../people/secrets.ts";

const stepSeconds = 30;

const totp = (secret: string, name: string) =>
  new TOTP({
    issuer: "Catalog Backoffice",
    label: name,
    algorithm: "SHA1",
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  });

export function newAuthenticator(name: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: totp(secret, name).toString() };
}

/**
 * The time step that `code` belongs to, with one step of clock drift allowed either way. Undefined for a wrong code,
 * and for a step up to `lastStep`, so that no code works twice.
 */
export function stepOfCode(secret: string, code: string, at: number, lastStep: number): number | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totp(secret, "").validate({ token, timestamp: at, window: 1 });
  if (delta === null) return undefined;
  const step = Math.floor(at / 1000 / stepSeconds) + delta;
  return step > lastStep ? step : undefined;
}

const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** Ten codes of 14 letters, about 69 bits each, in groups that are easy to read from paper. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: 10 }, () => {
    const signs = Array.from(crypto.getRandomValues(new Uint32Array(14)), (number) => letters[number % letters.length]);
    return `${signs.slice(0, 7).join("")}-${signs.slice(7).join("")}`;
  });
  return { codes, hashes: codes.map((code) => secretHash(plain(code))) };
}

const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The hashes that are left after `code` is used; undefined if it is not one of them. */
export function withoutRecoveryCode(hashes: readonly string[], code: string): string[] | undefined {
  const hash = secretHash(plain(code));
  const rest = hashes.filter((candidate) => !sameHash(candidate, hash));
  return rest.length < hashes.length ? rest : undefined;
}
