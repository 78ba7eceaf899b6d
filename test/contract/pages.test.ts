import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { endpoints } from "../../contract/endpoints.ts";
import { cellFaultCodes, errorCodes, faultCodes, fileFaultCodes } from "../../contract/errors.ts";
import { startApp, type TestApp } from "../start-app.ts";

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, Json> };
  responses: Record<
    string,
    { content?: Record<string, { schema?: Json; examples?: Record<string, { value: Json }> }> }
  >;
};
type Document = {
  openapi: string;
  info: Json;
  servers: Json[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};

let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await startApp();
  document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
});
afterAll(() => app.stop());

const get = (path: string) => fetch(app.url + path);

describe("/openapi.json", () => {
  test("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toStartWith("3.1");
  });

  test("has every endpoint of the contract, with every status it can answer", () => {
    for (const endpoint of Object.values(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
      const context = `${endpoint.method} ${path}`;
      expect(operation, context).toBeDefined();
      expect(operation?.responses, context).toHaveProperty(String(endpoint.success));
      const own = "errors" in endpoint ? (endpoint.errors as readonly (keyof typeof errorCodes)[]) : [];
      for (const code of own) {
        const described = operation?.responses[errorCodes[code].status]?.content?.["application/problem+json"];
        expect(described?.examples?.[code]?.value, `${context} ${code}`).toMatchObject({ code });
      }
      expect(operation?.summary.length, context).toBeGreaterThan(3);
    }
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((each) => each.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("has what the usual rules for such documents ask for", () => {
    expect(document.info).toMatchObject({ contact: { name: expect.any(String) }, license: { name: "MIT" } });
    expect(document.servers).not.toEqual([]);
    for (const { name, description } of document.tags) expect(description.length, name).toBeGreaterThan(10);
    const tags = document.tags.map(({ name }) => name);
    const used = new Set<string>();
    for (const [path, methods] of [...Object.entries(document.paths), ...Object.entries(document.webhooks)]) {
      for (const [method, operation] of Object.entries(methods)) {
        const context = `${method} ${path}`;
        expect(operation.operationId, context).toMatch(/^\w[\w-]*$/);
        expect(operation.description.length, context).toBeGreaterThan(10);
        expect(operation.tags, context).toHaveLength(1);
        for (const tag of operation.tags) used.add(tag);
        const statuses = Object.keys(operation.responses);
        expect(statuses.filter((status) => /^2|^default$/.test(status)).length, context).toBeGreaterThan(0);
        expect(statuses.filter((status) => status.startsWith("4")).length, context).toBeGreaterThan(0);
      }
    }
    expect([...used].sort()).toEqual(tags.sort());
  });

  test("uses every component, and describes the elements of every array", () => {
    const text = JSON.stringify(document);
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
    const bare: unknown[] = [];
    JSON.parse(text, (_, value) => {
      if (value?.type === "array" && !value.items) bare.push(value);
      return value;
    });
    expect(bare).toEqual([]);
  });

  test("has no broken references, and an example for every body", () => {
    const text = JSON.stringify(document);
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(document.components.schemas).toHaveProperty([name]);
    }
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { requestBody }] of Object.entries(methods)) {
        const schema = requestBody?.content["application/json"]?.schema as
          | { $ref?: string; examples?: unknown[] }
          | undefined;
        if (!schema) continue;
        const resolved = schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] : schema;
        expect((resolved?.examples as unknown[] | undefined)?.length ?? 0, `${method} ${path}`).toBeGreaterThan(0);
      }
    }
  });

  test("its examples are valid bodies", () => {
    for (const endpoint of Object.values(endpoints)) {
      if (!("body" in endpoint)) continue;
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
      const content = document.paths[path]?.[endpoint.method.toLowerCase()]?.requestBody?.content ?? {};
      const schema = content["application/json"]?.schema as { $ref?: string } | undefined;
      const examples = (document.components.schemas[schema?.$ref?.split("/").at(-1) ?? ""]?.examples ??
        []) as unknown[];
      for (const example of examples) {
        expect(endpoint.body.safeParse(example).error?.issues ?? [], `${endpoint.method} ${path}`).toEqual([]);
      }
    }
  });
});

