import type { Role } from "../../contract/roles.ts";
import type { RateLimits } from "../access/rate-limit.ts";
import type { MailSettings } from "../people/mailer.ts";

/** `open`: no sign-in on loopback. `off`: no sign-in on any address. `required`: every caller signs in or has a key. */
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
  /** Start without users, and print a link that creates the first. */
  firstUserLink: boolean;
  publicUrl: string | undefined;
  /** For messages: the setting by which other machines reach the service, HOST or, behind a local proxy, PUBLIC_URL. */
  network: string | undefined;
  oidc: OidcSettings | undefined;
  /** Undefined if no mail is sent. */
  mail: MailSettings | undefined;
  /** The name on the pages before the editor and in mails, if not that of the project. */
  shopName: string | undefined;
  corsOrigins: readonly string[];
  /** The number of trusted proxies in front, and so of the entries of X-Forwarded-For to trust. */
  proxies: number;
  rateLimits: RateLimits | undefined;
};
