import { afterAll, beforeAll, expect, test } from "bun:test";
import { startApp, type TestApp } from "../start-app.ts";
import { type AccessApp, newShelf, problemOf, startAccessApp } from "./access-scenario.ts";

let open: TestApp;
let closed: AccessApp;
const shop = "https://shop.example.com";

beforeAll(async () => {
  open = await startApp();
  closed = await startAccessApp({ corsOrigins: [shop] });
});
afterAll(async () => {
  await open.stop();
  await closed.stop();
});

const create = (headers: Record<string, string>): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify({ name: "Category" }),
});
const categories = "/api/projects/shop/categories";

test("a page of another origin cannot write", async () => {
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1.evil.example"]) {
    const answer = await fetch(open.url + categories, create({ origin }));
    expect([origin, (await problemOf(answer)).code]).toEqual([origin, "origin_not_allowed"]);
  }
  expect((await fetch(open.url + categories, create({ origin: open.url }))).status).toBe(201);
  expect((await fetch(open.url + categories, create({}))).status).toBe(201);
  const form = await fetch(open.url + categories, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: '{"name":"Category"}',
  });
  expect(form.status).toBe(415);
});

test("a foreign host name that resolves to loopback is refused", async () => {
  for (const host of ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example"]) {
    const answer = await fetch(`${open.url}/api/projects`, { headers: { host } });
    expect([host, answer.status]).toEqual([host, 403]);
  }
  for (const host of ["localhost:8080", "127.0.0.1", "[::1]:8080", "catalog.localhost"]) {
    const answer = await fetch(`${open.url}/api/projects`, { headers: { host } });
    expect([host, answer.status]).toEqual([host, 200]);
  }
});

test("CORS is off unless an origin is configured, and never allows cookies", async () => {
  const preflight = (url: string, origin: string) =>
    fetch(url + categories, { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });
  expect(
    [...(await preflight(open.url, shop)).headers.keys()].filter((name) => name.startsWith("access-control")),
  ).toEqual([]);
  expect(
    (await fetch(`${open.url}/api/projects`, { headers: { origin: shop } })).headers.has("access-control-allow-origin"),
  ).toBe(false);
  const asked = await preflight(closed.url, shop);
  expect(asked.status).toBe(204);
  expect(asked.headers.get("access-control-allow-origin")).toBe(shop);
  expect(asked.headers.has("access-control-allow-credentials")).toBe(false);
  expect((await preflight(closed.url, "https://evil.example")).headers.has("access-control-allow-origin")).toBe(false);
  const key = await closed.key({ role: "editor" });
  const written = await key.send(categories, create({ origin: shop }));
  expect(written.status).toBe(201);
  expect(written.headers.get("access-control-allow-origin")).toBe(shop);
  expect(written.headers.get("vary")).toContain("Origin");
  await closed.addUser("anna", { role: "admin" });
  const anna = await closed.person("anna");
  expect((await anna.send(categories, create({ origin: shop }))).status).toBe(403);
  expect((await anna.send(categories, create({ origin: closed.url }))).status).toBe(201);
});

test("every answer has the security headers for browsers", async () => {
  const { item } = await newShelf(closed.admin);
  const api = await closed.admin.send(`/api/items/${item}`);
  const problem = await closed.stranger.send("/api/nowhere");
  for (const answer of [api, problem]) expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(api.headers.get("cache-control")).toBe("private, no-cache");
  expect(problem.headers.get("cache-control")).toBe("no-store");
  expect(problem.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  for (const path of ["/docs", "/docs/errors", "/sign-in", "/welcome", "/sign-in.js", "/openapi.json", "/healthz"]) {
    const { headers } = await closed.stranger.send(path);
    expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect([path, headers.get("x-frame-options")]).toEqual([path, "DENY"]);
    expect([path, headers.get("referrer-policy")]).toEqual([path, "no-referrer"]);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  }
});
