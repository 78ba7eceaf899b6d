import { newToken, sameHash, secretHash } from "../people/secrets.ts";

const validMs = 24 * 60 * 60 * 1000;

/** The link that creates the first user. It lives as long as this process, and works only while there is no user. */
export type FirstUserLink = {
  /** The path to print. The token is in the fragment, which browsers do not send and no log contains. */
  readonly path: string;
  fits(token: string, at: number): boolean;
};

export function firstUserLink(at: number): FirstUserLink {
  const token = newToken();
  const hash = secretHash(token);
  return {
    path: `/welcome#${token}`,
    fits: (given, now) => now - at < validMs && sameHash(secretHash(given), hash),
  };
}
