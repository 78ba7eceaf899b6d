import { limits } from "../../contract/limits.ts";
import { DatabaseUnavailable, OutcomeUnknown } from "../db/db.ts";
import type { createCors } from "../http/cors.ts";
import { newId } from "../http/ids.ts";
import type { Log } from "../http/logger.ts";
import type { Metrics, RouteMetrics } from "../http/metrics.ts";
import { internal, Problem, problemResponse } from "../http/problem.ts";
import { pathOf, targetOf } from "../http/request-target.ts";
import { Router } from "../http/router.ts";

/** Answers the requests of one route. */
export type Handler = (
  request: Request,
  params: Record<string, string>,
  requestId: string,
  target: string,
) => Response | Promise<Response>;

type Parts = {
  metrics: Metrics;
  log: Log;
  cors: ReturnType<typeof createCors>;
  /** Throws if the Host or Origin of the request is not trusted. */
  trust(request: Request): void;
  /** Answers a request without a route; undefined if it cannot. */
  otherwise(request: Request): Promise<Response | undefined>;
  /** The page for a problem, if a person asked for a page. */
  page(problem: Problem, requestId: string, request: Request): Promise<Response> | undefined;
};

const slowMs = 1_000;
/** Accepting more requests than the machine can answer would only make all of them slower. */
const mostInFlight = 5_000;

/** Handles every request: admits it, finds its route, counts it. */
export class Requests {
  readonly #router = new Router<{ handle: Handler; metrics: RouteMetrics; isHealthCheck: boolean }>();
  readonly #parts: Parts;
  readonly #unmatched: RouteMetrics;
  readonly #debug: boolean;
  #leaving = false;
  #draining = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#unmatched = parts.metrics.route("any", "other");
    this.#debug = parts.log.isLevelEnabled("debug");
  }

  add(method: string, path: string, handle: Handler): void {
    this.#router.add(method, path, { handle, metrics: this.#parts.metrics.route(method, path), isHealthCheck: false });
  }

  /** Adds a path that is answered whatever the Host is: load balancers send an address of their own, or none. */
  addHealthCheck(path: string, handle: Handler): void {
    const metrics = this.#parts.metrics.route("GET", path);
    this.#router.add("GET", path, { handle, metrics, isHealthCheck: true });
    // HAProxy sends OPTIONS if its configuration names no method.
    this.#router.add("OPTIONS", path, { handle, metrics, isHealthCheck: true });
  }

  /** Asks clients to connect elsewhere from now on: each answer closes its connection. */
  leave(): void {
    this.#leaving = true;
  }

  /** Refuses every request from now on. */
  drain(): void {
    this.#draining = true;
  }

  answer(request: Request): Response | Promise<Response> {
    const started = performance.now();
    const requestId = newId();
    const target = targetOf(request.url);
    const path = pathOf(target);
    const { method } = request;
    const found = this.#router.match(method === "HEAD" ? "GET" : method, path);
    const counted = found ? found.value.metrics : this.#unmatched;
    this.#parts.metrics.started();
    try {
      this.#admit(request, target, found?.value.isHealthCheck ?? false);
      const answered = found
        ? found.value.handle(request, found.params, requestId, target)
        : this.#unrouted(request, path);
      if (!(answered instanceof Promise)) return this.#finished(request, requestId, answered, counted, started);
      return answered.then(
        (response) => this.#finished(request, requestId, response, counted, started),
        (error) => this.#failed(error, request, requestId, counted, started),
      );
    } catch (error) {
      return this.#failed(error, request, requestId, counted, started);
    }
  }

  #admit(request: Request, target: string, isHealthCheck: boolean): void {
    if (this.#draining) {
      throw new Problem("unavailable", "The service is stopping.", {}, { "retry-after": "2", connection: "close" });
    }
    if (target.length > limits.pathLength) {
      throw new Problem("path_too_long", `The path and query may have at most ${limits.pathLength} characters.`);
    }
    if (this.#parts.metrics.inFlight > mostInFlight) {
      throw new Problem("unavailable", "The service has too many requests right now.", {}, { "retry-after": "1" });
    }
    if (!isHealthCheck) this.#parts.trust(request);
  }

  /** Answers a request without a route: a preflight, a wrong method, a screen of the editor, or an unknown path. */
  async #unrouted(request: Request, path: string): Promise<Response> {
    const preflight = this.#parts.cors?.preflight(request);
    if (preflight) return preflight;
    const methods = this.#router.methods(path);
    if (methods.length > 0) {
      const others = methods.filter((method) => method !== "OPTIONS");
      const allow = [...others, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
      if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
      throw new Problem("method_not_allowed", `${path} allows ${allow}.`, {}, { allow });
    }
    const response = await this.#parts.otherwise(request);
    if (response) return response;
    throw new Problem("route_not_found", `There is no path ${path.slice(0, 200)}.`);
  }

  /** The only place that turns errors into responses. */
  #failed(
    error: unknown,
    request: Request,
    requestId: string,
    counted: RouteMetrics,
    started: number,
  ): Response | Promise<Response> {
    const problem = this.#problemOf(error, requestId, request);
    const finished = (response: Response) => this.#finished(request, requestId, response, counted, started);
    const page = this.#parts.page(problem, requestId, request);
    return page ? page.then(finished) : finished(problemResponse(problem, requestId));
  }

  #problemOf(error: unknown, requestId: string, request: Request): Problem {
    const { log } = this.#parts;
    if (error instanceof Problem) {
      if (error.cause !== undefined) log.error({ requestId, err: error.cause }, error.message);
      return error;
    }
    if (error instanceof DatabaseUnavailable) {
      log.error({ requestId, err: error }, "database unavailable");
      const code = error instanceof OutcomeUnknown ? "outcome_unknown" : "unavailable";
      return new Problem(code, error.message, {}, { "retry-after": "2" });
    }
    if (isCutOff(error) && request.signal.aborted) {
      return new Problem("malformed_json", "The request ended before its body did.");
    }
    log.error({ requestId, method: request.method, path: pathOf(targetOf(request.url)), err: error }, "internal error");
    return internal(requestId);
  }

  #finished(request: Request, requestId: string, response: Response, counted: RouteMetrics, started: number): Response {
    const { cors, metrics, log } = this.#parts;
    if (cors) cors.allow(request, response);
    if (this.#leaving) response.headers.set("connection", "close");
    metrics.finished();
    const ms = performance.now() - started;
    counted.observe(ms / 1000, response.status);
    if (ms > slowMs || this.#debug) {
      const { method, url } = request;
      const entry = { requestId, method, path: pathOf(targetOf(url)), status: response.status, ms };
      if (ms > slowMs) log.warn(entry, "slow request");
      else log.debug(entry, "request");
    }
    return response;
  }
}

/** Whether reading a body failed because the connection was closed. */
const isCutOff = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";
