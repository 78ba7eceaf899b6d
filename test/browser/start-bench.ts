import type { Browser, BrowserContext, Locator, Page, Route } from "playwright-core";
import { type CatalogClient, createClient } from "../../contract/client.ts";
import type { Item } from "../../contract/items.ts";
import { limits } from "../../contract/limits.ts";
import {
  chromiumPaths,
  desk,
  hasChromium,
  launchChromium,
  looks,
  newWindow,
  patienceMs,
  type WindowOptions,
} from "../support/chromium.ts";
import { type Service, startService } from "../support/start-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { settled } from "./screenshots.ts";
import { type Staff, signUp } from "./signed-in.ts";

/** Without a browser these tests are skipped, with a warning. */
export const hasBrowser = hasChromium;
if (!hasBrowser) {
  console.warn(`No Chromium at ${chromiumPaths.join(" or ")}: the browser tests of the editor are skipped.`);
}

/** The project of the demo catalog. */
export const demoId = "aurora-market";

export type Start = {
  /** A new, empty project for this file. Without one, the file reads the demo catalog and changes nothing in it. */
  projectId?: string;
  /** A service for this file alone, with these settings. The other files share one of each kind. */
  alone?: {
    env?: Record<string, string>;
    /** Fills the data directory before the service opens it. */
    prepare?(dataDir: string): Promise<void>;
  };
};

export type Bench = Service & {
  api: CatalogClient;
  /** The project of this file. */
  projectId: string;
  /** The address of that project. */
  at: string;
  /** A new category in that project, with a leaf and these items. */
  makeLeaf(name: string, items?: readonly string[]): ReturnType<typeof makeLeaf>;
  /**
   * A page in a new window, without cookies, storage or edits of others; with a cookie, as the person whose session it is.
   * Errors in its console go to `errors`. A new window takes a second or two of CPU time, mostly to compile the scripts:
   * for tests that are about windows.
   */
  open(path: string, options?: WindowOptions & { cookie?: string }): Promise<Page>;
  /**
   * The same in a window that the files of a run share, and that is reset first. Each `person` has such a window. `blank`
   * has no scripts, to prepare what a page will meet. A test about what moves asks for motion.
   */
  visit(path: string, options?: { person?: string; cookie?: string; reducedMotion?: "no-preference" }): Promise<Page>;
  /** An empty page whose clock stands still until the test moves it. */
  openStopped(options?: WindowOptions): Promise<Page>;
  /** All errors that pages wrote to the console or threw. */
  errors: string[];
};

/** Network errors that tests cause on purpose. */
const expected = /Failed to load resource|net::ERR_/;

/** A page of the service without scripts. */
export const blank = "/healthz";

/**
 * A host that the shared services may fetch pictures from. A file gives it answers with `reload`, and it lives as long as
 * those services.
 */
export const pictureHost = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  // A test may hold an answer back for as long as it needs.
  idleTimeout: 0,
  fetch: () => new Response("no picture", { status: 404 }),
});
pictureHost.unref();

/** What the files of a run share. A test that times out takes its processes with it, and the next file starts them anew. */
let browser: Promise<Browser> | undefined;
const services = new Map<string, Promise<Service>>();
const windows = new Map<string, Page>();

/** A page of a test is gone before it has won back what the last optimizing compiler takes: 4 to 8 % of all CPU time. */
const withoutLastCompiler = ["--js-flags=--no-turbofan"];

async function sharedBrowser(): Promise<Browser> {
  if (!(await browser)?.isConnected()) browser = launchChromium(withoutLastCompiler);
  return browser as Promise<Browser>;
}

async function sharedService(access: "open" | "required"): Promise<Service> {
  if (!(await services.get(access))?.running())
    services.set(
      access,
      startService({
        SEED: "demo",
        ACCESS: access,
        LOG_LEVEL: "warn",
        IMAGE_FETCH_ALLOW: `127.0.0.1:${pictureHost.port}`,
      }),
    );
  return services.get(access) as Promise<Service>;
}

async function ownService({ env, prepare }: NonNullable<Start["alone"]>): Promise<Service> {
  const dataDir = temporaryFolder();
  await prepare?.(dataDir);
  return startService({ SEED: prepare ? "none" : "demo", ...env, DATA_DIR: dataDir });
}

/** Removes everything that a test did to the page or stored in it. */
async function reset(page: Page, url: string): Promise<void> {
  page.removeAllListeners();
  // Another tab would keep its databases open, and one that is open cannot be deleted.
  for (const other of page.context().pages()) if (other !== page) await other.close();
  // Work that was not saved is part of what is removed.
  page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().unrouteAll({ behavior: "ignoreErrors" });
  await page.context().setOffline(false);
  await page.context().clearPermissions();
  // Nothing can write any more.
  await page.goto(url + blank);
  await page.mouse.move(0, 0);
  await page.emulateMedia(looks);
  const { width, height } = page.viewportSize() ?? desk;
  if (width !== desk.width || height !== desk.height) await page.setViewportSize(desk);
  await page.context().clearCookies();
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = "" } of await indexedDB.databases()) {
      await new Promise((done, failed) => {
        const onblocked = () => failed(new Error(`The database ${name} is still open.`));
        Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: failed, onblocked });
      });
    }
  });
  page.removeAllListeners();
}

