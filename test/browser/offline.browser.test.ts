import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Front, startFront } from "./editor-front.ts";
import { onDevice } from "./on-device.ts";
import {
  type Bench,
  blank,
  hasBrowser,
  saved,
  startBench,
  startSignedInBench,
  toComments,
  until,
} from "./start-bench.ts";

const projectId = "offline";

/** Until the service worker has the whole program. */
const stored = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** The answers that are stored on the device, each as its key and what it says. */
const seen = async (page: Page): Promise<string[]> =>
  (await onDevice<{ hash: string; data: unknown }>(page, "catalog-seen", "answers")).map(
    ({ hash, data }) => `${hash} ${JSON.stringify(data)}`,
  );

/** Waits until for each of these some stored answer has all its parts. */
const isSeen = (page: Page, ...wanted: string[][]) =>
  until(
    async () => {
      const all = await seen(page);
      return wanted.every((parts) => all.some((answer) => parts.every((part) => answer.includes(part))));
    },
    `${wanted.join(" and ")} is stored`,
  );

const offlineStatus = (page: Page) => page.locator('.save-status[data-status="offline"]').waitFor();
const build = (page: Page) => page.evaluate(() => document.documentElement.dataset.build ?? "");
const caches = (page: Page) => page.evaluate(() => window.caches.keys());

