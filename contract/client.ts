import type { z } from "zod";
import type { Endpoint, PathParams } from "./endpoint.ts";
import type { EndpointName, Endpoints } from "./endpoints.ts";
import type { ProblemBody } from "./problem-details.ts";
import { type Route, routes } from "./routes.ts";

type BodyOf<E> = E extends { mergeBody: infer M extends z.ZodType; body: infer B extends z.ZodType }
  ? { body: z.input<B>; merge?: false } | { body: z.input<M>; merge: true }
  : E extends { body: infer B extends z.ZodType }
    ? { body: z.input<B> }
    : unknown;

/** `form` holds the files under the endpoint's part name. */
type UploadOf<E> = E extends { upload: { part: string } } ? { form: FormData } : unknown;

type QueryOf<E> = E extends { query: infer Q extends z.ZodObject }
  ? { query?: { [K in keyof z.input<Q>]?: string | number | boolean } }
  : unknown;

type ParamsOf<E extends Endpoint> = unknown extends PathParams<E["path"]> ? unknown : { params: PathParams<E["path"]> };

/** The arguments of a call: path parameters, query and body of the endpoint, plus the conditional headers. */
type CallOf<E extends Endpoint> = ParamsOf<E> &
  QueryOf<E> &
  BodyOf<E> &
  UploadOf<E> & { headers?: Record<string, string>; ifMatch?: string; signal?: AbortSignal };

type DataOf<E> =
  | (E extends { response: infer R extends z.ZodType }
      ? z.output<R>
      : E extends { file: unknown }
        ? ReadableStream<Uint8Array>
        : undefined)
  | (E extends { otherSuccess: { response: infer R extends z.ZodType } } ? z.output<R> : never);

export type Answer<T> = { status: number; data: T; etag: string | undefined; headers: Headers };

type Call<E extends Endpoint> =
  Record<never, never> extends CallOf<E>
    ? (call?: CallOf<E>) => Promise<Answer<DataOf<E>>>
    : (call: CallOf<E>) => Promise<Answer<DataOf<E>>>;

/** A client listens to a stream instead of calling it: see `eventsPath`. */
type Streamed<Name extends EndpointName> = Endpoints[Name] extends { stream: unknown } ? Name : never;

export type CatalogClient = { [Name in EndpointName as Exclude<Name, Streamed<Name>>]: Call<Endpoints[Name]> };

/** An answer that is not a success, from the service or from a gateway in front of it. */
export class HttpError extends Error {
  readonly status: number;
  /** How long to wait before the next try, from Retry-After. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, retryAfterMs: number | undefined, message: string) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** An error from the service itself. `problem` is the whole body. */
export class CatalogError extends HttpError {
  readonly problem: ProblemBody;

  constructor(status: number, retryAfterMs: number | undefined, problem: ProblemBody) {
    super(status, retryAfterMs, `${status} ${problem.code}: ${problem.detail}`);
    this.name = "CatalogError";
    this.problem = problem;
  }
}

type ReadHeader = (name: string) => string | null;

/** Seconds, or a date. The date is compared with the answer's own Date, because the client's clock may be wrong. */
function retryAfterOf(header: ReadHeader): number | undefined {
  const said = header("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(said)) return Number(said) * 1_000;
  const wait = Date.parse(said.endsWith("GMT") ? said : "") - Date.parse(header("date") ?? "");
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/**
 * The error for an answer that is not a success. The HTTP status counts, not the one in the body. A gateway may answer
 * with a body of its own, also in JSON. That is not a problem of the service, which may never have seen the request.
 */
export function failureOf(status: number, header: ReadHeader, body: unknown): HttpError {
  const wait = retryAfterOf(header);
  const said = (body ?? {}) as Partial<ProblemBody>;
  const isProblem =
    said.status === status && [said.code, said.detail, said.requestId].every((one) => typeof one === "string");
  if (isProblem) return new CatalogError(status, wait, body as ProblemBody);
  return new HttpError(status, wait, `The service was not reached; something in between answered ${status}.`);
}

type AnyCall = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  merge?: boolean;
  form?: FormData;
  headers?: Record<string, string>;
  ifMatch?: string;
  signal?: AbortSignal;
};

function address(route: Route, call: AnyCall): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(call.params?.[name] ?? ""));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(call.query ?? {})) if (value !== undefined) query.set(key, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A file, such as an export, comes as a stream: it may be larger than memory. */
const dataOf = (response: Response): unknown => {
  if (response.status === 204 || response.status === 304) return undefined;
  const type = response.headers.get("content-type") ?? "";
  return /^application\/json\b/.test(type) ? response.json() : response.body;
};

/**
 * The typed client: one function per endpoint, with types from the contract.
 *
 *     const api = createClient("http://127.0.0.1:8080");
 *     const { data, etag } = await api.getItem({ params: { itemId } });
 *     await api.updateItem({ params: { itemId }, body: { price: 9.5 }, ifMatch: etag });
 */
export function createClient(
  baseUrl: string,
  send: (url: string, init: RequestInit) => Promise<Response> = fetch,
): CatalogClient {
  const base = baseUrl.replace(/\/$/, "");
  const call = async (route: Route, given: AnyCall = {}): Promise<Answer<unknown>> => {
    const headers = new Headers(given.headers);
    if (given.ifMatch) headers.set("if-match", given.ifMatch);
    const init: RequestInit = { method: route.method, headers };
    if (given.signal) init.signal = given.signal;
    if (given.body !== undefined) {
      headers.set("content-type", given.merge ? "application/merge-patch+json" : "application/json");
      init.body = JSON.stringify(given.body);
    }
    if (given.form) init.body = given.form;
    const response = await send(base + address(route, given), init);
    if (response.status >= 400) {
      const body = await response.json().catch(() => undefined);
      throw failureOf(response.status, (name) => response.headers.get(name), body);
    }
    return {
      status: response.status,
      data: await dataOf(response),
      etag: response.headers.get("etag") ?? undefined,
      headers: response.headers,
    };
  };
  return Object.fromEntries(
    Object.entries<Route>(routes satisfies Record<EndpointName, Route>).map(([name, route]) => [
      name,
      (given?: AnyCall) => call(route, given),
    ]),
  ) as Record<EndpointName, unknown> as CatalogClient;
}
