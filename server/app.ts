import { limits } from "../contract/limits.ts";
import type { Config } from "./config.ts";
import { DatabaseUnavailable, type Db } from "./db/db.ts";
import { BodyCache } from "./http/body-cache.ts";
import { docsRoutes } from "./http/docs.ts";
import { answer, type Route } from "./http/endpoint.ts";
import { newId } from "./http/ids.ts";
import type { Log } from "./http/log.ts";
import { Metrics, type RouteMetrics } from "./http/metrics.ts";
import { Problem, problemResponse } from "./http/problem.ts";
import { Router } from "./http/router.ts";
import { createTrust } from "./http/trust.ts";
import { itemRoutes } from "./items/items.routes.ts";
import { LiveHub } from "./live/hub.ts";
import { liveRoutes } from "./live/live.routes.ts";
import { projectRoutes } from "./projects/projects.routes.ts";
import { treeRoutes } from "./tree/tree.routes.ts";

export type App = {
  fetch(request: Request): Promise<Response>;
  /** Requests being answered right now. */
  readonly inFlight: number;
  /** From now on every request is refused: the service is about to stop. */
  drain(): void;
  /** Ends the streams and the work in the background; before the server and the database are closed. */
  close(): Promise<void>;
};

/** Answers what belongs to the editor in the browser, and nothing else. */
export type Editor = { handle(request: Request): Promise<Response | undefined> };

type Parts = {
  config: Pick<Config, "host" | "publicUrl" | "cacheBytes">;
  db: Db;
  log: Log;
  editor?: Editor;
  now?: () => number;
};

type Handler = (request: Request, params: Record<string, string>, requestId: string) => Response | Promise<Response>;
type Target = { handle: Handler; metrics: RouteMetrics };

const slowMs = 1_000;

/** The whole service over a database. Production and tests build it here. */
export function createApp({ config, db, log, editor, now = Date.now }: Parts): App {
  const cache = new BodyCache(config.cacheBytes);
  const metrics = new Metrics();
  const trust = createTrust(config);
  const router = new Router<Target>();
  const unmatched = metrics.route("any", "other");
  let draining = false;

  const live = new LiveHub(db, log, now);
  const routes: Route[] = [
    ...projectRoutes(db),
    ...treeRoutes(db, cache),
    ...itemRoutes(db, cache),
    ...liveRoutes(db, live, now),
  ];

  for (const route of routes) {
    const { method, path } = route.endpoint;
    router.add(method, path, {
      handle: (request, params, requestId) => answer(request, params, route, now, requestId),
      metrics: metrics.route(method, path),
    });
  }

  const page = (path: string, handle: () => Response | Promise<Response>) =>
    router.add("GET", path, { handle, metrics: metrics.route("GET", path) });
  page("/healthz", () => Response.json({ status: "ok" }));
  page("/readyz", async () => {
    await db.read((reader) => reader.version("project:0"));
    return Response.json({ status: "ready" });
  });
  page(
    "/metrics",
    async () => new Response(await metrics.text(), { headers: { "content-type": metrics.contentType } }),
  );
  for (const { path, handle } of docsRoutes(routes)) page(path, handle);

  /** A request that no route takes: a screen of the editor, another method, or nothing at all. */
  async function unrouted(request: Request, path: string): Promise<Response> {
    const methods = router.methods(path);
    if (methods.length > 0) {
      const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
      if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
      throw new Problem("method_not_allowed", `${path} takes ${allow}.`, {}, { allow });
    }
    const screen = await editor?.handle(request);
    if (screen) return screen;
    throw new Problem("route_not_found", `There is no path ${path.slice(0, 200)}.`);
  }

  /** Every failure, whatever it was, becomes a problem here and nowhere else. */
  function failure(error: unknown, requestId: string, request: Request): Response {
    if (error instanceof Problem) return problemResponse(error, requestId);
    if (error instanceof DatabaseUnavailable) {
      log.error({ requestId, err: error }, "database unavailable");
      return problemResponse(new Problem("unavailable", error.message, {}, { "retry-after": "2" }), requestId);
    }
    if (request.signal.aborted) {
      return problemResponse(new Problem("malformed_json", "The request ended before its body did."), requestId);
    }
    log.error({ requestId, method: request.method, path: pathOf(request.url), err: error }, "internal error");
    return problemResponse(
      new Problem("internal", `Something went wrong. Give the request id ${requestId} to whoever runs the service.`),
      requestId,
    );
  }

  function admit(request: Request): void {
    if (draining) {
      throw new Problem("unavailable", "The service is stopping.", {}, { "retry-after": "2", connection: "close" });
    }
    if (request.url.length > limits.pathLength) {
      throw new Problem("path_too_long", `A path may have ${limits.pathLength} characters.`);
    }
    trust(request);
  }

  async function fetch(request: Request): Promise<Response> {
    const started = performance.now();
    const requestId = newId();
    const path = pathOf(request.url);
    const head = request.method === "HEAD";
    const found = router.match(head ? "GET" : request.method, path);
    metrics.started();
    let response: Response;
    try {
      admit(request);
      response = found ? await found.value.handle(request, found.params, requestId) : await unrouted(request, path);
    } catch (error) {
      response = failure(error, requestId, request);
    }
    metrics.finished();
    const ms = performance.now() - started;
    (found ? found.value.metrics : unmatched).observe(ms / 1000, response.status);
    if (ms > slowMs || log.isLevelEnabled("debug")) {
      const entry = { requestId, method: request.method, path, status: response.status, ms };
      if (ms > slowMs) log.warn(entry, "slow request");
      else log.debug(entry, "request");
    }
    return head ? new Response(null, response) : response;
  }

  return {
    fetch,
    get inFlight() {
      return metrics.inFlight;
    },
    drain() {
      draining = true;
    },
    async close() {
      await live.close();
    },
  };
}

function pathOf(url: string): string {
  const start = url.indexOf("/", 8);
  const end = url.indexOf("?", start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}
