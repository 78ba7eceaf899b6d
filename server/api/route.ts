import type { z } from "zod";
import type { Endpoint, PathParams } from "../../contract/endpoint.ts";
import { type EndpointName, type Endpoints, endpoints } from "../../contract/endpoints.ts";
import { defaultLanguage } from "../../contract/languages.ts";
import type { Caller } from "../access/caller.ts";
import { changeRowAs, writeAs } from "../access/write-as.ts";
import type { Db, RowTx, Tx } from "../db/db.ts";
import { matchesEtag, type Precondition, precondition } from "../http/conditional.ts";
import { newId } from "../http/ids.ts";
import { readJsonBody } from "../http/json-body.ts";
import { type Languages, requestedLanguages } from "../http/language.ts";
import { notFound, Problem } from "../http/problem.ts";
import { apiSecurityHeaders } from "../http/security-headers.ts";
import { type Author, refuseForeignSet } from "../log/changes.sql.ts";
import type { Answer, ReadAnswer } from "./answer.ts";
import { checkedQuery } from "./checked-query.ts";
import { writeOnce } from "./idempotency.sql.ts";
import { keyedRequest } from "./idempotency-key.ts";

type BodyOf<E> = E extends { mergeBody: infer M extends z.ZodType; body: infer B extends z.ZodType }
  ? z.output<B> | z.output<M>
  : E extends { body: infer B extends z.ZodType }
    ? z.output<B>
    : undefined;

type QueryOf<E> = E extends { query: infer Q extends z.ZodObject } ? z.output<Q> : Record<never, never>;

/** A request, parsed and checked against the schemas of its endpoint. */
export type Call<E extends Endpoint> = {
  params: PathParams<E["path"]>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Whether the body is a merge patch (RFC 7396). */
  merge: boolean;
  languages: Languages;
  precondition: Precondition;
  author: Author;
  caller: Caller;
  /** For requests that are not JSON: an upload, a stream of events. */
  request: Request;
  target: string;
  write: Write;
  /** The same for a change of one row, as `Db.changeRow`. */
  changeRow: ChangeRow;
  /** For work outside the database: the same answer for the same Idempotency-Key. `content` identifies the body. */
  answerOnce: (content: string, answer: Answer) => Promise<Answer | undefined>;
};

/** `Db.write`, but performed one time for all requests with the same Idempotency-Key. */
type Write = (work: (tx: Tx) => Promise<Answer | undefined>) => Promise<Answer | undefined>;

type ChangeRow = (work: (tx: RowTx) => Promise<Answer | undefined>) => Promise<Answer | undefined>;

/** A request before any check. */
type Unchecked<E extends Endpoint> = {
  params: PathParams<E["path"]>;
  /** The path and query as they were sent, then the languages of Accept-Language if there are any. */
  target: string;
  languages: Languages;
};

export type Route = {
  endpoint: Endpoint;
  handle: (call: Call<Endpoint>) => Promise<ReadAnswer | Response | undefined>;
  ready: ((request: Unchecked<Endpoint>) => ReadAnswer | undefined) | undefined;
  heads: Map<string, Headers>;
};

/**
 * Ties an endpoint of the contract to its handler. `ready` returns a cached answer that is known to be current, for
 * callers who may see everything. Without one, `handle` answers.
 */
export function route<Name extends EndpointName>(
  name: Name,
  handle: (call: Call<Endpoints[Name]>) => Promise<ReadAnswer | Response | undefined>,
  ready?: (request: Unchecked<Endpoints[Name]>) => ReadAnswer | undefined,
): Route {
  return {
    endpoint: endpoints[name],
    handle: handle as Route["handle"],
    ready: ready as Route["ready"],
    heads: new Map(),
  };
}

/** The circumstances of a request. */
export type Context = { target: string; requestId: string; caller: Caller; now: () => number; db: Db };

/**
 * Answers a request to one endpoint. Throws a `Problem` if the request is invalid. A cached answer is returned without
 * a promise, as for most reads.
 */
export function answer(
  request: Request,
  params: Record<string, string>,
  route: Route,
  context: Context,
): Response | Promise<Response> {
  if (!route.ready) return handled(request, params, route, context);
  const languages = requestedLanguages(undefined, request.headers.get("accept-language"));
  const target = languages.length === 0 ? context.target : `${context.target} ${languages}`;
  const answered = context.caller.unlimited ? route.ready({ params: params as never, target, languages }) : undefined;
  if (answered) return toResponse(route, answered, request.headers.get("if-none-match"), context.requestId, undefined);
  return handled(request, params, route, { ...context, target });
}