describe.skipIf(!hasBrowser)("the editor without the service", () => {
  let bench: Bench;
  let front: Front;
  /** In a window with a service worker, at an address of its own. To store the program takes seconds, so tests share it. */
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    await bench.makeLeaf("Attic");
    front = startFront(bench.url);
    page = await bench.open("about:blank", { serviceWorkers: "allow" });
  });
  afterAll(async () => {
    await bench?.stop();
    await front?.stop();
  });

  test("opens from any address after the first visit, with what was seen last and what was typed since", async () => {
    const { leaf, items } = await bench.makeLeaf("Cellar", ["Lamp", "Vase"]);
    const list = `/projects/${projectId}?subcategory=${leaf.id}`;
    await page.goto(front.url + list);
    await page.locator(".grid-name", { hasText: "Lamp" }).waitFor();
    await stored(page);
    // What was saved after the list was read belongs to what was seen.
    await page.locator(".grid-name", { hasText: "Vase" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Blue vase");
    await saved(page);
    await isSeen(page, ['["tree"'], ['["projects"]'], [`["items","own","${leaf.id}"`, "Blue vase"]);

    await front.cut();
    await page.goto(front.url + list);
    await page.locator(".grid-name", { hasText: "Blue vase" }).waitFor();
    await offlineStatus(page);
    // An item that was never opened is in the list.
    await page.locator(".grid-name", { hasText: "Lamp" }).click();
    await page.getByLabel("Price", { exact: true }).fill("77");
    await page.locator('.save-status[data-status="waiting"]').waitFor();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.goto(`${front.url}${list}&item=${items[0]?.id}`);
    await page.locator(".grid-name", { hasText: "Lamp" }).waitFor();
    await page.locator(".grid-row", { hasText: "Lamp" }).getByText("77").waitFor();

    page.once("dialog", (dialog) => void dialog.accept());
    await page.goto(`${front.url}/`);
    await page.locator(".project-card").first().waitFor();

    front.restore();
    await saved(page);
    expect((await bench.api.getItem({ params: { itemId: items[0]?.id ?? "" } })).data.price).toBe(77);
  });

  test("every screen opens by address and by click, and one that was never seen says so until the service is back", async () => {
    await page.goto(`${front.url}/projects/${projectId}`);
    await page.getByRole("treeitem").first().waitFor();
    await stored(page);
    await isSeen(page, ['["tree"']);
    await front.cut();
    const unseen = page.getByText("You are offline");
    for (const path of [
      "/people",
      ...["translations", "history", "import"].map((name) => `/projects/${projectId}/${name}`),
    ]) {
      await page.goto(front.url + path);
      await page.locator(".top-bar").waitFor();
      await unseen.first().waitFor();
    }
    await page.goto(`${front.url}/projects/${projectId}`);
    await page.getByRole("treeitem").first().waitFor();
    await page.getByRole("link", { name: "History" }).click();
    await unseen.first().waitFor();
    await page.getByRole("link", { name: "Translations" }).click();
    await unseen.first().waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitemradio", { name: "Русский" }).click();
    await page.getByText("Нет сети").first().waitFor();
    await page.keyboard.press("Escape");

    front.restore();
    await page.locator(".board-row").first().waitFor();
    await saved(page);
    await page.evaluate(() => localStorage.removeItem("editor-language"));
  });

  test("only screens of the editor are answered from the device, also when a proxy answers for the service", async () => {
    await page.goto(front.url);
    await stored(page);
    await isSeen(page, ['["projects"]']);
    const missing = await page.goto(`${front.url}/no-such-page`);
    expect(missing?.status()).toBe(404);
    expect(missing?.fromServiceWorker()).toBe(false);
    const script = await page.request.get(`${front.url}/service-worker.js`);
    expect(script.headers()).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "text/javascript; charset=utf-8",
    });
    front.refuse();
    expect((await page.goto(`${front.url}/no-such-page`))?.status()).toBe(502);
    await page.goto(`${front.url}/`);
    await page.locator(".project-card").first().waitFor();
    front.restore();
  });

  test("a new build arrives with the next visit, an open page keeps its own, and old builds are removed", async () => {
    const { leaf, items } = await bench.makeLeaf("Builds", ["Lamp"]);
    const path = `/projects/${projectId}?subcategory=${leaf.id}&item=${items[0]?.id}`;
    await page.goto(front.url + path);
    await page.getByLabel("Name", { exact: true }).waitFor();
    await stored(page);
    const first = await build(page);
    await isSeen(page, ['["tree"']);
    await page.route(/\/(api\/|readyz$)/, (route) =>
      route.request().method() === "GET" ? route.continue() : route.abort(),
    );
    await page.getByLabel("Name", { exact: true }).fill("Typed before the update");

    await front.update("Marketplaces");
    const other = await page.context().newPage();
    await other.goto(`${front.url}/`);
    await other.getByRole("heading", { name: "Marketplaces" }).waitFor();
    const second = await build(other);
    expect(second).not.toBe(first);
    await until(async () => (await caches(other)).length === 2, "both builds are stored");
    // The service no longer has this file of the first build.
    await page.getByRole("link", { name: "History" }).click();
    await page.locator("#content ol li").first().waitFor();
    expect(await page.locator(".broken").count()).toBe(0);

    // The first page is closed: what was typed in it waits on the device.
    await page.close({ runBeforeUnload: false });
    const waits = async () => (await navigator.serviceWorker.getRegistration())?.waiting != null;
    await until(() => other.evaluate(waits), "the worker of the second build waits for the last page of the first");
    const context = other.context();
    await other.goto("about:blank");
    const next = await context.newPage();
    await other.close();
    await next.goto(front.url + path);
    expect(await build(next)).toBe(second);
    await until(
      async () => (await caches(next)).join() === `catalog-editor-build-${second}`,
      "the old build is removed",
    );
    const nameNow = async () => (await bench.api.getItem({ params: { itemId: items[0]?.id ?? "" } })).data.name;
    await until(async () => (await nameNow()) === "Typed before the update", "what was typed is sent");
    await front.cut();
    await next.goto(`${front.url}/`);
    await next.getByRole("heading", { name: "Marketplaces" }).waitFor();
  });

  /** Errors that a test causes on purpose: React writes them to the console. */
  const forgetErrors = () => bench.errors.splice(0);

  test("a part that cannot be fetched says so, keeps what is typed, and comes with another try", async () => {
    const { leaf, items } = await bench.makeLeaf("Chunks", ["Lamp"]);
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    await toComments(page);
    const comment = page.getByLabel("Comment text");
    await comment.fill("Not sent yet");
    const chunks = /\/assets\/(history|palette|node-panel|record-changes)-/;
    await page.route(chunks, (route) => route.fulfill({ status: 502, body: "" }));
    // A line in the panel.
    await page.getByRole("button", { name: "Show history" }).click();
    const line = page.locator(".broken-line", { hasText: "could not be loaded" });
    await line.waitFor();
    expect(await comment.inputValue()).toBe("Not sent yet");
    // A dialog.
    await page.getByRole("button", { name: "Commands" }).click();
    const dialog = page.getByRole("dialog", { name: "This part of the editor could not be loaded" });
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await comment.inputValue()).toBe("Not sent yet");
    await page.unroute(chunks);
    await line.getByRole("button", { name: "Retry" }).click();
    await line.waitFor({ state: "detached" });
    expect(await comment.inputValue()).toBe("Not sent yet");
    // A screen. What waits is on the device before the page is loaded again, so that nobody is asked about it.
    await page
      .context()
      .route("**/api/items/*", (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()));
    await page.getByLabel("Name", { exact: true }).fill("Typed before");
    await page.route(chunks, (route) => route.abort());
    await page.getByRole("link", { name: "History" }).click();
    const screen = page.locator(".broken", { hasText: "could not be loaded" });
    await screen.waitFor();
    await page.locator(".top-bar").waitFor();
    await page.unroute(chunks);
    await screen.getByRole("button", { name: "Reload the page" }).click();
    await page.locator("#content ol li").first().waitFor();
    await page.context().unroute("**/api/items/*");
    await saved(page);
    expect((await bench.api.getItem({ params: { itemId: items[0]?.id ?? "" } })).data.name).toBe("Typed before");
    forgetErrors();
  });

  test("a part whose words cannot be fetched says so, asks once, and comes with another try", async () => {
    const { leaf, items } = await bench.makeLeaf("Words", ["Lamp"]);
    const page = await bench.visit(blank);
    const words = /\/assets\/later-en-/;
    let asked = 0;
    await page.route(words, (route) => {
      asked++;
      return route.fulfill({ status: 502, body: "" });
    });
    await page.goto(`${bench.url}/projects/${projectId}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    // The rest of the program, which comes when nothing else happens, needs these words too.
    await until(() => asked === 1, "the rest of the program asks for the words");
    await page.getByRole("button", { name: "Show history" }).click();
    const line = page.locator("[data-section=history] .broken-line", { hasText: "could not be loaded" });
    await line.waitFor();
    expect(asked).toBe(2);
    await page.unroute(words);
    await line.getByRole("button", { name: "Retry" }).click();
    await page.getByText("created this item").waitFor();
    expect(await line.count()).toBe(0);
    forgetErrors();
  });

  test("a part that throws is replaced alone, with a way on and details to copy", async () => {
    const { leaf, items } = await bench.makeLeaf("Faults", ["Lamp", "Vase"]);
    const page = await bench.visit(blank);
    const broken = 'export default () => { throw new Error("Out of paint") };';
    const panel = /\/assets\/item-panel-/;
    await page.route(panel, (route) => route.fulfill({ contentType: "text/javascript", body: broken }));
    await page.goto(`${bench.url}/projects/${projectId}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    const fault = page.locator(".panel .broken", { hasText: "An error stopped this part of the editor" });
    await fault.waitFor();
    await fault.getByText("Details", { exact: true }).click();
    await fault.getByText("Out of paint").waitFor();
    // The rest works on.
    await page.getByRole("textbox", { name: "Filter the tree" }).fill("faults");
    await page.locator(".grid-name", { hasText: "Vase" }).waitFor();
    await fault.getByRole("button", { name: "Close" }).click();
    await fault.waitFor({ state: "detached" });

    // A whole screen.
    await page.route("**/api/projects", (route) => route.fulfill({ json: [null] }));
    await page.goto(`${bench.url}/`);
    const screen = page.locator("#content .broken");
    await screen.waitFor();
    await page.unroute("**/api/projects");
    await page.unroute(panel);
    await screen.getByRole("button", { name: "Reload the page" }).click();
    await page.locator(".project-card").first().waitFor();
    forgetErrors();
  });
});

