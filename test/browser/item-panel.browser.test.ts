import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { settled } from "./screenshots.ts";
import { type Bench, goTo, hasBrowser, saved, startBench, until } from "./start-bench.ts";

const projectId = "item-panel";

describe.skipIf(!hasBrowser)("the panel of an item", () => {
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

  const list = async (subcategoryId: string) =>
    (await bench.api.listItems({ params: { subcategoryId }, query: { limit: 500, lang: "en" } })).data.items;
  const names = async (leaf: string) => (await list(leaf)).map(({ name }) => name).join();

  /** Opens the first item of a new leaf. */
  async function openFirst(name: string, items: string[], body: Record<string, unknown> = {}) {
    const made = await bench.makeLeaf(name, items);
    if (Object.keys(body).length > 0)
      for (const { id } of made.items) await bench.api.updateItem({ params: { itemId: id }, body });
    const id = made.items[0]?.id ?? "";
    await goTo(page, `/projects/${projectId}?subcategory=${made.leaf.id}&item=${id}`);
    await page.locator(".panel-head", { hasText: items[0] ?? "" }).waitFor();
    await page.locator(`.grid-row[data-item="${id}"]`).waitFor();
    return { id, leaf: made.leaf.id, category: made.category };
  }
  const head = (page: Page) => page.locator(".panel-head");
  const more = (page: Page, of: string) => head(page).getByRole("button", { name: `Actions for ${of}` });
  const choose = async (page: Page, of: string, command: string) => {
    await more(page, of).click();
    await page.getByRole("menuitem", { name: command }).click();
  };
  const isSelected = (page: Page, name: string) =>
    until(
      async () => (await page.evaluate(() => document.getSelection()?.toString())) === name,
      `the name is selected: ${name}`,
    );
  const nameField = (page: Page) => page.getByLabel("Name", { exact: true });
  const shownIn = async (page: Page) => (await head(page).innerText()).split("\n").map((line) => line.trim());

  test("has the picture, the name as it is typed, and the state at its top", async () => {
    const { id } = await openFirst("Heads", ["Lamp"], { quantity: 0 });
    expect(await shownIn(page)).toEqual(["Lamp", "Visible", "Out of stock"]);
    expect(await head(page).locator("img").count()).toBe(0);
    const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
    const saves = `**/api/items/${id}`;
    await page.route(saves, async (route) => {
      if (route.request().method() === "PATCH") await mayGo;
      await route.continue();
    });
    await nameField(page).fill("Lamp of brass");
    await head(page).getByText("Lamp of brass").waitFor();
    letGo();
    await page.getByRole("switch", { name: "Visible in the shop" }).locator("..").click();
    await head(page).getByText("Hidden").waitFor();
    await saved(page);
    const imgs = ["/assets/icon.svg"];
    await bench.api.updateItem({ params: { itemId: id }, body: { imgs, quantity: 3 } });
    await head(page).locator("img").waitFor();
    await until(async () => (await shownIn(page)).join() === "Lamp of brass,Hidden", "it is in stock");
    // It stays where it is while the fields are scrolled.
    const top = async () => (await head(page).boundingBox())?.y;
    const before = await top();
    await page.locator(".panel-body").evaluate((body) => {
      body.scrollTop = 600;
    });
    expect(await top()).toBe(before);
    await page.unroute(saves);
  });

  test("duplicates the item right after itself, hidden, with its name selected, and undoes that in one", async () => {
    // All have the same priority: those after the original make room.
    const { id, leaf } = await openFirst("Doubles", ["One", "Two", "Three"], { priority: 5 });
    await bench.api.createComment({ params: { itemId: id }, body: { text: "Mine" } });
    await nameField(page).fill("Once");
    await choose(page, "Once", "Duplicate");
    await page.waitForURL((url) => url.searchParams.get("item") !== id);
    await until(async () => (await nameField(page).inputValue()) === "Once (copy)", "the copy is open");
    await isSelected(page, "Once (copy)");
    expect(await names(leaf)).toBe("Once,Once (copy),Two,Three");
    expect((await list(leaf))[1]).toMatchObject({ visible: false, price: 100, comments: [] });
    await page.locator(".toast", { hasText: "Once copied to Doubles" }).getByRole("button", { name: "Undo" }).click();
    await until(async () => (await names(leaf)) === "Once,Two,Three", "undone");
    expect((await list(leaf)).map(({ priority }) => priority)).toEqual([5, 5, 5]);
  });

  test("duplicates with one request where the next item has another priority", async () => {
    const { id, leaf } = await openFirst("Apart", ["Single", "Two"]);
    await page.locator(".grid-row", { hasText: "Two" }).waitFor();
    const writes: string[] = [];
    page.on("request", (sent) => void (sent.method() === "GET" || writes.push(new URL(sent.url()).pathname)));
    await page.keyboard.press("Alt+Shift+d");
    await page.waitForURL((url) => url.searchParams.get("item") !== id);
    await isSelected(page, "Single (copy)");
    await page.keyboard.type("Typed over");
    await saved(page);
    await until(async () => (await names(leaf)) === "Single,Typed over,Two", "renamed");
    expect(writes.filter((path) => path.includes("/bulk"))).toEqual(["/api/items/bulk/copy"]);
  });

  test("deletes, moves, hides and links the item, from its menu and by keys", async () => {
    const { id, leaf, category } = await openFirst("Commands", ["Thing", "Other"], { visible: false });
    const place = { params: { categoryId: category.id }, body: { name: "Elsewhere" } };
    const target = (await bench.api.createSubcategory(place)).data.id;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await choose(page, "Thing", "Copy link");
    await page.locator(".toast", { hasText: "Link copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${bench.url}/projects/${projectId}?item=${id}`);
    // An item that lacks something is shown only after a question, as everywhere.
    await choose(page, "Thing", "Show in the shop");
    await page.getByRole("dialog").getByRole("button", { name: "Show anyway" }).click();
    await until(async () => (await list(leaf))[0]?.visible === true, "shown");
    await page.keyboard.press("Alt+h");
    await until(async () => (await list(leaf))[0]?.visible === false, "hidden by a key");
    await page.keyboard.press("Alt+Shift+m");
    await page.getByRole("combobox", { name: "Find a category by name" }).fill("Elsewhere");
    await page.locator(".node-choice", { hasText: "Elsewhere" }).click();
    await page.getByRole("button", { name: "Move here" }).click();
    await until(async () => (await names(target)) === "Thing", "moved");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Alt+Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.locator(".panel").waitFor({ state: "detached" });
    expect(await names(target)).toBe("");
    await page.locator(".toast", { hasText: "Thing deleted" }).getByRole("button", { name: "Undo" }).click();
    await until(async () => (await names(target)) === "Thing", "it is back");
  });

  test("has sections to jump to by mouse and keyboard, and marks the one that is shown", async () => {
    await openFirst("Sections", ["Long"]);
    const row = page.getByRole("navigation", { name: "Sections of the item" });
    const button = (name: string) => row.getByRole("button", { name, exact: true });
    await page.locator(".languages").waitFor();
    await settled(page);
    const all = ["Basics", "Price", "Pictures", "Tags", "Properties", "Languages", "Comments", "History"];
    expect(await row.getByRole("button").allInnerTexts()).toEqual(all);
    const marked = () => row.locator("[aria-current]").allInnerTexts();
    const at = async (name: string) => until(async () => (await marked()).join() === name, `${name} is marked`);
    const isSeen = (part: Locator) =>
      part.evaluate((one) => {
        const [own, body] = [one, one.closest(".panel-body") as Element].map((of) => of.getBoundingClientRect());
        return own !== undefined && body !== undefined && own.top >= body.top - 1 && own.top < body.bottom;
      });
    await at("Basics");
    for (const name of ["Languages", "History", "Price"]) {
      await button(name).click();
      await at(name);
      expect(await isSeen(page.locator(`[data-section=${name.toLowerCase()}]`))).toBe(true);
    }
    // Tab goes on in the section.
    await page.keyboard.press("Tab");
    expect(await page.getByLabel("Price", { exact: true }).evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press("Alt+PageDown");
    await at("Pictures");
    await page.keyboard.press("Alt+PageUp");
    await at("Price");
    await button("Price").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await at("Tags");
    await page.locator(".panel-body").evaluate((body) => {
      body.scrollTop = 0;
    });
    await at("Basics");
  });

  test("has the priority under More", async () => {
    const { leaf } = await openFirst("Further", ["Further thing"]);
    const priority = page.getByLabel("Priority", { exact: true });
    expect(await priority.count()).toBe(0);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await priority.fill("7");
    await priority.press("Tab");
    await saved(page);
    expect((await list(leaf))[0]?.priority).toBe(7);
  });

  test("shows each text in full beside its translation, above it where there is no room", async () => {
    const description = [
      { key: "Material", value: "Oak from a forest that is replanted every spring by the people who live there" },
    ];
    await openFirst("Beside", ["Table"], { simpleDescription: "A table\nfor ten", description });
    const languages = page.getByRole("region", { name: "Languages" });
    const original = (label: string) =>
      languages.locator(".field", { has: page.getByText(`${label} · EN`, { exact: true }) });
    await original("Name").getByText("Table", { exact: true }).waitFor();
    await original("Short description").getByText("for ten").waitFor();
    await original("Properties")
      .getByText(description[0]?.value ?? "")
      .waitFor();
    await nameField(page).fill("Table of oak");
    await original("Name").getByText("Table of oak", { exact: true }).waitFor();
    const beside = async (label: string) => {
      const [one, other] = await Promise.all(
        [original(label), languages.locator(".field", { has: page.getByText(`${label} · RU`, { exact: true }) })].map(
          (field) => field.boundingBox(),
        ),
      );
      return (one?.x ?? 0) < (other?.x ?? 0) ? "beside" : (one?.y ?? 0) < (other?.y ?? 0) ? "above" : "elsewhere";
    };
    const all = ["Name", "Short description", "Properties"];
    expect(await Promise.all(all.map(beside))).toEqual(["beside", "beside", "above"]);
    await page.setViewportSize({ width: 390, height: 844 });
    await until(async () => (await beside("Name")) === "above", "the panel is narrow");
    expect(await Promise.all(all.map(beside))).toEqual(["above", "above", "above"]);
    await page.evaluate(() => localStorage.setItem("editor-panel-width", "860"));
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.reload();
    await original("Properties").waitFor();
    expect(await Promise.all(all.map(beside))).toEqual(["beside", "beside", "beside"]);
  });
});
