import type { Browser, BrowserContext, Locator, Page, Route } from "playwright-core";
import { type CatalogClient, createClient } from "../../contract/client.ts";
import {
  chromiumPaths,
  desk,
  hasChromium,
  launchChromium,
  newWindow,
  patienceMs,
  type WindowOptions,
} from "../support/chromium.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Without a browser these tests are skipped, with a warning. */
export const hasBrowser = hasChromium;
if (!hasBrowser) {
  console.warn(`No Chromium at ${chromiumPaths.join(" or ")}: the browser tests of the editor are skipped.`);
}

export type Start = {
  /** Fills the data directory before the service opens it. */
  prepare?(dataDir: string): Promise<void>;
  env?: Record<string, string>;
};

async function startTrial({ prepare, env }: Start): Promise<Service> {
  const dataDir = temporaryFolder();
  await prepare?.(dataDir);
  return startService({ SEED: prepare ? "none" : "demo", ...env, DATA_DIR: dataDir });
}

export type Bench = Service & {
  api: CatalogClient;
  /**
   * A page in a new window, without cookies, storage or edits of others; with a cookie, as the person whose session it is.
   * Errors in its console go to `errors`.
   */
  open(path: string, options?: WindowOptions & { cookie?: string }): Promise<Page>;
  /**
   * The same in one shared window, which is reset first. A new window takes two seconds of CPU time more, mostly to parse
   * the same scripts again. Each `person` has such a window. `blank` has no scripts, to prepare what a page will meet.
   */
  visit(path: string, options?: { person?: string; cookie?: string }): Promise<Page>;
  /** An empty page whose clock stands still until the test moves it. */
  openStopped(options?: WindowOptions): Promise<Page>;
  /** All errors that pages wrote to the console or threw. */
  errors: string[];
};

/** Network errors that tests cause on purpose. */
const expected = /Failed to load resource|net::ERR_/;

/** One browser for all tests of a run. */
let browser: Promise<Browser> | undefined;

/** A page of the service without scripts. */
export const blank = "/healthz";

/** Removes everything that a test did to the page or stored in it. */
async function reset(page: Page, url: string): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().unrouteAll({ behavior: "ignoreErrors" });
  await page.context().setOffline(false);
  // Nothing can write any more.
  await page.goto(url + blank);
  await page.mouse.move(0, 0);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  const { width, height } = page.viewportSize() ?? desk;
  if (width !== desk.width || height !== desk.height) await page.setViewportSize(desk);
  await page.context().clearCookies();
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = "" } of await indexedDB.databases()) {
      await new Promise((done, failed) => {
        Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: failed });
      });
    }
  });
}

const signInWith = (page: Page, url: string, cookie: string) => {
  const [name = "", value = ""] = cookie.split("=");
  return page.context().addCookies([{ name, value, url }]);
};

export async function startBench(start: Start = {}): Promise<Bench> {
  browser ??= launchChromium();
  const [service, shared] = await Promise.all([startTrial(start), browser]);
  const errors: string[] = [];
  const contexts: BrowserContext[] = [];
  const listenTo = (page: Page) => {
    page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !expected.test(message.text())) errors.push(message.text());
    });
  };
  const newPage = async (options: WindowOptions = {}) => {
    // A service worker would hide requests from tests that count or intercept them.
    const context = await newWindow(shared, { serviceWorkers: "block", ...options });
    contexts.push(context);
    return context.newPage();
  };
  const open: Bench["open"] = async (path, { cookie, ...options } = {}) => {
    const page = await newPage(options);
    if (cookie) await signInWith(page, service.url, cookie);
    listenTo(page);
    if (path !== "about:blank") await page.goto(service.url + path);
    return page;
  };
  const windows = new Map<string, Page>();
  return {
    ...service,
    api: createClient(service.url),
    errors,
    open,
    async openStopped(options) {
      const page = await open("about:blank", options);
      await page.clock.install({ time: 0 });
      // The clock runs until it is paused, and cannot be paused at a time that has passed.
      await page.clock.pauseAt(patienceMs);
      return page;
    },
    async visit(path, { person = "", cookie } = {}) {
      const before = windows.get(person);
      const page = before && !before.isClosed() ? before : await newPage();
      if (page === before) await reset(page, service.url);
      windows.set(person, page);
      if (cookie) await signInWith(page, service.url, cookie);
      listenTo(page);
      await page.goto(service.url + path);
      return page;
    },
    async stop() {
      await Promise.all(contexts.map((context) => context.close()));
      return service.stop();
    },
  };
}

/** Tests ask the API what is stored, and do not infer it from the screen. */
export { until } from "../support/until.ts";

export const projectId = "aurora-market";

/** A new category with a leaf and these items. */
export async function makeLeaf(api: CatalogClient, name: string, items: string[] = []) {
  const category = (await api.createCategory({ params: { projectId }, body: { name: `${name} department` } })).data;
  const params = { categoryId: category.id };
  const leaf = (await api.createSubcategory({ params, body: { name } })).data;
  const made = [];
  for (const [priority, item] of items.entries()) {
    const body = { name: item, priority, price: 100 + priority };
    made.push((await api.createItem({ params: { subcategoryId: leaf.id }, body })).data);
  }
  return { category, leaf, items: made };
}

/** The requests of the editor to the API, and its checks whether the service is reachable. */
export const wire = /\/(api\/|readyz$)/;

/** Simulates a lost network for writes: reads work, writes fail, and the service seems unreachable. */
export const cutWrites = (route: Route) =>
  route.request().method() === "GET" && !route.request().url().endsWith("/readyz") ? route.continue() : route.abort();

/** Scrolls to the comments of the open item, which are drawn when they come near. */
export const toComments = (page: Page) => page.locator("[data-section=comments]").scrollIntoViewIfNeeded();

export const saved = (page: Page) => page.locator('.save-status[data-status="saved"]').waitFor();

/** Opens the list of a choice and takes the option with this label. */
export async function chooseOption(choice: Locator, label: string): Promise<void> {
  await choice.click();
  await choice.page().getByRole("option", { name: label, exact: true }).click();
  await choice.and(choice.page().locator("[aria-expanded=false]")).waitFor();
}