describe.skipIf(!hasBrowser)("what was seen", () => {
  let bench: Awaited<ReturnType<typeof startSignedInBench>>;
  beforeAll(async () => {
    bench = await startSignedInBench({ projectId });
    await bench.makeLeaf("Attic");
  });
  afterAll(() => bench?.stop());

  test("is removed from the device when the person signs out, and when another person signs in", async () => {
    const { staff } = bench;
    const ada = () => staff.add("ada", [{ role: "editor" }]);
    const page = await bench.open(bench.at, { cookie: await ada(), serviceWorkers: "allow" });
    await page.getByRole("treeitem").first().waitFor();
    await isSeen(page, ['["tree"']);
    expect((await seen(page)).filter((answer) => /^\["access"/.test(answer))).toEqual([]);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    expect(await seen(page)).toEqual([]);

    const signInAs = async (cookie: string) => {
      const [name = "", value = ""] = cookie.split("=");
      await page.context().addCookies([{ name, value, url: bench.url }]);
    };
    await signInAs(await ada());
    await page.goto(bench.url + bench.at);
    await page.getByRole("treeitem").first().waitFor();
    await isSeen(page, ['["tree"']);
    await signInAs(await staff.add("ben", [{ role: "viewer" }]));
    await page.goto(`${bench.url}/`);
    await page.locator(".project-card").first().waitFor();
    await until(
      async () => !(await seen(page)).some((answer) => answer.startsWith('["tree"')),
      "nothing of Ada is left",
    );
    expect(bench.errors).toEqual([]);
  });
});
