import type { Role } from "../../contract/roles.ts";
import type { RateLimits } from "../access/rate-limit.ts";

/** `open` and `off`: nobody signs in, on loopback or anywhere. `required`: nobody comes in without. */
export type Access = "open" | "required" | "off";

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  label: string;
  newUsers: Role | "none";
};

export type AccessSettings = {
  access: Access;
  /** Start without any user, and print a link that makes the first. */
  firstUserLink: boolean;
  publicUrl: string | undefined;
  /** The setting by which others than this machine reach the service, in words: a proxy may stand on this machine. */
  network: string | undefined;
  oidc: OidcSettings | undefined;
  corsOrigins: readonly string[];
  /** Our own proxies in front: how many entries of X-Forwarded-For can be believed. */
  proxies: number;
  rateLimits: RateLimits | undefined;
};
