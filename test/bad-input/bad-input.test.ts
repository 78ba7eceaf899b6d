import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { catalogEndpoints } from "../../contract/catalog-endpoints.ts";
import { limits } from "../../contract/limits.ts";
import { problem } from "../../contract/problem-details.ts";
import { migrations } from "../../server/db/migrate.ts";
import { composed } from "../../server/db/sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";
import { badBodies, type Document, type Operation } from "./schema-faults.ts";

let app: TestApp;
let document: Document;
/** Real ids for the parameters of a path, so that a request gets as far as it can. */
const ids: Record<string, string> = { projectId: "shop", parentSubcategoryId: "parent", subcategoryId: "leaf" };

beforeAll(async () => {
  app = await startApp();
  const { api } = app;
  ids.categoryId = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } })).data.id;
  const params = { categoryId: ids.categoryId };
  await api.createSubcategory({ params, body: { id: "parent", name: "Parent" } });
  await api.createSubcategory({ params, body: { id: "leaf", name: "Leaf" } });
  const headers = { "item-key": "SKU-1" };
  const item = (await api.createItem({ params: { subcategoryId: "leaf" }, body: { name: "Item" }, headers })).data;
  ids.itemId = item.id;
  ids.itemKey = "SKU-1";
  ids.commentId = (await api.createComment({ params: { itemId: item.id }, body: { text: "Comment" } })).data.id;
  for (const { method, path } of Object.values(catalogEndpoints)) {
    catalogPaths.add(`${method} ${path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "unknown")}`);
  }
  document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
});
afterAll(() => app.stop());

const tables = migrations().flatMap(({ text }) => Array.from(text.matchAll(/create table (\w+)/g), ([, name]) => name));

/** All rows of all tables. */
async function contents(): Promise<string> {
  const rows = await app.db.read((reader) =>
    Promise.all(tables.map((table) => reader.all(composed(`select * from ${table} order by 1`, [])))),
  );
  return Bun.SHA256.hash(JSON.stringify(rows), "hex");
}

type Sent = { what: string; method: string; path: string; headers?: Record<string, string>; body?: BodyInit };

/** Sends a bad request. The endpoint may accept or refuse it, but never fails, and a refusal is a problem document. */
async function send({ what, method, path, headers = {}, body }: Sent): Promise<{ status: number; context: string }> {
  const response = await fetch(app.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  if (response.headers.get("content-type") === "text/event-stream") await response.body?.cancel();
  const text = response.bodyUsed ? "" : await response.text();
  const { status } = response;
  const context = `${method} ${path.slice(0, 200)} with ${what}: ${status} ${text.slice(0, 300)}`;
  expect(status, context).toBeLessThan(500);
  if (status >= 400) {
    expect(response.headers.get("content-type"), context).toBe("application/problem+json");
    const said = problem.parse(JSON.parse(text));
    expect(said.status, context).toBe(status);
    // `detail` has the pointer in front of it: "/price must be a number."
    for (const { message } of said.errors ?? []) expect(message, context).toMatch(/^[a-z]/);
  }
  return { status, context };
}

/** Sends a request that must be refused. Endpoints of the catalog must use exactly this status. */
async function refuse(sent: Sent, exactly?: number): Promise<void> {
  const { status, context } = await send(sent);
  expect(status, context).toBeGreaterThanOrEqual(400);
  const isCatalog = catalogPaths.has(`${sent.method} ${sent.path.split("?")[0]}`);
  if (exactly !== undefined && isCatalog) expect(status, context).toBe(exactly);
}

/** Other endpoints, such as sign-in and webhooks, may refuse for other reasons before they read a body. */
const catalogPaths = new Set<string>();

const pathOf = (template: string) => template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "unknown");

type Target = { method: string; template: string; operation: Operation };
const targets = (): Target[] =>
  Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), template, operation })),
  );

/** Runs requests that must change nothing. */
async function unchanged(work: () => Promise<number>): Promise<number> {
  const before = await contents();
  const sent = await work();
  expect(await contents()).toBe(before);
  return sent;
}

const jsonTypes = ["application/json", "application/merge-patch+json"];

test("bodies that break the schema, for every endpoint", async () => {
  const sent = await unchanged(async () => {
    let count = 0;
    for (const { method, template, operation } of targets()) {
      for (const type of jsonTypes) {
        const schema = operation.requestBody?.content[type]?.schema;
        if (!schema) continue;
        for (const { what, text } of badBodies(document, schema)) {
          await refuse({ what, method, path: pathOf(template), headers: { "content-type": type }, body: text });
          count++;
        }
      }
    }
    return count;
  });
  expect(sent).toBeGreaterThan(700);
});

test("bodies that are not JSON, and unknown content types, for every endpoint", async () => {
  await unchanged(async () => {
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
    for (const { method, template, operation } of targets()) {
      if (!operation.requestBody?.content["application/json"]) continue;
      const path = pathOf(template);
      const json = { "content-type": "application/json" };
      for (const bytes of invalidUtf8) {
        const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
        await refuse({ what: "invalid UTF-8", method, path, headers: json, body }, 400);
      }
      for (const type of types) {
        const body = '{"name":"Changed"}';
        await refuse({ what: type, method, path, headers: { "content-type": type }, body }, 415);
      }
      await refuse({ what: "no content type", method, path, body: new Uint8Array([0x7b, 0x7d]) }, 415);
      const large = Buffer.alloc(limits.bodyBytes + 1, " ");
      await refuse({ what: "5 MB", method, path, headers: json, body: large }, 413);
      count += invalidUtf8.length + types.length + 2;
    }
    return count;
  });
});

