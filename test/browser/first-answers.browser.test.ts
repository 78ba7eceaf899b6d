import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page, Request } from "playwright-core";
import { restMs } from "../../web/platform/offline/store-program.ts";
import { type Bench, blank, demoId, hasBrowser, saveData, startBench, until } from "./start-bench.ts";

/** Where the tests may write. */
const projectId = "first-answers";

describe.skipIf(!hasBrowser)("the first requests of a page", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    await bench.makeLeaf("Early shelf");
  });
  afterAll(() => bench?.stop());

  /** The catalog has just been created. The event stream reports that, and the page would request everything again. */
  async function holdEvents(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/events\b/, async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  }

  /** Resolves when the module and all its imports are loaded. */
  const loaded = (page: Page, module: Request) => page.evaluate((url) => import(url), module.url());

  test("are sent once, and the rest of the program is loaded later and then works without the network", async () => {
    const subcategory = "flagship-smartphones";
    const { items } = (await bench.api.listItems({ params: { subcategoryId: subcategory } })).data;
    const page = await bench.openStopped({ serviceWorkers: "allow" });
    await holdEvents(page);
    const urls: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/") && request.method() === "GET") urls.push(pathname + search);
    });
    const first = [
      "/api/session",
      "/api/projects",
      `/api/projects/${demoId}/categories?lang=en`,
      `/api/subcategories/${subcategory}/items?lang=en&page=1&limit=100&etags=true`,
      `/api/items/${items[0]?.id}?lang=en`,
      `/api/projects/${demoId}/views`,
    ];
    const panel = page.waitForRequest(/\/item-panel-/);
    await page.goto(`${bench.url}/projects/${demoId}?subcategory=${subcategory}&item=${items[0]?.id}`);
    for (const drawn of [".tree-row", ".grid-name"]) await page.locator(drawn).first().waitFor();
    await loaded(page, await panel);
    // React shows a panel that had to be loaded after a short delay, and takes it up at a time of its own: the clock
    // goes on in steps until then. An item is fresh for two seconds.
    const stepMs = restMs / 80;
    let passed = 0;
    for (; passed < restMs / 4 && !(await page.locator(".panel-body").isVisible()); passed += stepMs) {
      await page.clock.runFor(stepMs);
    }
    await page.locator(".panel-body").waitFor();
    await page.clock.runFor(restMs - passed);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    expect(urls.slice(0, first.length)).toEqual(first);
    for (const url of first) expect([url, urls.filter((one) => one === url).length]).toEqual([url, 1]);
    expect(bench.errors).toEqual([]);

    await page.clock.resume();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Price" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".tree-row", { hasText: "Flagship" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    await page.context().close();
  });

  test("are followed by all files where there is no service worker, but not for a person who saves data", async () => {
    const start = async (savesData: boolean) => {
      const page = await bench.openStopped();
      await saveData(page, savesData);
      const lists: string[] = [];
      page.on("request", (request) => /\/assets\/\w+\.json$/.test(request.url()) && lists.push(request.url()));
      await page.goto(`${bench.url}/`);
      await page.locator(".project-card").first().waitFor();
      await page.clock.runFor(restMs);
      return lists;
    };
    // The second page is at the same point later than the first.
    const [saved, usual] = [await start(true), await start(false)];
    await until(() => usual.length === 1, "the list of files is requested");
    expect(saved).toEqual([]);
  });

  test("are repeated if they fail, and changes are shown, before the event stream starts and later", async () => {
    const page = await bench.visit(blank);
    let refused = 0;
    const letEvents = await holdEvents(page);
    await page.route("**/categories?lang=en", (route) => (refused++ === 0 ? route.abort() : route.continue()));
    await page.goto(bench.url + bench.at);
    await page.locator(".tree-row").first().waitFor();
    expect(refused).toBe(2);
    await bench.makeLeaf("Between");
    letEvents();
    await page.locator(".tree-row", { hasText: "Between" }).waitFor();
    await bench.makeLeaf("Afterwards");
    await page.locator(".tree-row", { hasText: "Afterwards" }).waitFor();
  });

  test("a refused event stream, as from a service that is starting, is requested again", async () => {
    const page = await bench.visit(blank);
    let refused = 0;
    await page.route(/\/events\b/, (route) => (refused++ === 0 ? route.fulfill({ status: 503 }) : route.continue()));
    await page.goto(bench.url + bench.at);
    await page.locator(".tree-row").first().waitFor();
    await until(() => refused === 2, "the stream is requested again");
    await bench.makeLeaf("Again");
    await page.locator(".tree-row", { hasText: "Again" }).waitFor();
  });

  test("a menu that is loaded on first use takes the focus and gives it back", async () => {
    const page = await bench.visit(`/projects/${demoId}?subcategory=flagship-smartphones`);
    const columns = page.getByRole("button", { name: "Columns" });
    await columns.focus();
    // The tooltip also appears on focus, and disappears with Escape.
    await page.locator(".tip", { hasText: "Columns" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".tip").waitFor({ state: "detached" });
    expect(await columns.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemcheckbox", { name: "Price" }).waitFor();
    expect(await columns.getAttribute("aria-expanded")).toBe("true");
    await page.waitForFunction(() => document.activeElement?.closest("[role=menu]"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await page.getByRole("menuitemcheckbox", { name: "Price" }).waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Columns");
    await columns.click();
    await page.getByRole("menuitemcheckbox", { name: "Price" }).waitFor();
    await columns.click();
    await page.getByRole("menuitemcheckbox", { name: "Price" }).waitFor({ state: "detached" });
    expect(bench.errors).toEqual([]);
  });
});
