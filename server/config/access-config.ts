import { roles } from "../../contract/roles.ts";
import { isLoopback } from "../http/loopback.ts";
import type { Access, AccessSettings, OidcSettings } from "../sign-in/access-settings.ts";
import { mailSettings, readMail } from "./mail-config.ts";
import type { SettingReader } from "./setting-reader.ts";

/** The settings of this part, in the order in which `--help` shows them. */
export const accessSettings = [
  {
    name: "ACCESS",
    fallback: "",
    help: "required: everyone signs in; off: nobody does, on any address; default: open on loopback, unless PUBLIC_URL is another address; otherwise required",
  },
  {
    name: "RATE_LIMIT",
    fallback: "",
    help: "requests per minute of one person or key; 0: no limits; default: 1200 where people sign in, otherwise none",
  },
  {
    name: "RATE_LIMIT_SAVES",
    fallback: "1200",
    help: "single saves per minute of one person or key, counted apart from other requests",
  },
  {
    name: "RATE_LIMIT_ADDRESS",
    fallback: "6000",
    help: "requests per minute from one address, without single saves; and as much again for making variants of pictures, in hundredths of a second",
  },
  { name: "TRUSTED_PROXIES", fallback: "0", help: "number of your own proxies in front that add to X-Forwarded-For" },
  { name: "CORS_ORIGINS", fallback: "", help: "origins whose pages may call the API with a key, separated by spaces" },
  { name: "OIDC_ISSUER", fallback: "", help: "OpenID provider for sign-in, such as https://login.example.com" },
  { name: "OIDC_CLIENT_ID", fallback: "", help: "client id of this service at the provider" },
  { name: "OIDC_CLIENT_SECRET", fallback: "", help: "client secret of this service at the provider" },
  { name: "OIDC_LABEL", fallback: "Single sign-on", help: "text of the sign-in button" },
  {
    name: "OIDC_NEW_USERS",
    fallback: "none",
    help: "role for people from the provider who have no account: none (they stay out), viewer, translator, editor",
  },
  ...mailSettings,
  {
    name: "SHOP_NAME",
    fallback: "",
    help: "name on the sign-in pages and in mails; default: that of the project, if one alone is active",
  },
] as const;

export function readAccess(
  reader: SettingReader,
  { host, publicUrl }: { host: string; publicUrl: string | undefined },
): AccessSettings {
  const { value, oneOf, whole, faults } = reader;
  const given = value("ACCESS") === "" ? undefined : oneOf("ACCESS", ["open", "required", "off"]);
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");
  const published = publicHost !== undefined && !isLoopback(publicHost) && !publicHost.endsWith(".localhost");
  const network = isLoopback(host) ? (published ? `PUBLIC_URL is "${publicUrl}"` : undefined) : `HOST is "${host}"`;
  if (given === "open" && network !== undefined) {
    faults.push(
      `${network}, which others on the network can reach, but ACCESS=open works only on loopback. Remove ACCESS, so ` +
        "that people sign in (npx catalog users add NAME), or set ACCESS=off to let everyone in.",
    );
  }
  const access: Access = given ?? (network === undefined ? "open" : "required");
  const requests = value("RATE_LIMIT") === "" ? undefined : whole("RATE_LIMIT", 0, 100_000_000);
  const limited = requests === undefined ? access === "required" : requests > 0;
  const saves = whole("RATE_LIMIT_SAVES", 1, 100_000_000);
  const address = whole("RATE_LIMIT_ADDRESS", 1, 100_000_000);
  return {
    access,
    firstUserLink: given === "required",
    publicUrl,
    network,
    oidc: readOidc(reader, access, isLoopback(host), publicUrl),
    mail: readMail(reader, access, publicUrl),
    shopName: value("SHOP_NAME") || undefined,
    corsOrigins: corsOrigins(value("CORS_ORIGINS"), faults),
    proxies: whole("TRUSTED_PROXIES", 0, 10),
    rateLimits: limited ? { requests: requests ?? 1_200, saves, address } : undefined,
  };
}

function readOidc(
  { value, oneOf, faults }: SettingReader,
  access: Access,
  loopback: boolean,
  publicUrl: string | undefined,
): OidcSettings | undefined {
  const issuer = value("OIDC_ISSUER");
  const newUsers = oneOf("OIDC_NEW_USERS", ["none", ...roles.filter((role) => role !== "admin")]);
  if (issuer === "") return undefined;
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const onThisMachine = url?.protocol === "http:" && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname);
  if (url?.protocol !== "https:" && !onThisMachine)
    faults.push(`OIDC_ISSUER is "${issuer}"; it must be an https address.`);
  if (access !== "required") {
    faults.push("OIDC_ISSUER is set, but nobody signs in: set ACCESS=required, or remove the OIDC settings.");
  }
  if (value("OIDC_CLIENT_ID") === "") faults.push("OIDC_ISSUER is set, but OIDC_CLIENT_ID is missing.");
  if (value("OIDC_CLIENT_SECRET") === "") faults.push("OIDC_ISSUER is set, but OIDC_CLIENT_SECRET is missing.");
  if (!loopback && publicUrl === undefined) {
    faults.push(
      "OIDC_ISSUER is set, but PUBLIC_URL is missing: the provider has to know where to send people back to.",
    );
  }
  return {
    issuer,
    clientId: value("OIDC_CLIENT_ID"),
    clientSecret: value("OIDC_CLIENT_SECRET"),
    label: value("OIDC_LABEL"),
    newUsers,
  };
}

function corsOrigins(given: string, faults: string[]): string[] {
  const origins = given.split(/[\s,]+/).filter(Boolean);
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      faults.push(`CORS_ORIGINS contains "${origin}"; each entry must be an origin, such as https://shop.example.com.`);
    }
  }
  return origins;
}