describe("/docs", () => {
  test("loads everything from the service itself", async () => {
    for (const path of ["/docs", "/docs/errors"]) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      const page = await response.text();
      const loaded = Array.from(
        page.matchAll(/<(?:script|link|img)\b[^>]*?\b(?:src|href)="([^"]+)"/g),
        ([, url]) => url as string,
      );
      expect(loaded.length).toBeGreaterThan(0);
      for (const url of loaded) {
        expect(url).toStartWith("/docs/");
        const asset = await get(url);
        expect(asset.status, url).toBe(200);
        expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(100);
      }
      if (path === "/docs") expect(page).not.toMatch(/\b(?:src|href)="https?:\/\//);
    }
    expect(await (await get("/docs/start.js")).text()).not.toMatch(/https?:\/\//);
  });

  test("has every operation and every schema of the document, and no link to nowhere", async () => {
    const page = await (await get("/docs")).text();
    for (const [path, methods] of [...Object.entries(document.paths), ...Object.entries(document.webhooks)]) {
      expect(page).toContain(`<code>${path}</code>`);
      for (const { operationId } of Object.values(methods)) expect(page).toContain(`<details id="${operationId}">`);
    }
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${name}"`);
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${id}"`);
  });

  test("explains every error where its type points", async () => {
    const page = await (await get("/docs/errors")).text();
    for (const code of Object.keys(errorCodes)) expect(page).toContain(`id="${code}"`);
  });
});

test("docs/errors.md has exactly the codes of the contract, each with an explanation", async () => {
  const text = await Bun.file(new URL("../../docs/errors.md", import.meta.url)).text();
  const sections = text.split(/^## /m).slice(1);
  const documented = sections.flatMap((section) => /^`(\w+)`/.exec(section)?.[1] ?? []);
  expect(documented.sort()).toEqual(Object.keys(errorCodes).sort());
  for (const section of sections) {
    const code = /^`(\w+)`/.exec(section)?.[1];
    if (code) expect(section.length, code).toBeGreaterThan(code.length + 30);
  }
  for (const code of faultCodes) expect(text, code).toContain(`\`${code}\``);
});

test("docs/spreadsheets.md explains exactly the faults of cells and of files", async () => {
  const text = await Bun.file(new URL("../../docs/spreadsheets.md", import.meta.url)).text();
  const faults = text.split("\n## Faults\n")[1] ?? "";
  const documented = [...faults.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  expect(documented).toEqual([...cellFaultCodes, ...fileFaultCodes]);
});

describe("endpoints for operators", () => {
  test("/healthz and /readyz", async () => {
    expect(await (await get("/healthz")).json()).toEqual({ status: "ok" });
    const ready = await get("/readyz");
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: "ready" });
  });

  test("/metrics counts requests by route and status, and never by id", async () => {
    const before = await (await get("/metrics")).text();
    await get("/api/items/secret-id");
    await get("/api/items/other-id");
    await get("/nothing/here");
    const response = await get("/metrics");
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4|openmetrics/);
    const text = await response.text();
    const count = (metrics: string) =>
      Number(
        /^http_requests_total\{[^}]*route="\/api\/items\/:itemId"[^}]*status="404"[^}]*\} (\d+)/m.exec(metrics)?.[1] ??
          0,
      );
    expect(count(text)).toBe(count(before) + 2);
    expect(text).toMatch(/^http_request_duration_seconds_bucket\{.*le="0\.05".*\} \d+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(text).not.toContain("secret-id");
    for (const line of text.split("\n"))
      expect(line).toMatch(/^(#.*|[a-z_:]+[a-z0-9_:]*(\{.*\})? [-+0-9.e]+|[a-z_:]+(\{.*\})? (NaN|\+Inf)|)$/i);
  });

  test("every request has its own id", async () => {
    const seen = await Promise.all(Array.from({ length: 50 }, () => get("/api/projects")));
    expect(new Set(seen.map(({ headers }) => headers.get("x-request-id"))).size).toBe(50);
  });
});
