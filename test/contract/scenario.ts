import { expect } from "bun:test";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type EndpointName, endpoints } from "../../contract/endpoints.ts";
import { type ErrorCode, errorCodes, type FaultCode } from "../../contract/errors.ts";
import { type ProblemBody, problem } from "../../contract/problem-details.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { createCategory } from "../../server/tree/categories.sql.ts";
import { createInCategory, createInSubcategory } from "../../server/tree/subcategories.sql.ts";
import type { TestApp } from "../start-app.ts";

/**
 * One request as data. In any text, names in braces such as `{leaf}` stand for the ids of the row's own catalog and for
 * values that an earlier step saved.
 */
export type Step = {
  /** `PATCH /api/items/{item}`. */
  request: string;
  json?: unknown;
  merge?: unknown;
  /** A body that is sent as it is; `headers` then has its content type. */
  text?: string | Uint8Array;
  headers?: Record<string, string>;
  status: number;
  /** Part of the answer: other fields may have any value that the contract allows. */
  body?: unknown;
  /** The whole answer. */
  exactly?: unknown;
  code?: ErrorCode;
  /** All faults of the request, as `/pointer code`. */
  faults?: readonly `${string} ${FaultCode}`[];
  answerHeaders?: Record<string, string | RegExp | null>;
  /** Saves the id of the answer under this name, its ETag under `name.etag` and its next page under `name.next`. */
  save?: string;
  check?: (answer: CheckedAnswer, names: Names) => void;
};

export type Scenario = Step & { name: string; first?: readonly Step[]; after?: readonly Step[] };
type Names = Record<string, string>;
/** `body` may also be a list, which has its indexes as keys. */
type CheckedAnswer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

let worlds = 0;

/**
 * A new catalog for one row. {project} has {category}, with {parent} and the empty {empty} in it. {parent} has {leaf},
 * which holds {item}.
 */
async function newWorld({ db, api }: TestApp): Promise<Names> {
  const number = ++worlds;
  const names = {
    project: `p${number}`,
    parent: `parent-${number}`,
    leaf: `leaf-${number}`,
    empty: `empty-${number}`,
    free: `free-${number}`,
  };
  const author = { actor: "test", set: `world-${number}`, at: Date.now() };
  const category = await db.write(async (tx) => {
    await insertProject(tx, names.project, names.project, `Project ${number}`);
    const { id } = await createCategory(tx, names.project, { name: "Electronics" }, author);
    await createInCategory(tx, id, { id: names.parent, name: "Phones" }, author);
    await createInCategory(tx, id, { id: names.empty, name: "Empty", priority: 1 }, author);
    await createInSubcategory(tx, names.parent, { id: names.leaf, name: "Smartphones" }, author);
    return id;
  });
  const item = await api.createItem({ params: { subcategoryId: names.leaf }, body: { name: "Phone" } });
  return { ...names, category, item: item.data.id, "item.etag": item.etag ?? "" };
}

/** {foreign} is an empty subcategory of {foreignCategory}, in another project. Few rows name them. */
async function addForeign({ api }: TestApp, world: Names): Promise<void> {
  const params = { projectId: "other" };
  const { id: categoryId } = (await api.createCategory({ params, body: { name: "Elsewhere" } })).data;
  const body = { id: `foreign-${world.project}`, name: "Foreign" };
  const { id } = (await api.createSubcategory({ params: { categoryId }, body })).data;
  Object.assign(world, { foreignCategory: categoryId, foreign: id });
}

/** The catalog of the last row, if that row only read, or was refused: it is as new, and serves the next row too. */
const untouched = new WeakMap<TestApp, Names>();

const leavesAlone = ({ request, status }: Step) => status >= 400 || /^(GET|HEAD) /.test(request);

const namesForeign = ({ request, json, merge }: Step) => JSON.stringify([request, json, merge]).includes("{foreign");

export async function run(app: TestApp, scenario: Scenario): Promise<void> {
  const world = untouched.get(app) ?? (await newWorld(app));
  // A row that fails may have changed anything.
  untouched.delete(app);
  const steps: Step[] = [...(scenario.first ?? []), scenario, ...(scenario.after ?? [])];
  if (world.foreign === undefined && steps.some(namesForeign)) await addForeign(app, world);
  const names = { ...world };
  for (const step of steps) await runStep(app.url, step, names);
  if (steps.every(leavesAlone)) untouched.set(app, world);
}

async function runStep(url: string, step: Step, names: Names): Promise<void> {
  const filled = fill(step, names);
  const [method = "", path = ""] = filled.request.split(/ (.*)/);
  const headers = new Headers(filled.headers);
  const init: RequestInit = { method, headers };
  if (filled.text !== undefined) init.body = filled.text as BodyInit;
  else if (filled.merge !== undefined) {
    headers.set("content-type", "application/merge-patch+json");
    init.body = JSON.stringify(filled.merge);
  } else if (filled.json !== undefined) {
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    init.body = JSON.stringify(filled.json);
  }
  const response = await fetch(url + path, init);
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text };
  const context = `${filled.request} answered ${answer.status} ${text.slice(0, 500)}`;
  expect(answer.status, context).toBe(step.status);
  const body = await checkShape(url, method, path, init, answer);
  if (filled.body !== undefined) expect(body, context).toMatchObject(filled.body as object);
  if (filled.exactly !== undefined) expect(body, context).toEqual(filled.exactly);
  if (filled.code) expect((body as ProblemBody).code, context).toBe(filled.code);
  if (filled.faults) {
    const found = (body as ProblemBody).errors?.map((fault) => `${fault.pointer} ${fault.code}`) ?? [];
    expect(found.sort(), context).toEqual([...filled.faults].sort());
  }
  for (const [name, value] of Object.entries(filled.answerHeaders ?? {})) {
    if (value instanceof RegExp) expect(answer.headers.get(name) ?? "", `${context}: ${name}`).toMatch(value);
    else expect(answer.headers.get(name), `${context}: ${name}`).toBe(value);
  }
  if (step.save) {
    names[step.save] = (body as { id?: string } | undefined)?.id ?? "";
    names[`${step.save}.etag`] = answer.headers.get("etag") ?? "";
    names[`${step.save}.next`] = /<([^>]*)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
  }
  step.check?.({ ...answer, body: body as Record<string, unknown> }, names);
}

