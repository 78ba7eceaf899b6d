import { expect, test } from "bun:test";
import { connect } from "node:net";
import { endpoints } from "../../contract/endpoints.ts";
import { readJsonBody } from "../../server/http/json-body.ts";
import { startApp } from "../start-app.ts";
import { callerWith, json, newShelf, problemOf, startAccessApp } from "./access-scenario.ts";

const rateLimits = { requests: 20, saves: 30, address: 1_000 };

test("each key has its own request limit, shown in the RateLimit headers", async () => {
  let clock = 1_700_000_080_000;
  const app = await startAccessApp({ rateLimits }, { now: () => clock });
  try {
    const [one, two] = [await app.key({ role: "viewer" }), await app.key({ role: "viewer" })];
    const first = await one.send("/api/projects");
    expect(first.headers.get("ratelimit-policy")).toBe('"requests";q=20;w=60');
    expect(first.headers.get("ratelimit")).toBe('"requests";r=19;t=20');
    for (let i = 1; i < 20; i++) expect((await one.send("/api/projects")).status).toBe(200);
    const refused = await one.send("/api/projects");
    expect(refused.headers.get("retry-after")).toBe("20");
    expect(refused.headers.get("ratelimit")).toBe('"requests";r=0;t=20');
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: "rate_limited" });
    expect((await two.send("/api/projects")).status).toBe(200);
    clock += 20_000;
    expect((await one.send("/api/projects")).status).toBe(200);
  } finally {
    await app.stop();
  }
});

test("saves have a separate limit: saving and other requests do not throttle each other", async () => {
  const clock = 1_700_000_080_000;
  const app = await startAccessApp({ rateLimits }, { now: () => clock });
  try {
    const { item } = await newShelf(app.admin);
    const editor = await app.key({ role: "editor" });
    for (let i = 0; i < 20; i++) await editor.send("/api/projects");
    expect((await editor.send("/api/projects")).status).toBe(429);
    for (let i = 0; i < 30; i++) {
      const saved = await editor.send(`/api/items/${item}`, json("PATCH", { price: i }));
      expect(saved.status).toBe(200);
      expect(saved.headers.get("ratelimit")).toBe(`"saves";r=${29 - i};t=20`);
    }
    expect((await editor.send(`/api/items/${item}`, json("PATCH", { price: 99 }))).status).toBe(429);
  } finally {
    await app.stop();
  }
});

test("all callers from one address share a limit, and wrong keys use it up faster", async () => {
  const clock = 1_700_000_080_000;
  const app = await startAccessApp({ rateLimits: { ...rateLimits, address: 25 }, proxies: 1 }, { now: () => clock });
  try {
    const guess = callerWith(app.url, { authorization: "Bearer cbk_guess", "x-forwarded-for": "198.51.100.7" });
    expect([await guess.send("/api/projects"), await guess.send("/api/projects")].map(({ status }) => status)).toEqual([
      401, 401,
    ]);
    expect((await guess.send("/api/projects")).status).toBe(429);
    const spoofed = callerWith(app.url, { "x-forwarded-for": "203.0.113.9, 198.51.100.7" });
    for (let i = 0; i < 5; i++) expect((await spoofed.send("/api/session")).status).toBe(200);
    expect((await spoofed.send("/api/session")).status).toBe(429);
    const elsewhere = callerWith(app.url, { "x-forwarded-for": "198.51.100.8" });
    expect((await elsewhere.send("/api/session")).status).toBe(200);
  } finally {
    await app.stop();
  }
});

test("there are no rate limits on a default start", async () => {
  const app = await startApp();
  try {
    const answer = await fetch(`${app.url}/api/projects`);
    expect(answer.headers.has("ratelimit")).toBe(false);
  } finally {
    await app.stop();
  }
});

/** A request as bytes on a socket, which no client library would send. */
const raw = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
      socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });

test("bodies, headers and paths that are too large are refused", async () => {
  const app = await startApp();
  try {
    const body = await fetch(`${app.url}/api/projects/shop/categories`, json("POST", { name: "x".repeat(5_000_000) }));
    expect(body.status).toBe(413);
    const headers = await raw(
      app.url,
      `GET /api/projects HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`,
    );
    expect(headers).toStartWith("HTTP/1.1 431");
    expect((await fetch(`${app.url}/api/items/${"x".repeat(9_000)}`)).status).toBe(414);
  } finally {
    await app.stop();
  }
});

test("a body that arrives too slowly is refused", async () => {
  const dribble = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":'));
    },
  });
  const request = new Request("http://127.0.0.1/api/projects/shop/categories", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: dribble,
  });
  const given = readJsonBody(request, endpoints.createCategory, 50);
  await expect(given).rejects.toMatchObject({ code: "too_slow" });
});

test("a large body without sign-in is refused by its length, and many faults in a short one get a short answer", async () => {
  const app = await startAccessApp();
  try {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 0]));
    const long = await app.stranger.send("/api/session", json("POST", keys(300_000)));
    expect(await problemOf(long)).toMatchObject({ status: 413, code: "body_too_large" });
    const short = await problemOf(await app.stranger.send("/api/session", json("POST", keys(900))));
    expect(short).toMatchObject({ status: 400, code: "invalid_body", moreErrors: 900 + 2 - 50 });
    expect(short.errors).toHaveLength(50);
  } finally {
    await app.stop();
  }
});