/**
 * Without a service worker, a page fetches all files of the editor four seconds after it was loaded, which takes more CPU
 * time than most tests; but not for a person who saves data.
 */
export async function saveData(page: Page, dataSaverEnabled: boolean): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setDataSaverOverride", { dataSaverEnabled });
}

const signInWith = (page: Page, url: string, cookie: string) => {
  const [name = "", value = ""] = cookie.split("=");
  return page.context().addCookies([{ name, value, url }]);
};

/** On the service that the files share and where nobody signs in, or on one for this file alone. */
export async function startBench({ projectId, alone }: Start = {}): Promise<Bench> {
  const service = await (alone ? ownService(alone) : sharedService("open"));
  return benchOn(service, createClient(service.url), projectId, alone !== undefined);
}

/** On the service that the files share and where people sign in. `api` is the client of the admin. */
export async function startSignedInBench({
  projectId,
}: {
  projectId?: string;
} = {}): Promise<Bench & { staff: Staff }> {
  const service = await sharedService("required");
  const staff = await signUp(service, "anna");
  return { ...(await benchOn(service, staff.admin, projectId, false)), staff };
}

async function benchOn(
  service: Service,
  api: CatalogClient,
  projectId: string | undefined,
  alone: boolean,
): Promise<Bench> {
  const shared = await sharedBrowser();
  const { url } = service;
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
    const page = await context.newPage();
    await saveData(page, true);
    return page;
  };
  const open: Bench["open"] = async (path, { cookie, ...options } = {}) => {
    const page = await newPage(options);
    contexts.push(page.context());
    if (cookie) await signInWith(page, url, cookie);
    listenTo(page);
    if (path !== "about:blank") await page.goto(url + path);
    return page;
  };
  if (projectId) await api.createProject({ body: { id: projectId, displayName: projectId } });
  const own = projectId ?? demoId;
  return {
    ...service,
    api,
    projectId: own,
    at: `/projects/${own}`,
    makeLeaf: (name, items) => makeLeaf(api, own, name, items),
    errors,
    open,
    async openStopped(options) {
      const page = await open("about:blank", options);
      await page.clock.install({ time: 0 });
      // The clock runs until it is paused, and cannot be paused at a time that has passed.
      await page.clock.pauseAt(patienceMs);
      return page;
    },
    async visit(path, { person = "", cookie, reducedMotion } = {}) {
      const key = `${url} ${person}`;
      const before = windows.get(key);
      const page = before && !before.isClosed() ? before : await newPage();
      if (page === before) await reset(page, url);
      windows.set(key, page);
      if (cookie) await signInWith(page, url, cookie);
      if (reducedMotion) await page.emulateMedia({ reducedMotion });
      listenTo(page);
      await page.goto(url + path);
      return page;
    },
    async stop() {
      await Promise.all(contexts.map((context) => context.close()));
      if (!alone) return 0;
      for (const [key, page] of windows) {
        if (!key.startsWith(`${url} `)) continue;
        windows.delete(key);
        await page.context().close();
      }
      return service.stop();
    },
  };
}

/** Goes to another address of the editor in a page that has loaded it, as a link does: far cheaper than to load it again. */
export async function goTo(page: Page, path: string): Promise<void> {
  // The editor follows the address from its first draw on.
  await page.locator(".top-bar").waitFor({ state: "attached" });
  // A test may have left something open, which the next one must not meet.
  const open = page.locator('[role="dialog"], [role="menu"]');
  const isOpen = async () => (await open.count()) > 0;
  // A key may be for something inside of a dialog, so that the next one closes it.
  await until(async () => {
    if (!(await isOpen())) return true;
    await page.keyboard.press("Escape");
    await settled(page);
    return !(await isOpen());
  }, "what was open is closed");
  await page.evaluate((to) => history.pushState(null, "", to), path);
}

/** Tests ask the API what is stored, and do not infer it from the screen. */
export { until };

/** From this many items on, one request creates them all, as one change. */
const manyItems = 20;

/** A new category with a leaf and these items. */
async function makeLeaf(api: CatalogClient, projectId: string, name: string, items: readonly string[] = []) {
  const category = (await api.createCategory({ params: { projectId }, body: { name: `${name} department` } })).data;
  const leaf = (await api.createSubcategory({ params: { categoryId: category.id }, body: { name } })).data;
  const bodies = items.map((item, priority) => ({ name: item, priority, price: 100 + priority }));
  const subcategoryId = leaf.id;
  const made: Item[] = [];
  if (bodies.length < manyItems) {
    for (const body of bodies) made.push((await api.createItem({ params: { subcategoryId }, body })).data);
  } else {
    for (let from = 0; from < bodies.length; from += limits.rows) {
      const rows = bodies.slice(from, from + limits.rows).map((data) => ({ subcategoryId, data }));
      await api.saveItemRows({ body: { rows } });
    }
    for (let page = 1; made.length < bodies.length; page++) {
      made.push(
        ...(await api.listItems({ params: { subcategoryId }, query: { page, limit: limits.maxLimit } })).data.items,
      );
    }
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
