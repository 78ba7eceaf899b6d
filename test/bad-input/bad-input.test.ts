import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { limits } from "../../contract/limits.ts";
import { until } from "../support/until.ts";
import { BadRequests } from "./bad-requests.ts";
import { badBodies } from "./schema-faults.ts";

let bad: BadRequests;
beforeAll(async () => {
  bad = await BadRequests.start();
});
afterAll(() => bad.app.stop());

const jsonTypes = ["application/json", "application/merge-patch+json"];

test("bodies that break the schema, for every endpoint", async () => {
  const sent = await bad.unchanged(async () => {
    let count = 0;
    for (const { method, template, operation } of bad.targets()) {
      for (const type of jsonTypes) {
        const schema = operation.requestBody?.content[type]?.schema;
        if (!schema) continue;
        for (const { what, text } of badBodies(bad.document, schema)) {
          await bad.refuse({ what, method, path: bad.pathOf(template), headers: { "content-type": type }, body: text });
          count++;
        }
      }
    }
    return count;
  });
  expect(sent).toBeGreaterThan(700);
});

test("bodies that are not JSON, and unknown content types, for every endpoint", async () => {
  await bad.unchanged(async () => {
    const invalidUtf8 = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xc0, 0xaf]];
    const types = [
      "text/plain",
      "application/xml",
      "multipart/form-data",
      "application/x-www-form-urlencoded",
      "a/b",
      "///",
      "application/json; charset=utf-16",
      "application/json, text/plain",
    ];
    let count = 0;
    for (const { method, template, operation } of bad.targets()) {
      if (!operation.requestBody?.content["application/json"]) continue;
      const path = bad.pathOf(template);
      const json = { "content-type": "application/json" };
      for (const bytes of invalidUtf8) {
        const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
        await bad.refuse({ what: "invalid UTF-8", method, path, headers: json, body }, 400);
      }
      for (const type of types) {
        const body = '{"name":"Changed"}';
        await bad.refuse({ what: type, method, path, headers: { "content-type": type }, body }, 415);
      }
      await bad.refuse({ what: "no content type", method, path, body: new Uint8Array([0x7b, 0x7d]) }, 415);
      const large = Buffer.alloc(limits.bodyBytes + 1, " ");
      await bad.refuse({ what: "5 MB", method, path, headers: json, body: large }, 413);
      count += invalidUtf8.length + types.length + 2;
    }
    return count;
  });
});

test("an endless body of unknown length is cut off", async () => {
  await bad.unchanged(async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    let left = 12;
    const body = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    const headers = { "content-type": "application/json" };
    await bad.refuse(
      { what: "12 MB in chunks", method: "PATCH", path: `/api/items/${bad.ids.itemId}`, headers, body },
      413,
    );
    return 1;
  });
});

/** Resolves after the service has handled everything that was sent before. */
const meanwhile = async () => {
  const answer = await fetch(`${bad.app.url}/api/items/nobody`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: '{"name":"Changed"}',
  });
  expect(answer.status).toBe(404);
};

/** A raw connection on which all of `parts` were sent. At each pause, other requests are answered first. */
async function sendRaw(parts: (string | typeof pause)[]): Promise<{ socket: Socket; received(): string }> {
  let received = "";
  const socket = connect(Number(new URL(bad.app.url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.on("data", (bytes) => {
    received += bytes;
  });
  await new Promise((connected) => socket.once("connect", connected));
  for (const part of parts) {
    if (part === pause) await meanwhile();
    else socket.write(part);
  }
  return { socket, received: () => received };
}
const pause = Symbol("pause");

test("connections that break off, stall or do not sendRaw HTTP", async () => {
  const start = (extra: string) =>
    `PATCH /api/items/${bad.ids.itemId} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${extra}\r\n\r\n`;
  await bad.unchanged(async () => {
    const talks: [string, (string | typeof pause)[]][] = [
      ["half a body", [start("Content-Length: 100"), '{"name":"Cha']],
      ["half a body after a while", [start("Content-Length: 100"), '{"name"', pause, ':"Cha', pause]],
      ["no body at all", [start("Content-Length: 100"), pause]],
      ["half a chunk", [start("Transfer-Encoding: chunked"), '50\r\n{"name":"Cha']],
      ["chunks without an end", [start("Transfer-Encoding: chunked"), '12\r\n{"name":"Changed"}\r\n', pause]],
      ["half a header", ["PATCH /api/items/x HTTP/1.1\r\nHost: 127"]],
      ["no HTTP", ["\u0000\u0001\u0002 hello\r\n\r\n"]],
      ["a bad length", [start("Content-Length: minus one")]],
      ["two lengths", [start("Content-Length: 2\r\nContent-Length: 18"), '{"name":"Changed"}']],
      ["a length and chunks", [start("Content-Length: 5\r\nTransfer-Encoding: chunked"), "0\r\n\r\n"]],
    ];
    const brokenOff = await Promise.all(talks.map(([, parts]) => sendRaw(parts)));
    for (const { socket } of brokenOff) socket.destroy();
    const stalled = await Promise.all(talks.map(([, parts]) => sendRaw(parts)));
    await meanwhile();
    for (const [index, [what]] of talks.entries()) {
      expect(stalled[index]?.received(), what).not.toMatch(/^HTTP\/1\.1 (2|5)/);
      stalled[index]?.socket.destroy();
    }
    const overlong = await sendRaw([`GET /${"x".repeat(limits.pathLength)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`]);
    await until(() => overlong.received().includes("path_too_long"), "the answer says that the path is too long");
    expect(overlong.received()).toMatch(/^HTTP\/1\.1 414/);
    overlong.socket.destroy();
    const endless = await sendRaw([`GET /${"x".repeat(200_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`]);
    await until(() => endless.socket.closed || endless.received() !== "", "it is answered or cut off");
    expect(endless.received()).toMatch(/^HTTP\/1\.1 4|^$/);
    endless.socket.destroy();
    return talks.length;
  });
});

test("a hundred stalled bodies do not delay other requests", async () => {
  await bad.unchanged(async () => {
    const inFlight = async () =>
      Number(/^http_requests_in_flight (\d+)$/m.exec(await (await fetch(`${bad.app.url}/metrics`)).text())?.[1]);
    const stalled = await Promise.all(
      Array.from({ length: 100 }, () =>
        sendRaw([
          `PATCH /api/items/${bad.ids.itemId} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"na`,
        ]),
      ),
    );
    await until(async () => (await inFlight()) > stalled.length, "all of them and this request are in flight");
    expect((await fetch(`${bad.app.url}/api/items/${bad.ids.itemId}`)).status).toBe(200);
    for (const { socket } of stalled) socket.destroy();
    await until(async () => (await inFlight()) === 1, "only this request is in flight");
    return stalled.length;
  });
});

test("after all of this the service has never failed and still answers", () => bad.hasNeverFailed());