test("an endless body of unknown length is cut off", async () => {
  await unchanged(async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    let left = 12;
    const body = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    const headers = { "content-type": "application/json" };
    await refuse({ what: "12 MB in chunks", method: "PATCH", path: `/api/items/${ids.itemId}`, headers, body }, 413);
    return 1;
  });
});

const badIds = [
  "%",
  "%zz",
  "%ff%fe",
  "%00",
  "%c0%af",
  "..%2f..%2fetc",
  "a%20b",
  "%F0%9F%92%A9",
  "'%20or%201=1--",
  "{}",
  "__proto__",
  "constructor",
  "x".repeat(5_000),
  "%ED%A0%80",
];

test("malformed ids, in every path", async () => {
  await unchanged(async () => {
    let count = 0;
    for (const { method, template, operation } of targets()) {
      const isCatalog = catalogPaths.has(`${method} ${pathOf(template)}`);
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in !== "path") continue;
        for (const id of badIds) {
          const path = pathOf(template.replace(`{${parameter.name}}`, id));
          const example = operation.requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
          const body = JSON.stringify(document.components.schemas[example]?.examples?.[0] ?? {});
          const sent = operation.requestBody ? { headers: { "content-type": "application/json" }, body } : {};
          const { status, context } = await send({ what: `the id ${id.slice(0, 30)}`, method, path, ...sent });
          if (isCatalog) expect(status, context).toBeGreaterThanOrEqual(400);
          count++;
        }
      }
    }
    return count;
  });
});

test("invalid queries, for every endpoint", async () => {
  await unchanged(async () => {
    let count = 0;
    for (const { method, template, operation } of targets()) {
      if (method !== "GET") continue;
      for (const { name, in: where, schema } of operation.parameters ?? []) {
        if (where !== "query") continue;
        const wrong: string[] = [];
        if (schema.type === "integer") wrong.push("x", "-1", "1.5", "1e3", "0x1", "", "99999999999", "%00", "１");
        if (schema.type === "boolean") wrong.push("maybe", "1", "");
        if (schema.enum) wrong.push("zzz", "");
        if (schema.maxLength !== undefined) wrong.push("x".repeat(schema.maxLength + 1));
        for (const value of wrong) {
          await refuse({ what: `${name}=${value}`, method, path: `${pathOf(template)}?${name}=${value}` }, 400);
          count++;
        }
        await refuse({ what: `${name} twice`, method, path: `${pathOf(template)}?${name}=1&${name}=1` }, 400);
      }
      // Unknown and malformed query parameters never make the service fail.
      const strange = await fetch(`${app.url}${pathOf(template)}?%&=&&%zz=%zz&__proto__=1&lang=%ff`);
      expect(strange.status).toBeLessThan(500);
      await strange.body?.cancel();
    }
    return count;
  });
});

test("malformed conditional headers", async () => {
  await unchanged(async () => {
    let count = 0;
    const tags = ["", "x", '"', 'W/"', '"zzzzzzzzzz.0"', `${'"a",'.repeat(500)}"b"`, '"-1.0"', "*, *"];
    for (const { method, template, operation } of targets()) {
      if (!operation.parameters?.some(({ name }) => name === "If-Match")) continue;
      for (const tag of tags) {
        if (tag === "") continue;
        const path = pathOf(template);
        const field = template.includes("{commentId}") ? "text" : "name";
        const send = method === "DELETE" ? {} : { body: `{"${field}":"Changed"}` };
        const headers = { "if-match": tag, "content-type": "application/json" };
        await refuse({ what: `If-Match ${tag}`, method, path, headers, ...send }, 412);
        count++;
      }
    }
    return count;
  });
});

/** Resolves after the service has handled everything that was sent before. */
const meanwhile = async () => {
  const answer = await fetch(`${app.url}/api/items/nobody`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: '{"name":"Changed"}',
  });
  expect(answer.status).toBe(404);
};

/** A raw connection on which all of `parts` were sent. At each pause, other requests are answered first. */
async function sendRaw(parts: (string | typeof pause)[]): Promise<{ socket: Socket; received(): string }> {
  let received = "";
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
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
    `PATCH /api/items/${ids.itemId} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${extra}\r\n\r\n`;
  await unchanged(async () => {
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
  await unchanged(async () => {
    const inFlight = async () =>
      Number(/^http_requests_in_flight (\d+)$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1]);
    const stalled = await Promise.all(
      Array.from({ length: 100 }, () =>
        sendRaw([
          `PATCH /api/items/${ids.itemId} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"na`,
        ]),
      ),
    );
    await until(async () => (await inFlight()) > stalled.length, "all of them and this request are in flight");
    expect((await fetch(`${app.url}/api/items/${ids.itemId}`)).status).toBe(200);
    for (const { socket } of stalled) socket.destroy();
    await until(async () => (await inFlight()) === 1, "only this request is in flight");
    return stalled.length;
  });
});

test("after all of this the service has never failed and still answers", async () => {
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(metrics).toMatch(/http_requests_total\{.*status="400"/);
  expect(metrics).not.toMatch(/http_requests_total\{.*status="5/);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  expect(Object.prototype).not.toHaveProperty("polluted");
  expect(await app.doctor()).toEqual([]);
});