async function handled(
  request: Request,
  given: Record<string, string>,
  route: Route,
  { target, requestId, caller, now, db }: Context,
): Promise<Response> {
  const { endpoint, handle } = route;
  const { headers } = request;
  const params = checkedParams(given);
  const query = checkedQuery(endpoint, request.url);
  const body = endpoint.body ? await readJsonBody(request, endpoint) : undefined;
  const author: Author =
    endpoint.method === "GET"
      ? noAuthor
      : { actor: caller.actor, set: givenSet(endpoint, headers) ?? newId(), at: now(), caller };
  const idempotencyKey = endpoint.method === "GET" ? null : headers.get("idempotency-key");
  const itemKey = endpoint.itemKey === "accepted" ? (headers.get("item-key") ?? "") : "";
  const content = () => (idempotencyKey === null ? "" : JSON.stringify(body ?? null) + itemKey);
  const perform = (content: string, write: Parameters<Write>[0]) => {
    const attempt = resettingAuthor(author, write);
    const work = headers.has("change-set") ? joiningSet(author, attempt) : attempt;
    return idempotencyKey === null
      ? writeAs(db, caller, work)
      : writeOnce(db, keyedRequest(idempotencyKey, request, content), { author, caller }, work);
  };
  const result = await handle({
    params,
    query: query as never,
    body: body?.value as never,
    merge: body?.merge ?? false,
    languages: endpoint.localized
      ? requestedLanguages((query as { lang?: string }).lang, headers.get("accept-language"))
      : [],
    precondition: endpoint.method === "GET" ? undefined : precondition(headers.get("if-match")),
    author,
    caller,
    request,
    target,
    write: (work) => perform(content(), work),
    changeRow: (work) =>
      idempotencyKey === null && !headers.has("change-set")
        ? changeRowAs(db, caller, resettingAuthor(author, work))
        : perform(content(), work),
    answerOnce: async (content, made) => (idempotencyKey === null ? made : perform(content, async () => made)),
  });
  if (result instanceof Response) {
    result.headers.set("x-request-id", requestId);
    return result;
  }
  const changeSet = author.changed ? author.set : undefined;
  if (result === undefined) return emptyResponse(endpoint, requestId, changeSet);
  return toResponse(route, result, headers.get("if-none-match"), requestId, changeSet);
}

/** Whether an endpoint changes the catalog. Its response names the set of the changes, so that they can be undone. */
export const changesCatalog = ({ method, permission, background }: Endpoint): boolean =>
  method !== "GET" && !background && (permission === "edit" || permission === "translate");

/** The set that the client chose. Several requests can name the same set, and are then undone together. */
function givenSet(endpoint: Endpoint, headers: Headers): string | undefined {
  const given = headers.get("change-set");
  if (given === null || !changesCatalog(endpoint)) return undefined;
  if (/^[0-9a-z]{10,40}$/.test(given)) return given;
  throw new Problem("change_set_invalid", "Change-Set must be 10 to 40 lower-case letters and digits.");
}

const joiningSet =
  (author: Author, write: Parameters<Write>[0]): Parameters<Write>[0] =>
  async (tx) => {
    await refuseForeignSet(tx, author);
    return write(tx);
  };

/** A write may run again from the beginning. What an earlier attempt did does not count. */
const resettingAuthor =
  <T extends RowTx>(author: Author, write: (tx: T) => Promise<Answer | undefined>) =>
  (tx: T) => {
    author.changed = false;
    return write(tx);
  };

const noAuthor: Author = { actor: "", set: "", at: 0 };

function emptyResponse({ success }: Endpoint, requestId: string, changeSet: string | undefined): Response {
  const response = new Response(null, { status: success });
  response.headers.set("x-request-id", requestId);
  if (changeSet !== undefined) response.headers.set("change-set", changeSet);
  return response;
}

function toResponse(
  route: Route,
  result: ReadAnswer,
  ifNoneMatch: string | null,
  requestId: string,
  changeSet: string | undefined,
): Response {
  const { endpoint } = route;
  const isCurrent =
    ifNoneMatch !== null &&
    result.etag !== undefined &&
    endpoint.method === "GET" &&
    matchesEtag(ifNoneMatch, result.etag);
  const init = {
    status: isCurrent ? 304 : (result.status ?? endpoint.success),
    headers: headOf(route, result.language),
  };
  const response = new Response(isCurrent ? null : (result.body as BodyInit), init);
  const { headers } = response;
  if (isCurrent) headers.delete("content-type");
  headers.set("x-request-id", requestId);
  if (result.etag !== undefined) headers.set("etag", result.etag);
  if (changeSet !== undefined) headers.set("change-set", changeSet);
  if (result.headers) for (const name in result.headers) headers.set(name, result.headers[name] as string);
  return response;
}

/**
 * The common headers of all answers of a route in one language: copying them takes a microsecond less than making them.
 * The languages are those of the translations in the catalog, so there are few.
 */
function headOf({ endpoint, heads }: Route, language: string = defaultLanguage): Headers {
  let head = heads.get(language);
  if (head) return head;
  head = new Headers({ "content-type": "application/json", ...apiSecurityHeaders });
  if (endpoint.method === "GET") head.set("cache-control", "no-cache");
  if (endpoint.localized) {
    head.set("content-language", language);
    head.set("vary", "Accept-Language");
  }
  if (heads.size < mostHeads) heads.set(language, head);
  return head;
}

const mostHeads = 50;

/** Ids are stored and compared in composed form (NFC). No id contains a NUL, which PostgreSQL would reject. */
function checkedParams(params: Record<string, string>): never {
  for (const name in params) {
    const value = params[name] as string;
    if (/^[\w.~-]*$/.test(value)) continue;
    if (value.includes("\u0000") || !value.isWellFormed()) throw notFound(name.replace(/Id$/, ""), value);
    params[name] = value.normalize("NFC");
  }
  return params as never;
}
