import { expect } from "bun:test";
import { catalogEndpoints } from "../../contract/catalog-endpoints.ts";
import { problem } from "../../contract/problem-details.ts";
import { migrations } from "../../server/db/migrate.ts";
import { composed } from "../../server/db/sql.ts";
import { startApp, type TestApp } from "../start-app.ts";
import type { Document, Operation } from "./schema-faults.ts";

type Sent = { what: string; method: string; path: string; headers?: Record<string, string>; body?: BodyInit };
type Target = { method: string; template: string; operation: Operation };

const tables = migrations().flatMap(({ text }) => Array.from(text.matchAll(/create table (\w+)/g), ([, name]) => name));

/** Sends bad requests to an app, and sees what becomes of them. */
export class BadRequests {
  readonly app: TestApp;
  readonly document: Document;
  /** Real ids for the parameters of a path, so that a request gets as far as it can. */
  readonly ids: Record<string, string>;
  /** Other endpoints, such as sign-in and webhooks, may refuse for other reasons before they read a body. */
  readonly #catalogPaths: Set<string>;

  private constructor(app: TestApp, document: Document, ids: Record<string, string>) {
    this.app = app;
    this.document = document;
    this.ids = ids;
    this.#catalogPaths = new Set(
      Object.values(catalogEndpoints).map(
        ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "unknown")}`,
      ),
    );
  }

  /** To a new app with one of each thing. */
  static async start(): Promise<BadRequests> {
    const app = await startApp();
    const { api } = app;
    const categoryId = (await api.createCategory({ params: { projectId: "shop" }, body: { name: "Category" } })).data
      .id;
    const params = { categoryId };
    await api.createSubcategory({ params, body: { id: "parent", name: "Parent" } });
    await api.createSubcategory({ params, body: { id: "leaf", name: "Leaf" } });
    const itemKey = "SKU-1";
    const headers = { "item-key": itemKey };
    const itemId = (await api.createItem({ params: { subcategoryId: "leaf" }, body: { name: "Item" }, headers })).data
      .id;
    const commentId = (await api.createComment({ params: { itemId }, body: { text: "Comment" } })).data.id;
    const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
    const places = { projectId: "shop", parentSubcategoryId: "parent", subcategoryId: "leaf" };
    return new BadRequests(app, document, { ...places, categoryId, itemId, itemKey, commentId });
  }

  targets(): Target[] {
    return Object.entries(this.document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), template, operation })),
    );
  }

  pathOf(template: string): string {
    return template.replace(/\{(\w+)\}/g, (_, name: string) => this.ids[name] ?? "unknown");
  }

  isCatalog(method: string, path: string): boolean {
    return this.#catalogPaths.has(`${method} ${path}`);
  }

  /** Sends a bad request. The endpoint may accept or refuse it, but never fails, and a refusal is a problem document. */
  async send({ what, method, path, headers = {}, body }: Sent): Promise<{ status: number; context: string }> {
    const response = await fetch(this.app.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
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
  async refuse(sent: Sent, exactly?: number): Promise<void> {
    const { status, context } = await this.send(sent);
    expect(status, context).toBeGreaterThanOrEqual(400);
    if (exactly !== undefined && this.isCatalog(sent.method, sent.path.split("?")[0] ?? "")) {
      expect(status, context).toBe(exactly);
    }
  }

  /** Sends requests that must change nothing, and says how many there were. */
  async unchanged(work: () => Promise<number>): Promise<number> {
    const before = await this.#contents();
    const sent = await work();
    expect(sent).toBeGreaterThan(0);
    expect(await this.#contents()).toBe(before);
    return sent;
  }

  /** After them the service has never failed and still answers. */
  async hasNeverFailed(): Promise<void> {
    const { app } = this;
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toMatch(/http_requests_total\{.*status="400"/);
    expect(metrics).not.toMatch(/http_requests_total\{.*status="5/);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect(Object.prototype).not.toHaveProperty("polluted");
    expect(await app.doctor()).toEqual([]);
  }

  /** All rows of all tables. */
  async #contents(): Promise<string> {
    const rows = await this.app.db.read((reader) =>
      Promise.all(tables.map((table) => reader.all(composed(`select * from ${table} order by 1`, [])))),
    );
    return Bun.SHA256.hash(JSON.stringify(rows), "hex");
  }
}
