import { join } from "node:path";
import { anyone } from "./access/caller.ts";
import { BodyCache } from "./api/body-cache.ts";
import { docsRoutes } from "./api/docs.ts";
import { Requests } from "./api/requests.ts";
import { answer, type Route } from "./api/route.ts";
import { bulkRoutes } from "./bulk/bulk.routes.ts";
import type { Config } from "./config/config.ts";
import type { Db } from "./db/db.ts";
import { type Editor, screenOf } from "./editor/screen.ts";
import { Downloads } from "./exports/downloads.ts";
import { exportRoutes } from "./exports/exports.routes.ts";
import { changeRoutes } from "./history/changes.routes.ts";
import { UndoRunner } from "./history/undo-runner.ts";
import { clientAddress, type Peers, untrustedProxyNotice } from "./http/client-address.ts";
import { type Clock, systemClock } from "./http/clock.ts";
import { createCors } from "./http/cors.ts";
import type { Log } from "./http/logger.ts";
import { Metrics } from "./http/metrics.ts";
import { Readiness } from "./http/readiness.ts";
import { asPage } from "./http/security-headers.ts";
import { createTrust } from "./http/trust.ts";
import type { Images } from "./images/create-images.ts";
import { imageRoutes } from "./images/images.routes.ts";
import { sweepFolders } from "./images/left-behind.ts";
import { serveImage } from "./images/uploads.routes.ts";
import { importDetailRoutes } from "./imports/import-details.routes.ts";
import { importRoutes } from "./imports/imports.routes.ts";
import { mappingRoutes } from "./imports/mappings.routes.ts";
import { ImportInbox } from "./imports/receive-file.ts";
import { ImportRunner } from "./imports/runner.ts";
import { commentRoutes } from "./items/comments.routes.ts";
import { ItemIndexes } from "./items/item-list.sql.ts";
import { itemRoutes } from "./items/items.routes.ts";
import { LiveHub } from "./live/hub.ts";
import { liveRoutes } from "./live/live.routes.ts";
import { startPruning } from "./log/pruning.ts";
import { cacheShares } from "./memory/cache-shares.ts";
import { accessPages } from "./pages/access-pages.ts";
import { errorPage } from "./pages/error-page.ts";
import { manageProjectsRoutes } from "./people/manage-projects.routes.ts";
import { projectRoutes } from "./projects/projects.routes.ts";
import { retentionJobs } from "./retention.ts";
import type { Sealing } from "./sealing/sealing.ts";
import { IndexPreparation } from "./search/index-preparation.ts";
import { Indexes } from "./search/indexes.ts";
import { asking } from "./search/questions.ts";
import { searchRoutes } from "./search/search.routes.ts";
import type { AccessSettings } from "./sign-in/access-settings.ts";
import { createAccess } from "./sign-in/create-access.ts";
import { FigureReaders } from "./sign-in/figure-readers.ts";
import type { FirstUserLink } from "./sign-in/first-user.ts";
import { translationRoutes } from "./translations/translations.routes.ts";
import { treeRoutes } from "./tree/tree.routes.ts";
import { viewRoutes } from "./views/views.routes.ts";
import { WebhookDispatcher } from "./webhooks/dispatcher.ts";
import { webhookRoutes } from "./webhooks/webhooks.routes.ts";
import { webhooksInTrouble } from "./webhooks/webhooks.sql.ts";

export type App = {
  /** `peers` is the server that received the request. It knows the address of the client. */
  fetch(request: Request, peers?: Peers): Response | Promise<Response>;
  /** Requests being answered right now. */
  readonly inFlight: number;
  /** Whether a load balancer asks if the service is ready. */
  readonly isWatched: boolean;
  /** Starts the work that waits until the service listens. */
  startPreparing(): void;
  /** Not ready from now on, but still answers every request. */
  leave(): void;
  /** Refuses every request from now on, because the service is about to stop. */
  drain(): void;
  /** Ends the streams and the background work. Call before closing the server and the database. */
  close(): Promise<void>;
};

type Parts = {
  config: Pick<Config, "host" | "dataDir" | "cacheBytes" | "webhooks" | "retention" | "incoming"> & AccessSettings;
  db: Db;
  images: Images;
  log: Log;
  editor?: Editor;
  /** The link that creates the first user, if there is none yet. */
  firstUser?: FirstUserLink;
  /** Seals stored secrets. */
  sealing: Sealing;
  clock?: Clock;
};

