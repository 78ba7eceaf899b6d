import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { routes } from "../../contract/routes.ts";
import { sendRaw } from "../support/raw-request.ts";
import { type Service, startService } from "../support/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ STOP_DELAY: "0" });
});
afterAll(async () => {
  await service.stop();
});

/** The status, and the code of a problem. */
async function outcome(text: string): Promise<string> {
  const answer = await sendRaw(service.url, text);
  expect(answer).not.toMatch(/\.tsx?:\d+|\bat \w+ \(/);
  const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? "no answer";
  const code = /"code":"(\w+)"/.exec(answer)?.[1];
  return code === undefined ? status : `${status} ${code}`;
}

describe.each(["/healthz", "/readyz"])("%s", (path) => {
  test.each([
    ["without a Host", `GET ${path} HTTP/1.0\r\n\r\n`],
    ["with HEAD", `HEAD ${path} HTTP/1.0\r\n\r\n`],
    ["with OPTIONS", `OPTIONS ${path} HTTP/1.0\r\n\r\n`],
    ["with an empty Host", `GET ${path} HTTP/1.1\r\nHost:\r\n\r\n`],
    ["with the address of the node as a Host", `GET ${path} HTTP/1.1\r\nHost: 10.1.2.3:8080\r\n\r\n`],
    ["with the name of a backend as a Host", `GET ${path} HTTP/1.1\r\nHost: catalog nodes\r\n\r\n`],
  ])("is answered %s", async (_, text) => {
    expect(await outcome(text)).toBe("200");
  });
});

const pages = ["/", "/docs", "/docs/errors", "/openapi.json", "/metrics", "/sign-in", "/uploads/x.png", "/nowhere"];
const targets = [
  ...pages.map((path) => ["GET", path] as const),
  ...Object.values(routes).map(({ method, path }) => [method, path.replaceAll(/:\w+/g, "x")] as const),
];

test.each(targets)("%s %s without a Host is a 400 that says so", async (method, path) => {
  expect(await outcome(`${method} ${path} HTTP/1.0\r\nContent-Length: 0\r\n\r\n`)).toBe("400 host_invalid");
});

test("a person who asks for a page without a Host gets a page that says that it was refused", async () => {
  const answer = await sendRaw(service.url, "GET /nowhere HTTP/1.0\r\nAccept: text/html\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400[\s\S]*<!doctype html>/i);
});

test.each(["", " ", "a b", "[", "a/b", "a@b", "a?b", "%zz", "localhost:99999", "localhost:x", "1.2.3.4.5", "\x80\xff"])(
  "the Host %j is a 400 that says so",
  async (host) => {
    expect(await outcome(`GET /api/projects HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toBe("400 host_invalid");
  },
);

const host = "Host: 127.0.0.1\r\n";
test.each([
  ["two Hosts", `GET /api/projects HTTP/1.1\r\n${host}Host: other\r\n\r\n`, "400 host_invalid"],
  ["CONNECT to another host", `CONNECT other:443 HTTP/1.1\r\n${host}\r\n`, "400 host_invalid"],
  ["a whole address as a target", `GET http://127.0.0.1/api/projects HTTP/1.1\r\n${host}\r\n`, "200"],
  ["a target without a path", `GET http://127.0.0.1 HTTP/1.1\r\n${host}\r\n`, "200"],
  ["a malformed address as a target", `GET http://[ HTTP/1.1\r\n${host}\r\n`, "200"],
  ["a path that begins like a host", `GET //[ HTTP/1.1\r\n${host}\r\n`, "404 route_not_found"],
  ["OPTIONS for the whole server", `OPTIONS * HTTP/1.1\r\n${host}\r\n`, "400"],
  ["no Host in HTTP/1.1", "GET /api/projects HTTP/1.1\r\n\r\n", "400"],
])("%s: no failure of the service", async (_, text, expected) => {
  expect(await outcome(text)).toBe(expected);
});

test("none of these requests is an error in the log", () => {
  const lines = service.output().trim().split("\n");
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toEqual([]);
});
