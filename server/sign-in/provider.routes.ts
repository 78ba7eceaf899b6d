import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { type Route, route } from "../api/route.ts";
import type { Tx } from "../db/db.ts";
import { Problem } from "../http/problem.ts";
import { appendAudit } from "../people/audit.sql.ts";
import { deleteLinkOf } from "../people/links.sql.ts";
import { insertUser, type UserRow, updateUserColumns, userByName, userBySubject } from "../people/users.sql.ts";
import type { AccessParts } from "./access-parts.ts";
import type { OidcSettings } from "./access-settings.ts";
import { startSession } from "./sign-in.ts";

const pendingCookie = "catalog-provider";
const pendingSeconds = 600;
const callbackPath = "/api/oidc/callback";

/** The person that the provider names, after its signature, issuer, audience and nonce are checked. */
type Person = { subject: string; email: string | undefined; name: string };

/** Sign-in through an OpenID provider: code flow with PKCE, state and nonce. */
export function providerRoutes(parts: AccessParts): Route[] {
  const { db, jar, now, log, config } = parts;
  let discovered: Promise<Configuration> | undefined;

  function provider(): OidcSettings {
    if (config.oidc) return config.oidc;
    throw new Problem("route_not_found", "No identity provider is set up.");
  }

  function clientOf(settings: OidcSettings): Promise<Configuration> {
    discovered ??= discover(settings).catch((error) => {
      // Not cached: the provider may be back for the next attempt.
      discovered = undefined;
      log.error({ err: error }, "could not reach the identity provider");
      throw new Problem("unavailable", "The identity provider cannot be reached.", {}, { "retry-after": "10" });
    });
    return discovered;
  }

  /** PUBLIC_URL is set wherever other machines can reach the service; on loopback the Host header is checked. */
  const callback = (request: Request) =>
    `${config.publicUrl ?? `http://${request.headers.get("host")}`}${callbackPath}`;

  return [
    route("startProviderSignIn", async ({ request }) => {
      const client = await clientOf(provider());
      const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const location = buildAuthorizationUrl(client, {
        redirect_uri: callback(request),
        scope: "openid email profile",
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: "S256",
      });
      const value = Buffer.from(JSON.stringify(pending)).toString("base64url");
      return redirect(location.href, jar.set(pendingCookie, value, pendingSeconds));
    }),
    route("finishProviderSignIn", async ({ request, caller }) => {
      const settings = provider();
      const pending = pendingOf(jar.read(request, pendingCookie));
      if (!pending) throw new Problem("sign_in_failed", "This sign-in was not started here, or took too long.");
      const query = request.url.indexOf("?");
      const address = new URL(callback(request) + (query < 0 ? "" : request.url.slice(query)));
      const client = await clientOf(settings);
      const person = await exchanged(client, address, pending).catch((error) => {
        log.warn({ err: (error as Error).message }, "a sign-in through the identity provider failed");
        throw new Problem("sign_in_failed", "The identity provider's answer is not valid. Start again.");
      });
      const cookie = await db.write(async (tx) => {
        const user = await userOf(tx, settings, person, now());
        if (user?.active !== 1) {
          const subject = person.email ?? person.subject;
          await appendAudit(
            tx,
            {
              event: "sign_in_failed",
              actor: "anonymous",
              subject,
              address: caller.address,
              detail: { how: "provider" },
            },
            now(),
          );
          return undefined;
        }
        return startSession(tx, parts, { user, request, address: caller.address, how: "provider" });
      });
      if (cookie === undefined) {
        throw new Problem("sign_in_failed", `${person.name} has no account here. Ask an admin to add one.`);
      }
      const response = redirect("/", cookie);
      response.headers.append("set-cookie", jar.set(pendingCookie, "", 0));
      return response;
    }),
  ];
}

const redirect = (location: string, cookie: string) =>
  new Response(null, { status: 302, headers: { location, "set-cookie": cookie, "cache-control": "no-store" } });

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const server = new URL(issuer);
  // The settings allow http only for a provider on this machine.
  const options = server.protocol === "http:" ? { execute: [allowInsecureRequests] } : {};
  return discovery(server, clientId, clientSecret, undefined, { ...options, timeout: 10 });
}

type Pending = { state: string; nonce: string; verifier: string };

function pendingOf(cookie: string | undefined): Pending | undefined {
  if (cookie === undefined) return undefined;
  try {
    const { state, nonce, verifier } = JSON.parse(Buffer.from(cookie, "base64url").toString()) as Partial<Pending>;
    return state && nonce && verifier ? { state, nonce, verifier } : undefined;
  } catch {
    return undefined;
  }
}

async function exchanged(client: Configuration, address: URL, pending: Pending): Promise<Person> {
  const tokens = await authorizationCodeGrant(client, address, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("The provider gave no ID token.");
  const isAddress = typeof claims.email === "string" && claims.email.includes("@");
  const email = claims.email_verified === true && isAddress ? (claims.email as string) : undefined;
  const name = typeof claims.name === "string" ? claims.name : (email ?? claims.sub);
  return { subject: `${claims.iss} ${claims.sub}`, email, name };
}

/**
 * The account of a person: the one bound to the provider's subject; otherwise the one whose name is the person's
 * verified address, which is then bound; otherwise a new one, if the settings allow it.
 */
async function userOf(tx: Tx, settings: OidcSettings, person: Person, at: number): Promise<UserRow | undefined> {
  const bound = await userBySubject(tx, person.subject);
  if (bound) return bound;
  const named = person.email === undefined ? undefined : await userByName(tx, person.email);
  if (named) {
    if (named.provider_subject !== null) return undefined;
    await updateUserColumns(tx, named.key, { provider_subject: person.subject });
    await deleteLinkOf(tx, named.key);
    return named;
  }
  if (settings.newUsers === "none" || person.email === undefined) return undefined;
  const user = await insertUser(
    tx,
    {
      name: person.email,
      displayName: person.name,
      passwordHash: null,
      providerSubject: person.subject,
      grants: [{ role: settings.newUsers }],
    },
    at,
  );
  await appendAudit(
    tx,
    { event: "user_created", actor: "provider", subject: user.name, address: "", detail: { role: settings.newUsers } },
    at,
  );
  return user;
}
