import { limits } from "../contract/limits.ts";
import { anyone } from "./access/caller.ts";
import { accessPages, signInPath } from "./accounts/access-pages.ts";
import type { AccessSettings } from "./accounts/access-settings.ts";
import { createAccess } from "./accounts/create-access.ts";
import { FigureReaders } from "./accounts/figure-readers.ts";
import type { FirstUserLink } from "./accounts/first-user.ts";
import { BodyCache } from "./api/body-cache.ts";
import { docsRoutes } from "./api/docs.ts";
import { answer, type Route } from "./api/route.ts";
import type { Config } from "./config/config.ts";
import { DatabaseUnavailable, type Db, OutcomeUnknown } from "./db/db.ts";
import { changeRoutes } from "./history/changes.routes.ts";
import { startPruning } from "./history/retention.ts";
import { clientAddress, type Peers } from "./http/client-address.ts";
import { type Clock, systemClock } from "./http/clock.ts";
import { createCors } from "./http/cors.ts";
import { newId } from "./http/ids.ts";
import type { Log } from "./http/logger.ts";
import { Metrics, type RouteMetrics } from "./http/metrics.ts";
import { Problem, problemResponse } from "./http/problem.ts";
import { Router } from "./http/router.ts";
import { asPage } from "./http/security-headers.ts";
import { createTrust } from "./http/trust.ts";
import type { Images } from "./images/create-images.ts";
import { imageRoutes } from "./images/images.routes.ts";
import { serveImage } from "./images/uploads.routes.ts";
import { ItemIndexes } from "./items/item-list.sql.ts";
import { itemRoutes } from "./items/items.routes.ts";
import { LiveHub } from "./live/hub.ts";
import { liveRoutes } from "./live/live.routes.ts";
import { cacheShares } from "./memory/cache-shares.ts";
import { projectRoutes } from "./projects/projects.routes.ts";
import type { Sealing } from "./sealing/sealing.ts";
import { overviewRoutes } from "./search/overview.routes.ts";
import { Overviews } from "./search/overviews.ts";
import { treeRoutes } from "./tree/tree.routes.ts";
import { WebhookDispatcher } from "./webhooks/dispatcher.ts";
import { webhookRoutes } from "./webhooks/webhooks.routes.ts";
import { webhooksInTrouble } from "./webhooks/webhooks.sql.ts";

export type App = {
  /** `peers` is the server that took the request: it knows whom from. */
  fetch(request: Request, peers?: Peers): Response | Promise<Response>;
  /** Requests being answered right now. */
  readonly inFlight: number;
  /** From now on every request is refused: the service is about to stop. */
  drain(): void;
  /** Ends the streams and the work in the background; before the server and the database are closed. */
  close(): Promise<void>;
};

/** Answers what belongs to the editor in the browser, and nothing else. */
type Editor = { handle(request: Request): Promise<Response | undefined> };

type Parts = {
  config: Pick<Config, "host" | "cacheBytes" | "webhooks" | "retention"> & AccessSettings;
  db: Db;
  images: Images;
  log: Log;
  editor?: Editor;
  /** The link that makes the first user, where there is none yet. */
  firstUser?: FirstUserLink;
  /** Seals the secrets that are stored. */
  sealing: Sealing;
  clock?: Clock;
};

type Handler = (
  request: Request,
  params: Record<string, string>,
  requestId: string,
  target: string,
) => Response | Promise<Response>;
type Target = { handle: Handler; metrics: RouteMetrics };

const slowMs = 1_000;
/** More at a time than the machine can answer only makes everyone wait longer. */
const mostInFlight = 5_000;

/** Whoever shares the database shares its time of day. */
const clockOf = (db: Db): Clock => ({ ...systemClock, now: () => db.now() });