/** Replaces names such as `{leaf}` by ids in every text of the step, including keys. */
function fill<T>(value: T, names: Names): T {
  if (typeof value === "string") {
    return value.replace(/\{([\w.]+)\}/g, (whole, name: string) => names[name] ?? whole) as T;
  }
  if (Array.isArray(value)) return value.map((entry) => fill(entry, names)) as T;
  if (value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([key, entry]) => [fill(key, names), fill(entry, names)]),
  ) as T;
}

/** The endpoint of the contract for a request. */
export function endpointOf(request: string): { name: EndpointName; endpoint: Endpoint } | undefined {
  const [method, path = ""] = request.split(" ");
  const segments = path.split("?")[0]?.split("/") ?? [];
  const candidates = Object.entries(endpoints).filter(([, endpoint]) => {
    if (endpoint.method !== method) return false;
    const wanted = endpoint.path.split("/");
    return wanted.length === segments.length && wanted.every((w, i) => w.startsWith(":") || w === segments[i]);
  });
  // A literal path segment takes precedence over a parameter.
  const best = candidates.sort(([, a], [, b]) => a.path.split(":").length - b.path.split(":").length)[0];
  return best && { name: best[0] as EndpointName, endpoint: best[1] };
}

type Plain = { status: number; headers: Headers; text: string };

/** Checks what holds for every answer of the endpoint. Returns the body. */
async function checkShape(
  url: string,
  method: string,
  path: string,
  init: RequestInit,
  answer: Plain,
): Promise<unknown> {
  const endpoint = endpointOf(`${method} ${path}`)?.endpoint;
  if (answer.status >= 400) return checkProblem(answer, method === "HEAD");
  if (!endpoint) return answer.headers.get("content-type")?.includes("json") ? JSON.parse(answer.text) : undefined;
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-z]{8,}$/);
  const isOther = endpoint.otherSuccess?.status === answer.status && endpoint.success !== answer.status;
  const response = isOther ? endpoint.otherSuccess?.response : endpoint.response;
  if (answer.status === 304 || !response) {
    expect(answer.text).toBe("");
    return undefined;
  }
  if (!isOther) expect(answer.status).toBe(endpoint.success);
  expect(answer.headers.get("content-type")).toBe("application/json");
  const body: unknown = JSON.parse(answer.text);
  // The schema drops unknown fields: equality means exactly the fields of the contract.
  expect(response.parse(body)).toEqual(body);
  if (endpoint.method === "GET") await checkConditionalGet(url + path, init, endpoint, answer);
  return body;
}

function checkProblem(answer: Plain, noBody: boolean): ProblemBody | undefined {
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  if (noBody) return undefined;
  const body = problem.parse(JSON.parse(answer.text));
  expect(body.status).toBe(answer.status);
  expect(errorCodes[body.code].status).toBe(answer.status as never);
  expect(body.title).toBe(errorCodes[body.code].title);
  expect(body.type).toBe(`/docs/errors#${body.code}`);
  expect(body.detail.length).toBeGreaterThan(10);
  expect(body.requestId).toBe(answer.headers.get("x-request-id") ?? "");
  if (body.code === "invalid_body" || body.code === "invalid_query") expect(body.errors?.length).toBeGreaterThan(0);
  return body;
}

/** Every GET has an ETag that answers 304, and a HEAD with the same headers and no body. */
async function checkConditionalGet(url: string, init: RequestInit, endpoint: Endpoint, answer: Plain): Promise<void> {
  const etag = answer.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-z.]+"$/);
  const again = new Headers(init.headers);
  again.set("if-none-match", `"other", W/${etag}`);
  const unchanged = await fetch(url, { headers: again });
  expect(unchanged.status).toBe(304);
  expect(await unchanged.text()).toBe("");
  expect(unchanged.headers.get("etag")).toBe(etag);
  const head = await fetch(url, { ...init, method: "HEAD" });
  expect(head.status).toBe(answer.status);
  expect(await head.text()).toBe("");
  const compared = ["etag", "content-type", "content-length", "content-language", "vary", "link", "cache-control"];
  for (const name of compared) expect(head.headers.get(name), name).toBe(answer.headers.get(name));
  if (endpoint.localized) {
    expect(answer.headers.get("content-language")).toMatch(/^[a-z]{2}(, [a-z]{2})*$/);
    expect(answer.headers.get("vary")).toBe("Accept-Language");
    expect(unchanged.headers.get("vary")).toBe("Accept-Language");
  }
}
