import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { connect } from "node:net";
import type { Log } from "../../server/http/logger.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";

type Entry = { words: string; err: unknown };
const entries: Entry[] = [];
const write = ({ err }: { err: unknown }, words: string) => entries.push({ words, err });
const log = { error: write, warn: write, info: write, debug: write, isLevelEnabled: () => false } as unknown as Log;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { log });
});
afterAll(() => app.stop());

const counted = async (route: string, status: number): Promise<number> => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const line = `http_requests_total{method="PATCH",route="${route}",status="${status}"} `;
  return Number(
    text
      .split("\n")
      .find((one) => one.startsWith(line))
      ?.slice(line.length) ?? 0,
  );
};

test("a bug of the service on a request that was cut off is reported and logged as a bug", async () => {
  const fault = new TypeError("an unexpected fault");
  const gone = new AbortController();
  const read = spyOn(app.db, "read").mockImplementation(async () => {
    gone.abort();
    throw fault;
  });
  const request = new Request(`${app.url}/api/projects`, {
    headers: { host: new URL(app.url).host },
    signal: gone.signal,
  });
  const answer = await app.fetch(request);
  read.mockRestore();
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([500, "internal"]);
  expect(entries).toContainEqual({ words: "internal error", err: fault });
});

test("a body that ends too early is the sender's fault, not an error of the service", async () => {
  entries.length = 0;
  for (const framing of ["Content-Length: 100\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n50\r\n"]) {
    const before = await counted("/api/items/:itemId", 400);
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    const head = "PATCH /api/items/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
    socket.write(`${head}${framing}{"name":"Cha`);
    const waits = async () => /^http_requests_in_flight 2$/m.test(await (await fetch(`${app.url}/metrics`)).text());
    await until(waits, "the service waits for the rest of the body");
    socket.destroy();
    await until(async () => (await counted("/api/items/:itemId", 400)) === before + 1, "it is counted");
  }
  expect(entries).toEqual([]);
});