/** All nodes on a database share its time of day. */
const clockOf = (db: Db): Clock => ({ ...systemClock, now: () => db.now() });

/** Builds the whole service on a database, for production and for tests. */
export function createApp({ config, db, images, log, editor, firstUser, sealing, clock = clockOf(db) }: Parts): App {
  const { now } = clock;
  let peers: Peers | undefined;
  const noticeProxy = untrustedProxyNotice(config.proxies, log);
  const address = (request: Request) => clientAddress(request, peers, config.proxies);
  const keepOpen = (request: Request, seconds: number) => peers?.timeout?.(request, seconds);

  const shares = cacheShares(config.cacheBytes);
  const cache = new BodyCache(shares, db.localVersions);
  const leaves = new ItemIndexes(shares.leaves);
  const metrics = new Metrics(log);
  const work = startWork({ config, db, images, log, sealing, clock, indexBytes: shares.indexes });
  const { gate, routes: accessRoutes, close: closeAccess } = createAccess({ config, db, log, now, firstUser, sealing });
  const requests = new Requests({
    metrics,
    log,
    cors: createCors(config.corsOrigins),
    trust: createTrust(config),
    otherwise: (request) => screenOf(editor, gate, request, address),
    page: (problem, requestId, request) =>
      errorPage({ db, shopName: config.shopName }, problem, requestId, request)?.then(asPage),
  });

  const ask = asking(db, work.indexes);
  const downloads = new Downloads({ db, clock, log, address, keepOpen });
  const catalog = { db, now, clock, config, cache, leaves, images, ask, downloads, sealing, address, keepOpen };
  const routes = [...catalogRoutes({ ...catalog, ...work }), ...accessRoutes];
  addRoutes(requests, routes, { gate, address, now, db });
  addPictures(requests, { images, gate, address });
  addGauges(metrics, { db, live: work.live, cache, leaves, indexes: work.indexes });
  addPages(requests, [
    metricsPage(metrics, { gate, address, now }),
    ...docsRoutes(routes),
    ...accessPages({ db, shopName: config.shopName }),
  ]);
  const readiness = addHealthChecks(requests, db);

  return {
    fetch(request, from) {
      peers ??= from;
      noticeProxy(request);
      return requests.answer(request);
    },
    get inFlight() {
      return metrics.inFlight;
    },
    get isWatched() {
      return readiness.isWatched;
    },
    startPreparing: () => work.preparation.start(),
    leave() {
      readiness.leave();
      requests.leave();
    },
    drain: () => requests.drain(),
    async close() {
      await Promise.all([work.close(), closeAccess()]);
    },
  };
}

type WorkParts = Pick<Parts, "config" | "db" | "images" | "log" | "sealing"> & { clock: Clock; indexBytes: number };

/** Starts what goes on beside the requests: what follows the log, long work, and cleaning up. */
function startWork({ config, db, images, log, sealing, clock, indexBytes }: WorkParts) {
  const { dataDir, publicUrl, retention } = config;
  const { trashMs } = retention;
  const indexes = new Indexes({ db, folder: join(dataDir, "search"), maxBytes: indexBytes, log });
  const live = new LiveHub(db, log, clock);
  const webhooks = new WebhookDispatcher(db, log, { settings: config.webhooks, sealing, clock });
  const inbox = new ImportInbox(join(dataDir, "imports"), config.incoming);
  const endSweeping = sweepFolders([inbox, images.inbox], clock, log);
  const imports = new ImportRunner(db, log, clock, {
    images,
    publicUrl,
    trashMs,
    onEnd: () => preparation.importEnded(),
  });
  const undos = new UndoRunner(db, log, clock, trashMs);
  const isBusy = () => imports.isWorking || undos.isWorking;
  const preparation = new IndexPreparation({ db, indexes, log, clock, isBusy });
  const endPruning = startPruning(db, retentionJobs(retention), clock, log);
  return {
    indexes,
    preparation,
    live,
    webhooks,
    inbox,
    imports,
    undos,
    async close() {
      endSweeping();
      await Promise.all([
        preparation.close(),
        indexes.close(),
        live.close(),
        webhooks.close(),
        imports.close(),
        undos.close(),
        endPruning(),
      ]);
    },
  };
}

type Work = ReturnType<typeof startWork>;