/** The whole service over a database. Production and tests build it here. */
export function createApp({ config, db, images, log, editor, firstUser, sealing, clock = clockOf(db) }: Parts): App {
  const { now } = clock;
  const shares = cacheShares(config.cacheBytes);
  const cache = new BodyCache(shares.answers, db.atOnce);
  const indexes = new ItemIndexes(shares.indexes);
  const metrics = new Metrics(log);
  const trust = createTrust(config);
  const cors = createCors(config.corsOrigins);
  const router = new Router<Target>();
  const unmatched = metrics.route("any", "other");
  let draining = false;
  let peers: Peers | undefined;
  const { gate, routes: accessRoutes } = createAccess({ config, db, log, now, firstUser, sealing });
  const address = (request: Request) => clientAddress(request, peers, config.proxies);

  const live = new LiveHub(db, log, clock);
  const webhooks = new WebhookDispatcher(db, log, clock, config.webhooks, sealing);
  const endPruning = startPruning(db, config.retention, now, log);
  const overviews = new Overviews(db, shares.overviews);
  const routes: Route[] = [
    ...projectRoutes(db),
    ...treeRoutes(db, cache),
    ...itemRoutes(db, cache, indexes),
    ...imageRoutes(db, images, config.publicUrl, {
      address,
      keepOpen: (request, seconds) => peers?.timeout?.(request, seconds),
    }),
    ...changeRoutes(db, config.retention.trashMs, now),
    ...liveRoutes(db, live, now),
    ...overviewRoutes(db, overviews),
    ...webhookRoutes(db, webhooks, config.webhooks, sealing, clock),
    ...accessRoutes,
  ];

  for (const route of routes) {
    const { method, path } = route.endpoint;
    router.add(method, path, {
      handle: gate
        ? (request, params, requestId, target) =>
            gate.pass(request, route.endpoint, address(request), (caller) =>
              answer(request, params, route, { target, requestId, caller, now, db }),
            )
        : (request, params, requestId, target) =>
            answer(request, params, route, { target, requestId, caller: anyone, now, db }),
      metrics: metrics.route(method, path),
    });
  }

  const page = (path: string, handle: (request: Request) => Response | Promise<Response>) =>
    router.add("GET", path, {
      handle: async (request) => asPage(await handle(request)),
      metrics: metrics.route("GET", path),
    });
  // Pictures are for everyone who looks at the marketplace: whoever knows the hash may see it.
  router.add("GET", "/uploads/:file", {
    handle: (request, params) => {
      const from = () => address(request);
      const asker = { address: from, pay: (work: number) => gate?.payForPicture(from(), work) };
      return serveImage(images, request, params.file ?? "", asker);
    },
    metrics: metrics.route("GET", "/uploads/:file"),
  });
  page("/healthz", () => Response.json({ status: "ok" }));
  page("/readyz", async () => {
    await db.ready();
    return Response.json({ status: "ready" });
  });
  metrics.gauge("live_listeners", "Open streams of events.", () => live.listeners);
  metrics.gauge("webhooks_in_trouble", "Webhooks that are paused or whose last attempt failed.", () =>
    db.read(webhooksInTrouble),
  );
  metrics.gauge("cache_bytes", "Memory of what is kept to answer sooner, in parts of CACHE_MB.", () => ({
    answers: cache.bytes,
    indexes: indexes.bytes,
    overviews: overviews.bytes,
  }));
  const figures = async () => new Response(await metrics.text(), { headers: { "content-type": metrics.contentType } });
  // Metrics reveal traffic, so reading them requires a key.
  const readers = gate && new FigureReaders(gate, now);
  page("/metrics", (request) => (readers ? readers.pass(request, address(request), figures) : figures()));
  for (const { path, handle } of [...docsRoutes(routes), ...accessPages]) page(path, handle);

  /** A request that no route takes: a screen of the editor, another method, or nothing at all. */
  async function unrouted(request: Request, path: string): Promise<Response> {
    const preflight = cors?.preflight(request);
    if (preflight) return preflight;
    const methods = router.methods(path);
    if (methods.length > 0) {
      const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
      if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
      throw new Problem("method_not_allowed", `${path} takes ${allow}.`, {}, { allow });
    }
    const screen = await editor?.handle(request);
    if (screen) {
      const isHtml = screen.headers.get("content-type")?.startsWith("text/html");
      // Without a session the editor could show nothing: its shell is not a secret, but a dead end.
      if (gate && isHtml && !(await gate.isSignedIn(request, address(request)))) {
        return new Response(null, { status: 302, headers: { location: signInPath, "cache-control": "no-store" } });
      }
      return asPage(screen);
    }
    throw new Problem("route_not_found", `There is no path ${path.slice(0, 200)}.`);
  }

  /** Every failure, whatever it was, becomes a problem here and nowhere else. */
  function failure(error: unknown, requestId: string, request: Request): Response {
    if (error instanceof Problem) {
      if (error.cause !== undefined) log.error({ requestId, err: error.cause }, error.message);
      return problemResponse(error, requestId);
    }
    if (error instanceof DatabaseUnavailable) {
      log.error({ requestId, err: error }, "database unavailable");
      const code = error instanceof OutcomeUnknown ? "outcome_unknown" : "unavailable";
      return problemResponse(new Problem(code, error.message, {}, { "retry-after": "2" }), requestId);
    }
    if (isCutOff(error) && request.signal.aborted) {
      return problemResponse(new Problem("malformed_json", "The request ended before its body did."), requestId);
    }
    log.error({ requestId, method: request.method, path: pathOf(targetOf(request.url)), err: error }, "internal error");
    return problemResponse(
      new Problem("internal", `Something went wrong. Give the request id ${requestId} to whoever runs the service.`),
      requestId,
    );
  }

  function admit(request: Request, target: string): void {
    if (draining) {
      throw new Problem("unavailable", "The service is stopping.", {}, { "retry-after": "2", connection: "close" });
    }
    if (target.length > limits.pathLength) {
      throw new Problem("path_too_long", `A path may have ${limits.pathLength} characters.`);
    }
    if (metrics.inFlight > mostInFlight) {
      throw new Problem("unavailable", "Too many requests are being answered.", {}, { "retry-after": "1" });
    }
    trust(request);
  }

  const debug = log.isLevelEnabled("debug");

  function fetch(request: Request, from?: Peers): Response | Promise<Response> {
    peers ??= from;
    const started = performance.now();
    const requestId = newId();
    const target = targetOf(request.url);
    const path = pathOf(target);
    const { method } = request;
    const found = router.match(method === "HEAD" ? "GET" : method, path);
    const counted = found ? found.value.metrics : unmatched;
    metrics.started();
    try {
      admit(request, target);
      const answered = found ? found.value.handle(request, found.params, requestId, target) : unrouted(request, path);
      if (!(answered instanceof Promise)) return finished(request, requestId, answered, counted, started);
      return answered.then(
        (response) => finished(request, requestId, response, counted, started),
        (error) => finished(request, requestId, failure(error, requestId, request), counted, started),
      );
    } catch (error) {
      return finished(request, requestId, failure(error, requestId, request), counted, started);
    }
  }

  function finished(
    request: Request,
    requestId: string,
    response: Response,
    counted: RouteMetrics,
    started: number,
  ): Response {
    if (cors) cors.allow(request, response);
    metrics.finished();
    const ms = performance.now() - started;
    counted.observe(ms / 1000, response.status);
    if (ms > slowMs || debug) {
      const { method, url } = request;
      const entry = { requestId, method, path: pathOf(targetOf(url)), status: response.status, ms };
      if (ms > slowMs) log.warn(entry, "slow request");
      else log.debug(entry, "request");
    }
    return response;
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
      overviews.close();
      await Promise.all([live.close(), webhooks.close(), endPruning()]);
    },
  };
}

/** What reading a body fails with when the connection is closed meanwhile. */
const isCutOff = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

/** The path and the query of an address. */
const targetOf = (url: string): string => url.slice(url.indexOf("/", 8));

function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}
