import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { callerOf } from "../../server/access/caller.ts";
import { RateLimiter } from "../../server/access/rate-limit.ts";
import { createLog } from "../../server/http/logger.ts";
import { appendChange } from "../../server/log/changes.sql.ts";
import { Gate } from "../../server/sign-in/access-gate.ts";
import { until } from "../support/until.ts";
import {
  type AccessApp,
  callerWith,
  json,
  newShelf,
  password,
  problemOf,
  type Shelf,
  startAccessApp,
} from "./access-scenario.ts";

/** The OWASP API Security Top 10 of 2023, with the attack for each entry. */
let app: AccessApp;
let mine: Shelf;
let theirs: Shelf;
/** The clock stands still, so that requests are never counted in two different minutes. */
const time = Date.now();
const now = () => time;

beforeAll(async () => {
  app = await startAccessApp({}, { now });
  mine = await newShelf(app.admin);
  theirs = await newShelf(app.admin, "other");
  await app.addUser("root", { role: "admin" });
});
afterAll(() => app.stop());

describe("API1: broken object level authorization", () => {
  test("an id of another project gives no access, in a path or in a body", async () => {
    const editor = await app.key({ role: "editor", project: "shop" });
    const attempts: [string, RequestInit?][] = [
      [`/api/items/${theirs.item}`],
      [`/api/items/${theirs.item}`, json("PATCH", { price: 0 })],
      [`/api/items/${theirs.item}`, { method: "DELETE" }],
      [`/api/items/${theirs.item}/comments`, json("POST", { text: "Hello" })],
      [`/api/items/${theirs.item}/history`],
      [`/api/subcategories/${theirs.leaf}/items`],
      [`/api/subcategories/${theirs.branch}`, json("PATCH", { parentId: mine.category })],
      [`/api/items/${mine.item}`, json("PATCH", { subcategoryId: theirs.leaf })],
      [`/api/subcategories/${mine.branch}`, json("PATCH", { parentId: theirs.category })],
      ["/api/items/bulk", json("PATCH", { itemIds: [mine.item, theirs.item], data: { price: 0 } })],
      ["/api/projects/other/changes"],
      ["/api/projects/other/events"],
      [`/api/resolve?path=/${theirs.category}/${theirs.branch}`],
    ];
    for (const [path, init] of attempts) {
      expect([path, init?.method, (await editor.send(path, init)).status]).toEqual([path, init?.method, 404]);
    }
    expect((await app.admin.api.getItem({ params: { itemId: theirs.item } })).data.price).toBe(5);
    expect((await app.admin.api.getItem({ params: { itemId: mine.item } })).data.price).toBe(5);
  });

  test("a route that does not check a grant returns nothing and writes nothing", async () => {
    const holder = { kind: "key", key: 1, id: "k", name: "k", displayName: "k", secondStep: false } as const;
    const limiter = new RateLimiter({ db: app.db, log: createLog("silent"), now, shared: false });
    const gate = new Gate({ identify: async () => callerOf(holder, [], ""), limiter, limits: undefined });
    const endpoint = { method: "GET", path: "/api/forgot", permission: "view" } as const;
    const given = gate.pass(new Request("http://127.0.0.1/"), endpoint, "", () => new Response("a secret"));
    await expect(given).rejects.toThrow("without asking for a grant");
    const author = { actor: "k", set: "s", at: 0, caller: callerOf(holder, [], "") };
    const change = { projectKey: 1, kind: "item", action: "create", entityId: "x", before: {}, after: {} } as const;
    const written = app.db.write(async (tx) => appendChange(tx, author, change));
    await expect(written).rejects.toThrow("without asking for a grant");
  });
});

