import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, cutWrites, goTo, hasBrowser, saved, startBench, toComments, until, wire } from "./start-bench.ts";

const projectId = "outbox";

const treeRow = (page: Page, name: string) => page.locator(".tree-row", { hasText: name }).first();
const gridRow = (page: Page, name: string) => page.locator(".grid-row", { hasText: name }).first();
const offline = (page: Page) => page.context().route(wire, cutWrites);
const tryNow = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));
const online = async (page: Page) => {
  await page.context().unroute(wire);
  await tryNow(page);
};
const waiting = (page: Page) => page.locator('.save-status[data-status="waiting"]').waitFor();

describe.skipIf(!hasBrowser)("work without the network", () => {
  let bench: Bench;
  /** One page for the tests, which go on in it. */
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(`/projects/${projectId}`);
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const names = async (subcategoryId: string) =>
    (await bench.api.listItems({ params: { subcategoryId }, query: { limit: 500, lang: "en" } })).data.items.map(
      (item) => item.name,
    );
  /** The tree opens the way to a node that it has heard of: when its category has something to open. */
  async function open({ category, leaf }: Awaited<ReturnType<Bench["makeLeaf"]>>, item?: { id: string; name: string }) {
    await page.locator(".tree-row[aria-expanded]", { hasText: category.name }).waitFor();
    await goTo(page, `/projects/${projectId}?subcategory=${leaf.id}${item ? `&item=${item.id}` : ""}`);
    await page.locator(".tree-row[aria-selected=true]", { hasText: leaf.name }).waitFor();
    if (item) await page.locator(".panel-head", { hasText: item.name }).waitFor();
  }
  const branch = async (categoryId: string) => (await bench.api.listSubcategories({ params: { categoryId } })).data;

  test("a new branch with an item can be edited, survives a reload, and is sent in order", async () => {
    const { category } = await bench.makeLeaf("Tunnel");
    await treeRow(page, category.name).waitFor();
    await offline(page);
    await treeRow(page, category.name).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add subcategory" }).click();
    await page.getByRole("textbox", { name: "New subcategory" }).fill("Made underground");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await waiting(page);
    await page.waitForURL(/subcategory=unsent/);
    await page.getByRole("button", { name: "Add item" }).first().click();
    await page.getByRole("textbox", { name: "New row, Name" }).fill("Lantern");
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(/item=unsent/);
    await page.getByLabel("Price", { exact: true }).fill("12");
    await toComments(page);
    await page.getByLabel("Comment text").fill("Bright");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await page.locator(".comment", { hasText: "Bright" }).waitFor();
    expect((await branch(category.id)).map((one) => one.name)).toEqual(["Tunnel"]);

    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await waiting(page);
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Lantern");
    await treeRow(page, "Made underground").waitFor();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && !request.url().includes("presence"))
        sent.push(`${request.method()} ${new URL(request.url()).pathname.replace(/\/[^/]*unsent[^/]*/, "/UNSENT")}`);
    });
    await online(page);
    await saved(page);
    const [, made] = await branch(category.id);
    expect(made).toMatchObject({ name: "Made underground", itemCount: 1 });
    const [item] = (await bench.api.listItems({ params: { subcategoryId: made?.id ?? "" } })).data.items;
    expect(item).toMatchObject({ name: "Lantern", price: 12, comments: [{ text: "Bright" }] });
    await page.waitForURL(new RegExp(`subcategory=${made?.id}&item=${item?.id}`));
    expect(await page.getByLabel("Price", { exact: true }).inputValue()).toBe("12");
    expect(sent.filter((one) => one.includes("UNSENT"))).toEqual([]);
    expect(sent.slice(0, 2)).toEqual([
      `POST /api/categories/${category.id}/subcategories`,
      `POST /api/subcategories/${made?.id}/items`,
    ]);
  });

  const newRow = () => page.getByRole("textbox", { name: "New row, Name" });
  /** A subcategory that is not stored yet, with an open row for a new item. */
  async function addWithOpenRow(category: { name: string }, name: string) {
    await offline(page);
    await treeRow(page, category.name).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add subcategory" }).click();
    await page.getByRole("textbox", { name: "New subcategory" }).fill(name);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.waitForURL(/subcategory=unsent/);
    await page.getByRole("button", { name: "Add item" }).first().click();
    await newRow().waitFor();
  }
  /** Until its rows come, the list of a subcategory that was just stored has the ones that were made here. */
  async function onlineWithoutList(id: string) {
    const comes = Promise.withResolvers<void>();
    await page.route(new RegExp(`/subcategories/${id}/items\\?`), async (route) => {
      if (route.request().method() === "GET") await comes.promise;
      return route.fallback();
    });
    await online(page);
    await page.waitForURL(new RegExp(`subcategory=${id}$`));
    return comes.resolve;
  }

  test("a row for a new item stays open while its subcategory is stored, and opens nothing in the next list", async () => {
    const { category, leaf } = await bench.makeLeaf("Shaft", ["Ladder", "Rope"]);
    await treeRow(page, category.name).waitFor();
    await addWithOpenRow(category, "Lift");
    await newRow().fill("Cab");
    const listComes = await onlineWithoutList("lift");
    await page.keyboard.type("in");
    listComes();
    await saved(page);
    expect(await newRow().inputValue()).toBe("Cabin");
    await page.keyboard.press("Control+Enter");
    await saved(page);
    expect(await names("lift")).toEqual(["Cabin"]);

    await goTo(page, `/projects/${projectId}?category=${category.id}`);
    await gridRow(page, "Rope").waitFor();
    await addWithOpenRow(category, "Stair");
    await page.goBack();
    await gridRow(page, "Rope").waitFor();
    expect(await page.locator("[data-editing]").count()).toBe(0);
    await online(page);
    await saved(page);
    expect(await names(leaf.id)).toEqual(["Ladder", "Rope"]);
  });

  test("an open cell and the picked rows stay with their items while a subcategory is stored", async () => {
    const { category, leaf } = await bench.makeLeaf("Dock", ["Anchor", "Buoy"]);
    await treeRow(page, category.name).waitFor();
    await goTo(page, `/projects/${projectId}?category=${category.id}`);
    await gridRow(page, "Buoy").waitFor();
    await addWithOpenRow(category, "Crane");
    await newRow().fill("Hook");
    await page.keyboard.press("Enter");
    await newRow().fill("Chain");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await gridRow(page, "Chain").locator("input[type=checkbox]").check();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F2");
    await page.locator("[data-editing] input").fill("Hook an");
    const listComes = await onlineWithoutList("crane");
    await page.keyboard.type("d");
    // While the list is not read again, the first letters are saved.
    await until(async () => (await names("crane")).join() === "Hook and,Chain", "the first letters are saved");
    await saved(page);
    await page.keyboard.type(" eye");
    listComes();
    await saved(page);
    await page.keyboard.press("Enter");
    // What was saved before may still be said while the last letters are on their way.
    await until(async () => (await names("crane")).join() === "Hook and eye,Chain", "all that was typed is saved");
    await saved(page);
    expect(await names(leaf.id)).toEqual(["Anchor", "Buoy"]);

    expect(await gridRow(page, "Chain").locator("input").isChecked()).toBe(true);
    await page.locator(".selection-bar", { hasText: "1 selected" }).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await saved(page);
    await until(async () => (await names("crane")).join() === "Hook and eye", "the picked row is deleted");
  });

  test("a creation whose answer was lost is not repeated", async () => {
    const made = await bench.makeLeaf("Lost answers", ["First"]);
    const { leaf } = made;
    await open(made);
    await gridRow(page, "First").waitFor();
    let posts = 0;
    await page.context().route(wire, async (route) => {
      if (route.request().url().endsWith("/items") && route.request().method() === "POST" && posts++ === 0)
        await route.fetch();
      return cutWrites(route);
    });
    await page.getByRole("button", { name: "Add item" }).first().click();
    await page.getByRole("textbox", { name: "New row, Name" }).fill("Second");
    await page.keyboard.press("Control+Enter");
    await waiting(page);
    expect(await names(leaf.id)).toEqual(["First", "Second"]);
    await online(page);
    await saved(page);
    await page.waitForURL(/item=(?!unsent)/);
    expect(await names(leaf.id)).toEqual(["First", "Second"]);
  });

  test("moves, reordering, deletions and bulk edits are shown as waiting, and sent when the network is back", async () => {
    const made = await bench.makeLeaf("Kept", ["Alpha", "Beta", "Gamma"]);
    const { category, leaf } = made;
    const other = { params: { categoryId: category.id }, body: { name: "Other", priority: 5 } };
    await bench.api.createSubcategory(other);
    await open(made);
    await gridRow(page, "Alpha").waitFor();
    await offline(page);
    await treeRow(page, "Other").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await waiting(page);
    await until(
      async () => (await page.locator(".tree-row").allInnerTexts()).join().search(/Other.*Kept/s) >= 0,
      "the new order is shown",
    );
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Alt+ArrowDown");
    await until(async () => (await page.locator(".grid-name").allInnerTexts()).join() === "Beta,Alpha,Gamma", "rows");
    await gridRow(page, "Gamma").locator("input[type=checkbox]").click();
    await page.locator(".selection-bar").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.locator(".grid-row[data-leaving]", { hasText: "Gamma" }).waitFor();
    await gridRow(page, "Alpha").locator("input[type=checkbox]").click();
    await page.locator(".selection-bar").getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog").getByLabel("New value").fill("35");
    await page.getByRole("button", { name: "Change 1 item" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await gridRow(page, "Alpha").getByText("−35%").waitFor();
    await page.locator(".save-status").click();
    await page.locator(".save-problems", { hasText: "Other moved to position 1 of 2" }).waitFor();
    expect(await page.locator(".save-problems").innerText()).toContain("Gamma deleted");
    await page.keyboard.press("Escape");
    expect(await names(leaf.id)).toEqual(["Alpha", "Beta", "Gamma"]);

    await online(page);
    await saved(page);
    expect((await branch(category.id)).map((one) => one.name)).toEqual(["Other", "Kept"]);
    expect(await names(leaf.id)).toEqual(["Beta", "Alpha"]);
    const [, alpha] = (await bench.api.listItems({ params: { subcategoryId: leaf.id } })).data.items;
    expect(alpha?.discount).toBe(35);
    await page.locator(".toast", { hasText: "Back online" }).waitFor();
  });

  test("an edit that the service refuses later is reported with a reason and a choice", async () => {
    const made = await bench.makeLeaf("Refusals");
    const { leaf, category } = made;
    await open(made);
    await offline(page);
    await page.getByRole("treeitem", { name: leaf.name, exact: true }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add subcategory" }).click();
    await page.getByRole("textbox", { name: "New subcategory" }).fill("Too late");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await waiting(page);
    const item = await bench.api.createItem({ params: { subcategoryId: leaf.id }, body: { name: "Faster" } });
    await online(page);
    await page.locator(".toast", { hasText: "Could not add Too late. The subcategory holds items" }).waitFor();
    await page.locator('.save-status[data-status="attention"]').click();
    const problem = page.locator(".save-problem", { hasText: "Too late" });
    await bench.api.deleteItem({ params: { itemId: item.data.id } });
    await problem.getByRole("button", { name: "Retry" }).click();
    await saved(page);
    expect((await branch(category.id))[0]?.subcategories.map((one) => one.name)).toEqual(["Too late"]);
  });

  test("a request that fails every time is set aside visibly, and does not block others", async () => {
    const made = await bench.makeLeaf("Mistakes", ["Taken", "Next"]);
    const [first = "", second = ""] = made.items.map((item) => item.id);
    await open(made, made.items[0]);
    const problem = { status: 500, code: "internal", detail: "Something went wrong.", requestId: "r-500" };
    const mistake = `**/api/items/${first}*`;
    await page.route(mistake, (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 500, contentType: "application/problem+json", body: JSON.stringify(problem) })
        : route.continue(),
    );
    await page.getByLabel("Name", { exact: true }).fill("Never taken");
    await waiting(page);
    await gridRow(page, "Next").click();
    await page.locator(".panel-head", { hasText: "Next" }).waitFor();
    await page.getByLabel("Quantity", { exact: true }).fill("7");
    const quantity = async () => (await bench.api.getItem({ params: { itemId: second } })).data.quantity;
    await until(async () => {
      await tryNow(page);
      return (await quantity()) === 7;
    }, "the later edit is sent");

    await page.unroute(mistake);
    await page.locator('.save-status[data-status="attention"]').click();
    const aside = page.locator(".save-problem", { hasText: "this request fails every time. (500 · r-500)" });
    await aside.getByRole("button", { name: "Retry" }).click();
    await saved(page);
    expect((await bench.api.getItem({ params: { itemId: first } })).data.name).toBe("Never taken");
  });

  test("a full device is reported, and waiting edits are stored when there is space again", async () => {
    const made = await bench.makeLeaf("No room", ["Lamp"]);
    await open(made, made.items[0]);
    const browser = await page.context().newCDPSession(page);
    const setQuota = (quota: { quotaSize?: number }) =>
      browser.send("Storage.overrideQuotaForOrigin", { origin: bench.url, ...quota });
    await setQuota({ quotaSize: 1 });
    await offline(page);
    await page.getByLabel("Name", { exact: true }).fill("Typed without room");
    await page.locator(".toast", { hasText: "no room left to store edits" }).waitFor();
    await page.locator(".save-status[data-unstored]", { hasText: "1 edit in this tab only" }).waitFor();
    await setQuota({});
    const stored = page.locator(".save-status:not([data-unstored])", { hasText: "1 edit stored on this device" });
    await until(async () => {
      await tryNow(page);
      return stored.isVisible();
    }, "the edit is stored");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await waiting(page);
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Typed without room");
    await online(page);
    await saved(page);
    await browser.detach();
  });

  test("without storage in the browser, and over plain http on a network, the editor works and says so", async () => {
    const { leaf, items } = await bench.makeLeaf("Nowhere", ["Lamp"]);
    // A separate window, because its pages have no storage.
    const page = await bench.open("about:blank");
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException("The user has blocked the site's data.", "SecurityError");
      };
      for (const name of ["localStorage", "indexedDB"]) Object.defineProperty(window, name, { get });
    });
    // A host name other than localhost: features that browsers restrict to secure pages are missing.
    await page.route("http://catalog.test/**", async (route) => {
      const request = route.request();
      if (request.url().includes("/events")) return route.abort();
      const url = request.url().replace("http://catalog.test", bench.url);
      const response = await route.fetch({ url, headers: { ...request.headers(), origin: bench.url } });
      // Chromium writes this error to the console for such a page.
      const { "cross-origin-opener-policy": _, ...headers } = response.headers();
      return route.fulfill({ response, headers });
    });
    await page.goto(`http://catalog.test/projects/${projectId}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    await page.locator(".toast", { hasText: "does not allow the editor to store edits" }).waitFor();
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.route(wire, (route) => (route.request().method() === "GET" ? route.fallback() : route.abort()));
    await page.getByLabel("Name", { exact: true }).fill("In this tab");
    await page.locator(".save-status[data-unstored]", { hasText: "1 edit in this tab only" }).waitFor();
    await page.unroute(wire);
    await tryNow(page);
    await saved(page);
    expect((await bench.api.getItem({ params: { itemId: items[0]?.id ?? "" } })).data.name).toBe("In this tab");
    await page.context().close();
  });

  test("a service that is unreachable for a while removes nothing that is on the screen", async () => {
    const made = await bench.makeLeaf("Lasting", ["Lasting lamp", "Vase"]);
    await open(made);
    const lamp = page.locator(".grid-name", { hasText: "Lasting lamp" });
    await lamp.waitFor();
    let refused = 0;
    const lists = /\/items\?/;
    await page.route(lists, (route) => {
      refused++;
      return route.abort();
    });
    // A change of the order by someone else makes the list load again.
    await bench.api.updateItem({ params: { itemId: made.items[0]?.id ?? "" }, body: { priority: 9 } });
    await until(() => refused >= 3, "the list was requested again until the page gave up");
    // This later change is shown, so a change of the list would be shown too.
    await bench.api.createCategory({ params: { projectId }, body: { name: "Told later" } });
    await page.locator(".tree-row", { hasText: "Told later" }).waitFor();
    expect(await lamp.count()).toBe(1);
    await page.unroute(lists);
  });

  test("such a service is asked again by itself when it is back", async () => {
    await bench.makeLeaf("Untranslated", ["Lamp"]);
    await treeRow(page, "Untranslated department").waitFor();
    const cut = /\/(api|readyz)/;
    await page.route(cut, (route) => route.abort());
    await page.getByRole("link", { name: "Translations" }).click();
    await page.getByText("You are offline").waitFor();
    await page.unroute(cut);
    await page.locator(".board-row").first().waitFor();
  });
});
