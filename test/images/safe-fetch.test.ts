import { afterAll, describe, expect, test } from "bun:test";
import { isPublicAddress } from "../../server/http/public-address.ts";
import { AddressRefused, allowHosts, FetchFailed, safeFetch } from "../../server/http/safe-fetch.ts";
import { until } from "../support/until.ts";
import { TestClock } from "../test-clock.ts";

let requests = 0;
const inside = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    requests++;
    const url = new URL(request.url);
    if (url.pathname === "/to") return Response.redirect(url.searchParams.get("url") ?? "", 302);
    if (url.pathname === "/loop") return Response.redirect("/loop", 302);
    if (url.pathname === "/silent") await new Promise(() => {});
    if (url.pathname === "/big") return new Response(new Uint8Array(100_000));
    if (url.pathname === "/halting") {
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1_000)) }));
    }
    if (url.pathname === "/endless") {
      return new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
        }),
      );
    }
    return new Response(
      JSON.stringify({
        host: request.headers.get("host"),
        authorization: request.headers.get("authorization"),
        method: request.method,
        body: await request.text(),
      }),
    );
  },
});
const other = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) => Response.json({ authorization: request.headers.get("authorization") }),
});
afterAll(async () => {
  await inside.stop(true);
  await other.stop(true);
});
const base = `http://localhost:${inside.port}`;
const limits = { timeoutMs: 60_000, maxBytes: 10_000 };
const allowed = { ...limits, allow: allowHosts([`localhost:${inside.port}`]) };

async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  return "no refusal";
}

describe("which addresses are public", () => {
  const notPublic = [
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1"],
    ...["172.31.255.255", "192.168.0.1", "198.18.0.1", "224.0.0.1", "239.1.1.1", "255.255.255.255", "203.0.113.9"],
    ...["::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fdff::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8"],
    ...["::ffff:7f00:1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::808:808", "2002:7f00:1::"],
    ...["2001:0:1::1", "2001:db8::1", "localhost", "", "1.2.3", "0x7f.1"],
  ];
  test.each(notPublic)("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1", "64:ff9b::808:808"])(
    "%s is",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("refused before anything is sent", () => {
  const port = inside.port;
  test.each([
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://017700000001:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://0.0.0.0:${port}/`,
    "http://169.254.169.254/latest/meta-data/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://127.0.0.1/",
    "http://user:secret@8.8.8.8/",
    "not an address",
  ])("%s", async (address) => {
    const before = requests;
    expect(await refusal(safeFetch(address, limits))).toBeInstanceOf(AddressRefused);
    expect(requests).toBe(before);
  });

  test("a redirect from an allowed host to one that is not", async () => {
    const target = encodeURIComponent(`http://127.0.0.1:${inside.port}/secret`);
    const before = requests;
    expect(await refusal(safeFetch(`${base}/to?url=${target}`, allowed))).toBeInstanceOf(AddressRefused);
    expect(requests).toBe(before + 1);
  });
});

describe("an allowed host", () => {
  test("is reached under its own name, with the given headers and body", async () => {
    const response = await safeFetch(`${base}/x`, { ...allowed, method: "POST", body: "hello" });
    expect(await response.json()).toEqual({
      host: `localhost:${inside.port}`,
      authorization: null,
      method: "POST",
      body: "hello",
    });
  });

  test("may redirect to another allowed host, without credentials", async () => {
    const allow = allowHosts(["localhost"]);
    const target = encodeURIComponent(`http://localhost:${other.port}/`);
    const headers = { authorization: "Bearer secret" };
    const response = await safeFetch(`${base}/to?url=${target}`, { ...limits, allow, headers });
    expect(await response.json()).toEqual({ authorization: null });
    const direct = await safeFetch(`${base}/x`, { ...limits, allow, headers });
    expect(await direct.json()).toMatchObject({ authorization: "Bearer secret" });
  });

  test("a redirect of a POST is returned, not followed", async () => {
    const response = await safeFetch(`${base}/loop`, { ...allowed, method: "POST", body: "x" });
    expect(response.status).toBe(302);
  });

  const reasons: [string, FetchFailed["reason"]][] = [
    ["/loop", "too_many_redirects"],
    ["/big", "too_large"],
    ["/endless", "too_large"],
  ];
  test.each(reasons)("%s fails with %s", async (path, reason) => {
    const error = await refusal(safeFetch(base + path, allowed).then((response) => response.bytes()));
    expect(error).toBeInstanceOf(FetchFailed);
    expect((error as FetchFailed).reason).toBe(reason);
  });

  test("that does not answer, or stops in the middle, fails at the timeout and not before", async () => {
    const clock = new TestClock();
    const before = requests;
    const silent = refusal(safeFetch(`${base}/silent`, { ...allowed, clock }));
    const halting = await safeFetch(`${base}/halting`, { ...allowed, clock });
    const halted = refusal(halting.bytes());
    let ended = 0;
    for (const each of [silent, halted]) void each.then(() => ended++);
    await until(() => requests === before + 2, "both requests have arrived");
    clock.pass(limits.timeoutMs - 1);
    expect((await safeFetch(`${base}/x`, { ...allowed, clock })).status).toBe(200);
    expect(ended).toBe(0);
    clock.pass(1);
    for (const failed of [await silent, await halted]) expect((failed as FetchFailed).reason).toBe("timeout");
  });

  test("a refused connection is reported as such", async () => {
    const error = await refusal(safeFetch("http://localhost:1/", { ...limits, allow: allowHosts(["localhost"]) }));
    expect((error as FetchFailed).reason).toBe("unreachable");
    const unknown = await refusal(safeFetch("http://no-such-name.invalid/", limits));
    expect((unknown as FetchFailed).reason).toBe("unreachable");
  });
});