describe("API2: broken authentication", () => {
  test("a cookie, key or token that is not exactly right gives no access", async () => {
    const { secret } = await app.key({ role: "admin" });
    await app.addUser("vera", { role: "viewer" });
    const vera = await app.person("vera");
    const token = vera.cookie.split("=")[1] ?? "";
    const attempts: Record<string, string>[] = [
      { cookie: "catalog-session=" },
      { cookie: `catalog-session=${token.slice(0, -1)}` },
      { cookie: `catalog-session=${token}x` },
      { cookie: `__Host-catalog-session=${token}` },
      { cookie: "catalog-session=' or '1'='1" },
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${secret.toLowerCase()}` },
      { authorization: `Bearer ${secret} ${secret}` },
      { authorization: `Basic ${btoa(`vera:${password}`)}` },
      { cookie: `catalog-session=${secret}` },
    ];
    for (const headers of attempts) {
      const answer = await callerWith(app.url, headers).send("/api/projects");
      expect([JSON.stringify(headers), answer.status]).toEqual([JSON.stringify(headers), 401]);
    }
    expect((await app.stranger.send(`/api/projects?key=${secret}&token=${token}`)).status).toBe(401);
  });
});

describe("API3: broken object property level authorization", () => {
  test("fields that the caller may not write are refused or ignored, and no answer contains secrets", async () => {
    const editor = await app.key({ role: "editor", project: "shop" });
    const sent = await editor.send(
      `/api/items/${mine.item}`,
      json("PATCH", { id: "taken-over", comments: [], price: 6 }),
    );
    expect((await sent.json()) as object).toMatchObject({ id: mine.item, price: 6 });
    expect((await editor.send(`/api/items/${mine.item}`, json("PATCH", { version: 1 }))).status).toBe(400);
    const elevated = json("POST", { name: "mallory", grants: [], role: "admin", active: true });
    expect((await app.admin.send("/api/users", elevated)).status).toBe(400);
    const created = await app.admin.send("/api/users", json("POST", { name: "carol", password, grants: [] }));
    const all = (await created.text()) + (await (await app.admin.send("/api/users")).text());
    expect(all).not.toMatch(/argon2|hash|totp|recovery/i);
    expect(await (await app.admin.send("/api/keys")).text()).not.toMatch(/secret|hash|cbk_/);
  });
});

describe("API4: unrestricted resource consumption", () => {
  test("pages, lists, bodies and sign-ins have limits", async () => {
    expect((await app.admin.send(`/api/subcategories/${mine.leaf}/items?limit=501`)).status).toBe(400);
    const ids = Array.from({ length: 10_001 }, (_, index) => `i${index}`);
    expect((await app.admin.send("/api/items/bulk", json("PATCH", { itemIds: ids, data: {} }))).status).toBe(400);
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const answer = await app.admin.send("/api/items/bulk", { ...json("PATCH", null), body: deep });
    expect(answer.status).toBe(400);
    const long = await app.stranger.send("/api/session", json("POST", { name: "root", password: "x".repeat(10_000) }));
    expect(long.status).toBe(400);
    const huge = await app.stranger.send("/api/session", json("POST", { name: "root", password: "x".repeat(100_000) }));
    expect(huge.status).toBe(413);
  });

  test("one caller cannot use up all concurrent requests", async () => {
    const limited = await startAccessApp({ rateLimits: { requests: 10_000, saves: 10_000, address: 10_000 } }, { now });
    try {
      const key = await limited.key({ role: "viewer" });
      // Requests whose bodies never arrive stay in flight.
      const hanging = Array.from({ length: 130 }, () => {
        const ended = new AbortController();
        const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) });
        const sent = key.send("/api/items/x", {
          method: "PATCH",
          headers: { "content-type": "application/json" },
          body,
          signal: ended.signal,
        });
        sent.catch(() => undefined);
        return ended;
      });
      await until(async () => (await key.send("/api/projects")).status === 429, "the caller is refused");
      const other = await limited.key({ role: "viewer" });
      expect((await other.send("/api/projects")).status).toBe(200);
      for (const ended of hanging) ended.abort();
    } finally {
      await limited.stop();
    }
  });
});

describe("API5: broken function level authorization", () => {
  test("an editor cannot create users, keys or grants, nor raise their own rights in another way", async () => {
    const editor = await app.key({ role: "editor" });
    const own = `/api/keys/${editor.id}`;
    for (const [path, init] of [
      ["/api/users", json("POST", { name: "mallory", grants: [{ role: "admin" }] })],
      ["/api/keys", json("POST", { name: "k", grants: [{ role: "admin" }] })],
      [own, json("PATCH", { grants: [{ role: "admin" }] })],
      ["/api/audit", {}],
    ] as [string, RequestInit][]) {
      const problem = await problemOf(await editor.send(path, init));
      expect([path, problem.code, problem.needed]).toEqual([path, "not_allowed", { role: "admin" }]);
    }
    expect((await editor.send(own, { ...json("PUT", {}), method: "PUT" })).status).toBe(405);
    const overridden = await editor.send("/api/projects", { headers: { "x-http-method-override": "DELETE" } });
    expect(overridden.status).toBe(200);
  });

  test("an admin of one project administers only that project", async () => {
    const admin = await app.key({ role: "admin", project: "shop" });
    expect((await admin.send("/api/projects/shop/webhooks")).status).toBe(200);
    expect((await admin.send("/api/projects/other/webhooks")).status).toBe(404);
    expect((await admin.send("/api/users")).status).toBe(403);
  });
});

describe("API6: unrestricted access to sensitive business flows", () => {
  test("automated sign-ins and endless writes are slowed down", async () => {
    const guesses = Array.from({ length: 6 }, (_, i) => json("POST", { name: "root", password: `guess number ${i}` }));
    const answered = await Promise.all(guesses.map((guess) => app.stranger.send("/api/session", guess)));
    expect(answered.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429]);
    const limited = await startAccessApp({ rateLimits: { requests: 5, saves: 5, address: 1_000 } }, { now });
    try {
      const editor = await limited.key({ role: "editor" });
      const create = () => editor.send("/api/projects/shop/categories", json("POST", { name: "Spam" }));
      const answers = [];
      for (let i = 0; i < 6; i++) answers.push((await create()).status);
      expect(answers).toEqual([201, 201, 201, 201, 201, 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe("API7: server side request forgery", () => {
  test("nothing is fetched from inside the network", async () => {
    const editor = await app.key({ role: "admin" });
    for (const url of [
      `${app.url}/api/projects`,
      "http://169.254.169.254/latest/meta-data",
      "http://[::1]/",
      "file:///etc/passwd",
    ]) {
      const fetched = await editor.send("/api/uploads/from-url", json("POST", { url }));
      expect([url, fetched.status]).toEqual([url, 400]);
      const hooked = await editor.send("/api/projects/shop/webhooks", json("POST", { url }));
      expect([url, hooked.status]).toEqual([url, 400]);
    }
  });
});

describe("API8: security misconfiguration", () => {
  test("errors reveal no internals, and metrics require a key", async () => {
    const answers = [
      await app.stranger.send("/api/items/%00"),
      await app.admin.send("/api/items/%00"),
      await app.admin.send("/api/items/x", { ...json("PATCH", null), body: "{" }),
      await app.stranger.send("/.env"),
      await app.stranger.send("/api/../../etc/passwd"),
    ];
    for (const answer of answers) {
      const text = await answer.text();
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(text).not.toMatch(/\bat .*\.ts|node_modules|sqlite|postgres|root:/i);
      expect(answer.headers.get("server")).toBeNull();
      expect(answer.headers.get("x-powered-by")).toBeNull();
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
    expect((await fetch(`${app.url}/api/projects`, { method: "TRACE" }).catch(() => undefined))?.status ?? 405).toBe(
      405,
    );
    expect((await app.stranger.send("/metrics")).status).toBe(401);
    expect((await app.admin.send("/metrics")).status).toBe(200);
  });
});

describe("API9: improper inventory management", () => {
  test("nothing answers under /api that the OpenAPI document does not list", async () => {
    const document = (await (await app.stranger.send("/openapi.json")).json()) as { paths: Record<string, object> };
    for (const path of Object.keys(document.paths)) expect(path).toStartWith("/api/");
    for (const path of ["/api", "/api/", "/api/v1/projects", "/api/debug", "/api/admin", "/API/projects"]) {
      const answer = await app.admin.send(path);
      expect([path, (await problemOf(answer)).code]).toEqual([path, "route_not_found"]);
    }
  });
});

describe("API10: unsafe consumption of APIs", () => {
  test("an address with a script in it is refused", async () => {
    for (const img of ["javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "java\tscript:alert(1)"]) {
      const answer = await app.admin.send(`/api/categories/${mine.category}`, json("PATCH", { img }));
      expect([img, answer.status]).toEqual([img, 400]);
    }
    const page = new FormData();
    page.append("image", new Blob(["<svg onload=alert(1)>"], { type: "image/png" }), "picture.png");
    expect((await app.admin.send("/api/upload", { method: "POST", body: page })).status).toBe(415);
  });
});
