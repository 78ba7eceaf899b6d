import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import type { OidcSettings } from "../../server/sign-in/access-settings.ts";
import { type AccessApp, callerWith, problemOf, startAccessApp } from "./access-scenario.ts";

const clientId = "catalog";
const clientSecret = "a secret of the provider and the service";

/** Keeps cookies by origin, as a browser does. */
class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  async send(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    const headers = new Headers(init.headers);
    headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(address, { ...init, headers, redirect: "manual" });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  cookie(origin: string, name: string): string | undefined {
    return this.#jars.get(origin)?.get(name);
  }
}

let server: Server;
let issuer: string;
/** The provider's claims about each person, by login name. */
const people: Record<string, Record<string, unknown>> = {
  "anna@example.com": { email: "anna@example.com", email_verified: true, name: "Anna" },
  "new@example.com": { email: "new@example.com", email_verified: true, name: "New" },
  liar: { email: "anna@example.com", email_verified: false, name: "Liar" },
  nobody: { email: "anonymous", email_verified: true, name: "Nobody" },
  twin: { email: "anna@example.com", email_verified: true, name: "Twin" },
};
const apps: AccessApp[] = [];

beforeAll(async () => {
  // The provider warns repeatedly that it runs in a development setup.
  for (const method of ["warn", "info", "error"] as const) spyOn(console, method).mockImplementation(() => undefined);
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  server.close();
});

/** The service, and the provider that it redirects to. */
async function startBoth(newUsers: OidcSettings["newUsers"]): Promise<AccessApp> {
  const oidc = { issuer, clientId, clientSecret, label: "Company account", newUsers };
  const app = await startAccessApp({ oidc });
  apps.push(app);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${app.url}/api/oidc/callback`],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    cookies: { keys: ["test"] },
  });
  server.removeAllListeners("request");
  server.on("request", provider.callback());
  return app;
}

const form = (fields: Record<string, string>): RequestInit => ({ method: "POST", body: new URLSearchParams(fields) });
const locationOf = (answer: Response, base: string) => new URL(answer.headers.get("location") ?? "", base).href;

/** Goes through the sign-in, up to the address that the provider redirects back to. */
async function throughProvider(browser: Browser, app: AccessApp, login: string): Promise<string> {
  let address = locationOf(await browser.send(`${app.url}/api/oidc/start`), app.url);
  for (let step = 0; step < 12; step++) {
    if (address.startsWith(app.url)) return address;
    const answer = await browser.send(address);
    if (answer.status >= 300 && answer.status < 400) {
      address = locationOf(answer, issuer);
      continue;
    }
    const page = await answer.text();
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? "";
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? "";
    const sent = await browser.send(new URL(action, issuer).href, form({ prompt, login, password: "any" }));
    address = locationOf(sent, issuer);
  }
  throw new Error("The provider never redirected back.");
}

const sessionOf = (browser: Browser, app: AccessApp) =>
  callerWith(app.url, { cookie: `catalog-session=${browser.cookie(app.url, "catalog-session")}` });

test("a user signs in through the provider and is matched by their subject from then on", async () => {
  const app = await startBoth("none");
  const id = await app.addUser("anna@example.com", { role: "editor", project: "shop" });
  expect((await app.stranger.api.getSession()).data.signIn.provider).toEqual({
    label: "Company account",
    url: "/api/oidc/start",
  });
  const browser = new Browser();
  const back = await throughProvider(browser, app, "anna@example.com");
  const done = await browser.send(back);
  expect([done.status, done.headers.get("location")]).toEqual([302, "/"]);
  const { data } = await sessionOf(browser, app).api.getSession();
  expect(data).toMatchObject({ who: { id, name: "anna@example.com" }, grants: [{ role: "editor", project: "shop" }] });
  const again = await browser.send(back);
  expect(await problemOf(again)).toMatchObject({ status: 401, code: "sign_in_failed" });
  // Another person at the provider who now has the same address is not the matched user.
  const twin = new Browser();
  expect((await twin.send(await throughProvider(twin, app, "twin"))).status).toBe(401);
});

test("the request carries state, nonce and a PKCE challenge", async () => {
  const app = await startBoth("none");
  const answer = await fetch(`${app.url}/api/oidc/start`, { redirect: "manual" });
  const parameters = new URL(answer.headers.get("location") ?? "").searchParams;
  expect(parameters.get("code_challenge_method")).toBe("S256");
  for (const name of ["state", "nonce", "code_challenge"]) expect(parameters.get(name)?.length).toBeGreaterThan(20);
  expect(parameters.get("redirect_uri")).toBe(`${app.url}/api/oidc/callback`);
  expect(answer.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
});

test("a provider response that this browser did not request gives no access", async () => {
  const app = await startBoth("none");
  await app.addUser("anna@example.com", { role: "admin" });
  const attacker = new Browser();
  const back = await throughProvider(attacker, app, "anna@example.com");
  const victim = new Browser();
  expect((await victim.send(back)).status).toBe(401);
  await victim.send(`${app.url}/api/oidc/start`);
  expect((await victim.send(back)).status).toBe(401);
  const forged = new URL(back);
  forged.searchParams.set("code", "made-up");
  expect((await attacker.send(forged.href)).status).toBe(401);
  expect(victim.cookie(app.url, "catalog-session")).toBeUndefined();
});

test("people without an account are refused unless new users get a role; an unverified address or a name does not count", async () => {
  const closed = await startBoth("none");
  const stranger = new Browser();
  expect((await stranger.send(await throughProvider(stranger, closed, "new@example.com"))).status).toBe(401);
  const open = await startBoth("viewer");
  await open.addUser("anna@example.com", { role: "admin" });
  for (const name of ["liar", "nobody"]) {
    const refused = new Browser();
    expect((await refused.send(await throughProvider(refused, open, name))).status).toBe(401);
  }
  const newcomer = new Browser();
  expect((await newcomer.send(await throughProvider(newcomer, open, "new@example.com"))).status).toBe(302);
  const { data } = await sessionOf(newcomer, open).api.getSession();
  expect(data).toMatchObject({ who: { name: "new@example.com" }, grants: [{ role: "viewer" }] });
  const events = (await open.admin.api.listAudit()).data.entries.map(({ event }) => event);
  expect(events).toEqual(["sign_in", "user_created", "sign_in_failed", "sign_in_failed"]);
});

test("while the provider fails the answer is 503, and sign-in works again when it is back", async () => {
  const app = await startBoth("none");
  const listener = server.listeners("request")[0] as () => void;
  server.removeAllListeners("request");
  server.on("request", (_request, response) => response.writeHead(500).end());
  const away = await app.stranger.send("/api/oidc/start");
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "10"]);
  server.removeAllListeners("request");
  server.on("request", listener);
  expect((await app.stranger.send("/api/oidc/start")).status).toBe(302);
});
