import { screenPath } from "../../../contract/constants.ts";
import { cacheOf, cachePrefix, isGatewayFault } from "./build-cache.ts";

/** The name of the build that this worker belongs to; the bundler fills it in. */
declare const BUILD: string;

type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Asked = Event & { request: Request; respondWith(answer: Promise<Response>): void };
type WorkerScope = {
  addEventListener(type: "install" | "activate", heard: (event: Lasting) => void): void;
  addEventListener(type: "fetch", heard: (event: Asked) => void): void;
  clients: { claim(): Promise<void> };
};
/** The types of workers contradict those of pages, and both are checked together. */
const worker = self as unknown as WorkerScope;

const ownCache = cacheOf(BUILD);
const pageKey = "/";
/** How long a page may take before the stored one is shown in its place. */
const pageWaitMs = 4_000;

/** The page comes last: a cache that has one is complete. An installation that was cut off goes on where it was. */
async function storeBuild(): Promise<void> {
  const page = await fetch(pageKey, { cache: "no-cache" });
  // Without a session this is the sign-in page. During an update another node may still send the page of its own build.
  if (!page.ok || page.redirected || !(await page.clone().text()).includes(`data-build="${BUILD}"`))
    throw new Error(`The service does not send the page of build ${BUILD} now.`);
  const cache = await caches.open(ownCache);
  const files: string[] = await (await fetch(`/assets/${BUILD}.json`)).json();
  // One after another: whoever uses the editor meanwhile goes first.
  for (const file of files) if (!(await cache.match(file))) await cache.add(file);
  await cache.put(pageKey, page);
  await dropUnused();
}

/** Removes all builds that no page uses any more. A page holds a lock with the name of its build's cache. */
async function dropUnused(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const used = new Set([ownCache, ...held.map(({ name }) => name)]);
  for (const name of await caches.keys())
    if (name.startsWith(cachePrefix) && !used.has(name)) await caches.delete(name);
}

/** The page of the newest complete build, whose files are all in the same cache. */
async function storedPage(): Promise<Response | undefined> {
  for (const name of (await caches.keys()).reverse()) {
    if (!name.startsWith(cachePrefix)) continue;
    const page = await (await caches.open(name)).match(pageKey);
    if (page) return page;
  }
  return undefined;
}

/** From the network, so that updates, redirects and errors arrive; from this device if there is no network. */
async function pageFor(request: Request): Promise<Response> {
  const sent = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, pageWaitMs));
  const answer = await Promise.race([sent, late]).catch(() => undefined);
  if (answer && !isGatewayFault(answer.status)) return answer;
  return (await storedPage()) ?? sent;
}

/** A file of any build has a name of its own, so that it does not matter which worker finds it. */
const assetFor = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

worker.addEventListener("install", (event) => event.waitUntil(storeBuild()));

worker.addEventListener("activate", (event) => event.waitUntil(Promise.all([worker.clients.claim(), dropUnused()])));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && screenPath.test(pathname)) event.respondWith(pageFor(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(assetFor(request));
});
