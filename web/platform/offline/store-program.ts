import { cacheOf } from "./build-cache.ts";

/** When the first screen has long been drawn. */
export const restMs = 4_000;

const build = () => document.documentElement.dataset.build ?? "";

/**
 * Stores the whole program on the device when nothing else happens. Before that, takes a lock for as long as the page
 * lives: while it is held, no service worker removes the files of this build. `loadLater`: what has to be there before it
 * is used for the first time, such as the spreadsheet: a copy must be on the clipboard before its event ends.
 */
export function storeProgram(loadLater: () => Promise<unknown>) {
  const open = () => new Promise<never>(() => {});
  navigator.locks?.request(cacheOf(build()), { mode: "shared" }, open).catch(() => undefined);
  setTimeout(() => void storeNow(loadLater), restMs);
}

async function storeNow(loadLater: () => Promise<unknown>) {
  await loadLater().catch(() => undefined);
  const worker = await navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);
  if (worker) (await import("./seen.ts")).rememberSeen();
  else if (!savesData()) await fetchAll();
}

/** Whether the person asked the browser to load as little as possible. Not every browser says it. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Without a service worker, as over plain http on a network, the browser's own cache holds the files for a while. */
async function fetchAll() {
  try {
    const files: string[] = await (await fetch(`/assets/${build()}.json`)).json();
    for (const file of files) await (await fetch(file, { priority: "low" })).arrayBuffer();
  } catch {
    // What is missing is fetched when it is needed.
  }
}
