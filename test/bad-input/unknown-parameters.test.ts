import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { exportQuery } from "../../contract/exports.ts";
import { itemSearchQuery } from "../../contract/found-items.ts";
import { workspaceSearch } from "../../web/catalog/addresses.ts";
import { filtersOf } from "../../web/catalog/item-filters.ts";
import { filterQuery } from "../../web/items/item-pages.ts";
import { startApp, type TestApp } from "../start-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** What the interface specification fixes, and the address that an identity provider chooses the parameters of. */
const ignoring = [
  "GET /api/projects",
  "GET /api/projects/:projectId/categories",
  "POST /api/projects/:projectId/categories",
  "GET /api/categories/:categoryId",
  "PATCH /api/categories/:categoryId",
  "DELETE /api/categories/:categoryId",
  "GET /api/categories/:categoryId/subcategories",
  "POST /api/categories/:categoryId/subcategories",
  "GET /api/subcategories/:subcategoryId",
  "PATCH /api/subcategories/:subcategoryId",
  "DELETE /api/subcategories/:subcategoryId",
  "POST /api/subcategories/:parentSubcategoryId/subcategories",
  "GET /api/subcategories/:subcategoryId/items",
  "POST /api/subcategories/:subcategoryId/items",
  "GET /api/items/:itemId",
  "PATCH /api/items/:itemId",
  "DELETE /api/items/:itemId",
  "PATCH /api/items/bulk",
  "POST /api/upload",
  "GET /api/oidc/callback",
];

type Refused = { code: string; detail: string; errors?: { pointer: string; code: string; message: string }[] };

async function ask(method: string, target: string) {
  const response = await fetch(app.url + target, { method });
  const answered = response.headers.get("content-type")?.includes("json") ? await response.json() : undefined;
  return { status: response.status, body: answered as Refused };
}

test("U+0000 in a query parameter is a fault of the request on both engines", async () => {
  for (const { method, path, query, otherParameters } of Object.values<Endpoint>(endpoints)) {
    for (const name of Object.keys(query?.shape ?? {})) {
      const target = `${path.replace(":projectId", "shop").replace(/:\w+/g, "none")}?${name}=a%00b`;
      const { status, body } = await ask(method, target);
      expect(status, target).toBeLessThan(500);
      if (otherParameters) continue;
      expect(status, target).toBe(400);
      expect(
        body.errors?.map(({ pointer }) => pointer),
        target,
      ).toContain(`/${name}`);
    }
  }
});

describe("a query parameter that the endpoint does not have", () => {
  test("is refused by every endpoint beyond the interface specification, and ignored by the others", async () => {
    const ignored: string[] = [];
    for (const { method, path } of Object.values<Endpoint>(endpoints)) {
      const { status, body } = await ask(method, `${path.replace(/:\w+/g, "none")}?of-another=1`);
      if (body?.errors?.some(({ pointer }) => pointer === "/of-another")) {
        expect([status, body.code], path).toEqual([400, "invalid_query"]);
        expect(body.detail, path).toContain("of-another");
      } else ignored.push(`${method} ${path}`);
    }
    expect(ignored.sort()).toEqual(ignoring.sort());
  });

  test("is named together with every other fault, and with the parameter that it resembles", async () => {
    const { status, body } = await ask("GET", "/api/projects/shop/items?pricemin=5&page=0&sort=name&sort=price&x=1");
    expect([status, body.code]).toEqual([400, "invalid_query"]);
    expect(body.errors).toEqual([
      { pointer: "/pricemin", code: "unknown_field", message: 'is not a parameter of this path; "priceMin" is' },
      { pointer: "/sort", code: "duplicate_key", message: "is given twice" },
      { pointer: "/x", code: "unknown_field", message: "is not a parameter of this path" },
      { pointer: "/page", code: "out_of_range", message: expect.any(String) },
    ]);
  });

  test.each([
    ["price_min", "priceMin"],
    ["min-price", "priceMin"],
    ["tag", "tags"],
    ["Limit", "limit"],
  ])("%s resembles %s", async (given, meant) => {
    const { body } = await ask("GET", `/api/projects/shop/items?${given}=1`);
    expect(body.errors?.[0]?.message).toEndWith(`"${meant}" is`);
  });

  test("has any name", async () => {
    for (const name of ["__proto__", "constructor", "toString", "%00", "%D1%86", "a".repeat(5_000)]) {
      const { status, body } = await ask("GET", `/api/projects/shop/items?${name}=1`);
      expect([status, body.code, body.errors?.length], name).toEqual([400, "invalid_query", 1]);
    }
  });

  test("does not get an answer that was cached without it", async () => {
    const path = "/api/projects/shop/tags";
    for (let i = 0; i < 3; i++) expect((await ask("GET", path)).status).toBe(200);
    expect((await ask("GET", `${path}?lnag=ru`)).status).toBe(400);
  });

  test("is ignored where pages and files are served", async () => {
    for (const path of ["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs"]) {
      expect((await ask("GET", `${path}?v=1`)).status, path).toBe(200);
    }
  });
});

test("the filters of the editor are parameters of the list and of the export", () => {
  const given = Object.fromEntries(Object.keys(itemSearchQuery.shape).map((name) => [name, 5]));
  const filters = filtersOf(workspaceSearch({ ...given, all: true, visible: true, picture: true, sort: "-price" }));
  const sent = Object.keys(filterQuery(filters, "audio"));
  expect(sent.length).toBeGreaterThan(10);
  for (const { shape } of [itemSearchQuery, exportQuery]) expect(sent.filter((name) => !(name in shape))).toEqual([]);
});