type CatalogParts = Pick<Parts, "config" | "db" | "images" | "sealing"> &
  Omit<Work, "indexes" | "close"> & {
    now: () => number;
    clock: Clock;
    cache: BodyCache;
    leaves: ItemIndexes;
    ask: ReturnType<typeof asking>;
    downloads: Downloads;
    address: AddressOf;
    keepOpen: (request: Request, seconds: number) => void;
  };

/** The API but for people, keys and sign-in. */
function catalogRoutes(parts: CatalogParts): Route[] {
  const { db, now, clock, config, cache, leaves, images, live, ask, downloads, undos, webhooks, sealing } = parts;
  const { address, keepOpen, inbox, imports } = parts;
  const { publicUrl } = config;
  return [
    ...projectRoutes(db),
    ...manageProjectsRoutes({ db, now }),
    ...treeRoutes(db, cache),
    ...itemRoutes(db, cache, leaves),
    ...commentRoutes(db, now),
    ...imageRoutes(db, images, publicUrl, { address, keepOpen }),
    ...changeRoutes({ db, undos, trashMs: config.retention.trashMs, now, address, keepOpen }),
    ...liveRoutes(db, live, now, address),
    ...searchRoutes(db, ask),
    ...translationRoutes(db, ask),
    ...bulkRoutes(db, ask),
    ...exportRoutes(db, ask, downloads),
    ...importRoutes({ db, inbox, runner: imports, images, publicUrl, address, keepOpen }),
    ...importDetailRoutes(db, downloads),
    ...mappingRoutes(db),
    ...viewRoutes(db, now),
    ...webhookRoutes(db, webhooks, { settings: config.webhooks, sealing, clock }),
  ];
}

type Gate = ReturnType<typeof createAccess>["gate"];
type AddressOf = (request: Request) => string;

function addRoutes(
  requests: Requests,
  routes: readonly Route[],
  { gate, address, now, db }: { gate: Gate; address: AddressOf; now: () => number; db: Db },
): void {
  for (const route of routes) {
    const { method, path } = route.endpoint;
    requests.add(method, path, (request, params, requestId, target) =>
      gate
        ? gate.pass(request, route.endpoint, address(request), (caller) =>
            answer(request, params, route, { target, requestId, caller, now, db }),
          )
        : answer(request, params, route, { target, requestId, caller: anyone, now, db }),
    );
  }
}

/** Pictures are public, as the marketplace shows them: the hash is all that a client needs. */
function addPictures(
  requests: Requests,
  { images, gate, address }: { images: Images; gate: Gate; address: AddressOf },
): void {
  requests.add("GET", "/uploads/:file", (request, params) => {
    const from = () => address(request);
    const asker = { address: from, pay: (work: number) => gate?.payForPicture(from(), work) };
    return serveImage(images, request, params.file ?? "", asker);
  });
}

type Measured = { db: Db; live: LiveHub; cache: BodyCache; leaves: ItemIndexes; indexes: Indexes };

function addGauges(metrics: Metrics, { db, live, cache, leaves, indexes }: Measured): void {
  metrics.gauge("live_listeners", "Open streams of events.", () => live.listeners);
  metrics.gauge("webhooks_in_trouble", "Webhooks that are paused or whose last attempt failed.", () =>
    db.read(webhooksInTrouble),
  );
  metrics.gauge("cache_bytes", "Memory of the caches, by parts of CACHE_MB.", () => ({
    ...cache.bytes,
    leaves: leaves.bytes,
    indexes: indexes.bytes,
  }));
}

type Page = { path: string; handle(request: Request): Response | Promise<Response> };

/** Metrics reveal traffic, so reading them requires a key. */
function metricsPage(
  metrics: Metrics,
  { gate, address, now }: { gate: Gate; address: AddressOf; now: () => number },
): Page {
  const figures = async () => new Response(await metrics.text(), { headers: { "content-type": metrics.contentType } });
  const readers = gate && new FigureReaders(gate, now);
  return {
    path: "/metrics",
    handle: (request) => (readers ? readers.pass(request, address(request), figures) : figures()),
  };
}

function addPages(requests: Requests, pages: readonly Page[]): void {
  for (const { path, handle } of pages) requests.add("GET", path, async (request) => asPage(await handle(request)));
}

function addHealthChecks(requests: Requests, db: Db): Readiness {
  const readiness = new Readiness();
  requests.addHealthCheck("/healthz", () => asPage(Response.json({ status: "ok" })));
  requests.addHealthCheck("/readyz", async () => {
    readiness.check();
    await db.ready();
    return asPage(Response.json({ status: "ready" }));
  });
  return readiness;
}
