import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { ItemPatch } from "../../contract/items.ts";
import { hasFocus } from "./has-focus.ts";
import { type Bench, goTo, hasBrowser, saved, startBench, until } from "./start-bench.ts";

const projectId = "all-items";

describe.skipIf(!hasBrowser)("all items in the browser", () => {
  let bench: Bench;
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(bench.at);
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const names = (page: Page) =>
    page
      .locator(".grid-row[aria-rowindex]")
      .evaluateAll((rows) =>
        rows
          .sort((one, other) => Number(one.getAttribute("aria-rowindex")) - Number(other.getAttribute("aria-rowindex")))
          .map((row) => row.querySelector(".grid-name")?.textContent ?? ""),
      );
  const lists = async (page: Page, expected: string[]) => {
    try {
      await until(async () => (await names(page)).join() === expected.join(), `the list is ${expected.join(", ")}`);
    } catch (error) {
      const shown = await page.locator("body").innerText();
      throw new Error(`${(error as Error).message}; at ${page.url()} are ${await names(page)}: ${shown}`);
    }
  };
  const row = (page: Page, name: string) => page.locator(".grid-row", { hasText: name });
  /** The chips load after the list. */
  const hasChips = (page: Page, expected: string[]) =>
    until(
      async () => (await page.locator(".filter-chip .filter-words").allInnerTexts()).join() === expected.join(),
      `the chips are ${expected.join(", ")}`,
    );
  const closeFilter = async (page: Page) => {
    await page.keyboard.press("Escape");
    await page.locator(".filter-body").waitFor({ state: "detached" });
  };
  const filterBy = async (page: Page, kind: string) => {
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.locator(".filter-kinds").getByRole("button", { name: kind, exact: true }).click();
  };

  /** A category with two leaves and four items, all with `word` in their names. */
  async function makeBranch(word: string) {
    const { category, leaf, items } = await bench.makeLeaf(word, [`${word} red`, `${word} green`]);
    const params = { categoryId: category.id };
    const second = (await bench.api.createSubcategory({ params, body: { name: `${word} annex`, priority: 1 } })).data;
    for (const [at, colour] of ["blue", "white"].entries()) {
      const body = { name: `${word} ${colour}`, priority: 2 + at, price: 200 - at };
      items.push((await bench.api.createItem({ params: { subcategoryId: second.id }, body })).data);
    }
    const change = (at: number, body: ItemPatch) =>
      bench.api.updateItem({ params: { itemId: items[at]?.id ?? "" }, body });
    return { category, leaf, second, items, change };
  }

  test("are those of the whole project, with the place of each, and an item opens beside the list", async () => {
    // Without it the list would be the same before the search is applied, and its rows would be drawn anew under a click.
    await bench.makeLeaf("Gravel", ["Gravel"]);
    const { items, category } = await makeBranch("Quartz");
    await goTo(page, bench.at);
    await page.locator(".tree-row").first().waitFor();
    await page.keyboard.press("Alt+a");
    await page.waitForURL(/all=true/);
    const entry = page.locator(".all-items");
    expect(await entry.getAttribute("aria-current")).toBe("page");
    const { total } = (await bench.api.searchItems({ params: { projectId }, query: { limit: 1 } })).data;
    await until(async () => (await entry.locator(".tree-count").innerText()) === String(total), "all are counted");
    await page.getByRole("textbox", { name: "Search items" }).fill("quartz");
    await lists(page, ["Quartz red", "Quartz green", "Quartz blue", "Quartz white"]);
    expect(await row(page, "Quartz blue").locator(".grid-place").getAttribute("title")).toBe(
      "Quartz department / Quartz annex",
    );
    await row(page, "Quartz green").locator(".grid-name").click();
    await page.locator(".panel-body").waitFor();
    const address = new URL(page.url()).searchParams;
    expect([address.get("all"), address.get("search"), address.get("item")]).toEqual([
      "true",
      "quartz",
      items[1]?.id ?? "",
    ]);
    // The neighbour is in another leaf.
    await page.getByRole("button", { name: "Next item" }).click();
    await page.waitForURL((url) => url.searchParams.get("item") === items[2]?.id);
    await page.keyboard.press("Alt+w");
    await page.locator(".panel").waitFor({ state: "detached" });
    await lists(page, ["Quartz red", "Quartz green", "Quartz blue", "Quartz white"]);
    // The row of the category, to which the same filters apply.
    await filterBy(page, "Place");
    await page.getByRole("combobox", { name: "Find a category by name" }).fill("Quartz dep");
    await page.locator(".node-choice", { hasText: "Quartz department" }).click();
    await page.waitForURL((url) => url.searchParams.get("category") === category.id);
    await hasChips(page, ["In Quartz department"]);
    await page.getByRole("button", { name: "Remove: In Quartz department" }).click();
    await page.waitForURL(/all=true/);
  });

  test("are sorted by a click on a head, and the address keeps the order", async () => {
    const { category } = await makeBranch("Granite");
    await goTo(page, `${bench.at}?category=${category.id}`);
    const inOrder = ["Granite red", "Granite green", "Granite blue", "Granite white"];
    await lists(page, inOrder);
    const head = page.getByRole("columnheader", { name: "Price" });
    const sortBy = (name: string) => page.getByRole("columnheader", { name }).getByRole("button").click();
    await sortBy("Price");
    await lists(page, ["Granite red", "Granite green", "Granite white", "Granite blue"]);
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    await sortBy("Price");
    await lists(page, ["Granite blue", "Granite white", "Granite green", "Granite red"]);
    expect(await head.getAttribute("aria-sort")).toBe("descending");
    await page.reload();
    await lists(page, ["Granite blue", "Granite white", "Granite green", "Granite red"]);
    await hasChips(page, ["Sorted by price ↓"]);
    await sortBy("Price");
    await lists(page, inOrder);
    expect(await head.getAttribute("aria-sort")).toBe(null);
    // By the keyboard alone.
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").press("Enter");
    await lists(page, ["Granite blue", "Granite green", "Granite red", "Granite white"]);
  });

  test("a leaf is a list in its own order until it is sorted or searched", async () => {
    const { leaf, items } = await bench.makeLeaf("Slate", ["Slate b", "Slate a"]);
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await lists(page, ["Slate b", "Slate a"]);
    expect(await page.getByRole("columnheader", { name: "Place" }).count()).toBe(0);
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await lists(page, ["Slate a", "Slate b"]);
    const order = async () =>
      (await bench.api.listItems({ params: { subcategoryId: leaf.id } })).data.items.map(({ id }) => id);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Alt+ArrowDown");
    // A new item is added to the list without filters, where it can be seen.
    await page.keyboard.press("Alt+n");
    await page.getByRole("textbox", { name: "New row, Name" }).fill("Slate c");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => !url.searchParams.has("sort"));
    await lists(page, ["Slate b", "Slate a", "Slate c"]);
    expect((await order()).slice(0, 2)).toEqual(items.map(({ id }) => id));
  });

  test("a row for a new item that is left open opens nothing in the next list", async () => {
    const { leaf } = await makeBranch("Chalk");
    const { category } = await makeBranch("Flint");
    await goTo(page, `${bench.at}?category=${category.id}`);
    await lists(page, ["Flint red", "Flint green", "Flint blue", "Flint white"]);
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await lists(page, ["Chalk red", "Chalk green"]);
    await page.keyboard.press("Alt+n");
    await page.getByRole("textbox", { name: "New row, Name" }).waitFor();
    await page.goBack();
    await lists(page, ["Flint red", "Flint green", "Flint blue", "Flint white"]);
    expect(await page.locator("[data-editing]").count()).toBe(0);
  });

  test("what was typed into the row for a new item is there again when someone comes back to the subcategory", async () => {
    const { leaf } = await makeBranch("Amber");
    const { leaf: other } = await makeBranch("Coral");
    await goTo(page, `${bench.at}?subcategory=${other.id}`);
    await lists(page, ["Coral red", "Coral green"]);
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await lists(page, ["Amber red", "Amber green"]);
    await page.keyboard.press("Alt+n");
    await page.getByRole("textbox", { name: "New row, Name" }).fill("Amber grey");
    await page.goBack();
    await lists(page, ["Coral red", "Coral green"]);
    await hasFocus(page, "[role=grid]");
    // Another row for a new item is left without a text.
    await page.keyboard.press("Alt+n");
    await page.getByRole("textbox", { name: "New row, Name" }).fill("no");
    await page.keyboard.press("Escape");
    await page.locator(".grid-new input").waitFor({ state: "detached" });
    await page.goForward();
    await lists(page, ["Amber red", "Amber green"]);
    await page.locator(".grid-new .grid-typed", { hasText: "Amber grey" }).click();
    await page.keyboard.press("Enter");
    await lists(page, ["Amber red", "Amber green", "Amber grey"]);
    await saved(page);

    // Where there is no item yet, it is there when the row is opened again.
    const { leaf: empty } = await bench.makeLeaf("Onyx");
    await goTo(page, `${bench.at}?subcategory=${empty.id}`);
    await page.getByRole("button", { name: "Add item" }).first().click();
    await page.getByRole("textbox", { name: "New row, Name" }).fill("Onyx black");
    await page.goBack();
    await lists(page, ["Amber red", "Amber green", "Amber grey"]);
    await page.goForward();
    await page.getByRole("button", { name: "Add item" }).first().click();
    expect(await page.getByRole("textbox", { name: "New row, Name" }).inputValue()).toBe("Onyx black");
  });

  test("a cell stays open when somebody changes the address of the subcategory", async () => {
    const { leaf } = await makeBranch("Basalt");
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await lists(page, ["Basalt red", "Basalt green"]);
    await row(page, "Basalt green").locator(".grid-name").click();
    await page.getByRole("grid").press("F2");
    const cell = page.locator("[data-editing] input");
    await cell.fill("Basalt gr");
    await bench.api.updateSubcategory({ params: { subcategoryId: leaf.id }, body: { id: "basalt-rocks" } });
    await page.waitForURL(/subcategory=basalt-rocks/);
    await page.keyboard.type("ey");
    await page.keyboard.press("Enter");
    await lists(page, ["Basalt red", "Basalt grey"]);
  });

  test("are filtered by chips that are added, changed and removed, and a wrong entry is told", async () => {
    const { category, change } = await makeBranch("Marble");
    await change(0, { quantity: 5, tags: ["polished"] });
    await change(2, { visible: false, imgs: ["/assets/icon.svg"] });
    await goTo(page, `${bench.at}?category=${category.id}`);
    await lists(page, ["Marble red", "Marble green", "Marble blue", "Marble white"]);
    await filterBy(page, "Price");
    const [from, to] = [page.getByLabel("From", { exact: true }), page.getByLabel("To", { exact: true })];
    await until(() => from.evaluate((field) => field === document.activeElement), "the first field has the focus");
    await page.keyboard.type("101");
    await lists(page, ["Marble green", "Marble blue", "Marble white"]);
    await to.fill("about 200");
    await page.getByRole("alert").getByText("This is not a number.").waitFor();
    await to.fill("100");
    await page.getByRole("alert").getByText("“From” is greater than “To”.").waitFor();
    await to.fill("199.5");
    await lists(page, ["Marble green", "Marble white"]);
    await closeFilter(page);
    const price = page.getByRole("button", { name: "Price 101 – 199.5", exact: true });
    expect(new URL(page.url()).searchParams.get("priceMax")).toBe("199.5");

    // What was typed just before it closes is applied too.
    await price.click();
    await to.fill("");
    await closeFilter(page);
    await lists(page, ["Marble green", "Marble blue", "Marble white"]);
    await filterBy(page, "Picture");
    await page.getByRole("radio", { name: "No picture" }).check();
    await lists(page, ["Marble green", "Marble white"]);
    await closeFilter(page);
    await hasChips(page, ["In Marble department", "Price from 101", "No picture"]);
    await page.reload();
    await lists(page, ["Marble green", "Marble white"]);
    await page.getByRole("button", { name: "Remove: Price from 101" }).click();
    await lists(page, ["Marble red", "Marble green", "Marble white"]);
    await filterBy(page, "Quantity");
    await page.getByRole("button", { name: "In stock" }).click();
    await lists(page, ["Marble red"]);
    await closeFilter(page);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await lists(page, ["Marble red", "Marble green", "Marble blue", "Marble white"]);
    expect(await page.locator(".filter-chip").count()).toBe(0);
  });

  test("the values of a filter are counted under the other filters", async () => {
    const { category, change } = await makeBranch("Basalt");
    await change(0, { tags: ["dark", "heavy"], currency: "EUR" });
    await change(1, { tags: ["dark"] });
    await change(2, { tags: ["heavy"], visible: false });
    await goTo(page, `${bench.at}?category=${category.id}`);
    await lists(page, ["Basalt red", "Basalt green", "Basalt blue", "Basalt white"]);
    const counts = async () =>
      (await page.locator(".filter-line").allInnerTexts()).map((line) =>
        line.replace(/\s+/g, " ").split(",")[0]?.trim(),
      );
    const counted = (expected: string[]) =>
      until(async () => (await counts()).join() === expected.join(), `the counts are ${expected.join(", ")}`);
    await filterBy(page, "Tags");
    await counted(["dark 2", "heavy 2"]);
    await page.getByRole("checkbox", { name: /^dark/ }).check();
    await lists(page, ["Basalt red", "Basalt green"]);
    await page.getByRole("checkbox", { name: /^heavy/ }).check();
    await lists(page, ["Basalt red", "Basalt green", "Basalt blue"]);
    await page.locator("[role=radiogroup] label", { hasText: "all of" }).click();
    await lists(page, ["Basalt red"]);
    await page.locator("[role=radiogroup] label", { hasText: "none of" }).click();
    await lists(page, ["Basalt white"]);
    await closeFilter(page);
    await page.locator(".filter-chip", { hasText: "Tags: none of dark, heavy" }).waitFor();
    await page.getByRole("button", { name: "Remove: Tags: none of dark, heavy" }).click();
    await filterBy(page, "Visibility");
    await counted(["Any", "Visible 3", "Hidden 1"]);
    await page.getByRole("radio", { name: "Visible" }).check();
    await lists(page, ["Basalt red", "Basalt green", "Basalt white"]);
    await page.getByRole("button", { name: "Back" }).click();
    await page.locator(".filter-kinds").getByRole("button", { name: "Tags", exact: true }).click();
    await counted(["dark 2", "heavy 1"]);
    await page.getByRole("button", { name: "Back" }).click();
    await page.locator(".filter-kinds").getByRole("button", { name: "Currency", exact: true }).click();
    await counted(["USD 2", "EUR 1", "RUB 0", "GBP 0", "UAH 0"]);
    await closeFilter(page);
  });

  test("what matches a search is marked, elsewhere than in the name too, and a typing error is noticed", async () => {
    const { category, change } = await makeBranch("Zirconium");
    await change(1, { simpleDescription: "Polished by hand in a workshop with amethyst inlays" });
    await change(2, { description: [{ key: "Inlay", value: "dark amethyst" }] });
    await goTo(page, `${bench.at}?category=${category.id}`);
    const search = page.getByRole("textbox", { name: "Search items" });
    await search.fill("zirc whi");
    await lists(page, ["Zirconium white"]);
    expect(await page.locator(".grid-row mark").allInnerTexts()).toEqual(["Zirc", "whi"]);
    await search.fill("amethyst");
    await row(page, "Zirconium green").waitFor();
    await until(async () => (await names(page)).length === 2, "both are found");
    expect(await row(page, "Zirconium green").locator(".grid-match").innerText()).toBe(
      "Short description: …with amethyst inlays",
    );
    expect(await row(page, "Zirconium blue").locator(".grid-match").innerText()).toBe("Inlay: dark amethyst");
    await search.fill("amehtyst");
    await page.locator(".did-you-mean").getByRole("button", { name: "amethyst" }).click();
    await page.waitForURL(/search=amethyst/);
    expect(await search.inputValue()).toBe("amethyst");
    await page.locator(".did-you-mean").waitFor({ state: "detached" });
  });

  test("a category shows its numbers, its children and all items below it", async () => {
    const { category, leaf, change } = await makeBranch("Opal");
    await change(0, { visible: false, translations: { ru: { name: "Опал" } } });
    await change(1, { quantity: 3 });
    await goTo(page, `${bench.at}?category=${category.id}`);
    const numbers = async () =>
      (await page.locator(".number").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    const shows = (expected: string[]) =>
      until(async () => (await numbers()).join() === expected.join(), `the numbers are ${expected.join(", ")}`);
    await shows(["4 Items", "1 Hidden", "3 Out of stock", "3 Not translated: Russian"]);
    expect(await page.locator(".branch-card").allInnerTexts()).toEqual(["Opal\n2 items", "Opal annex\n2 items"]);
    await page.getByRole("button", { name: "1 Hidden" }).click();
    await lists(page, ["Opal red"]);
    expect(await page.getByRole("button", { name: "1 Hidden" }).getAttribute("aria-pressed")).toBe("true");
    // One's own change counts at once; the row stays until the list is opened again.
    await row(page, "Opal red").locator('[data-kind="switch"]').click();
    await page.getByRole("button", { name: "Show anyway" }).click();
    await saved(page);
    await shows(["4 Items", "0 Hidden", "3 Out of stock", "3 Not translated: Russian"]);
    await page.getByRole("button", { name: "3 Not translated" }).click();
    await lists(page, ["Opal green", "Opal blue", "Opal white"]);
    await page.getByRole("button", { name: "4 Items" }).click();
    await lists(page, ["Opal red", "Opal green", "Opal blue", "Opal white"]);
    await page.getByRole("button", { name: "2 subcategories" }).click();
    expect(await page.locator(".branch-card").count()).toBe(0);
    await page.reload();
    await page.getByRole("button", { name: "2 subcategories" }).click();
    await page.locator(".branch-card", { hasText: "Opal" }).first().click();
    await page.waitForURL((url) => url.searchParams.get("subcategory") === leaf.id);
    await lists(page, ["Opal red", "Opal green"]);
  });

  test("many children are cut short until someone asks for all", async () => {
    const { category } = await bench.makeLeaf("Crowd");
    const params = { categoryId: category.id };
    for (let at = 0; at < 12; at++)
      await bench.api.createSubcategory({ params, body: { name: `Crowd ${at}`, priority: at } });
    await goTo(page, `${bench.at}?category=${category.id}`);
    await page.getByRole("button", { name: "Show all 13" }).click();
    await until(async () => (await page.locator(".branch-card").count()) === 13, "all children are shown");
    await page.getByText("No items yet").waitFor();
  });

  test("a change that others make shows in a search by itself", async () => {
    const { category, change } = await makeBranch("Beryl");
    await goTo(page, `${bench.at}?category=${category.id}&priceMin=150`);
    await lists(page, ["Beryl blue", "Beryl white"]);
    await change(0, { price: 500 });
    await lists(page, ["Beryl red", "Beryl blue", "Beryl white"]);
    await change(2, { price: 1 });
    await lists(page, ["Beryl red", "Beryl white"]);
  });

  test("items of several branches are selected and changed together", async () => {
    const { category, items } = await makeBranch("Topaz");
    await goTo(page, `${bench.at}?category=${category.id}&search=topaz`);
    await lists(page, ["Topaz red", "Topaz green", "Topaz blue", "Topaz white"]);
    await page.getByRole("checkbox", { name: "Select Topaz red" }).check();
    await page.getByRole("button", { name: "Select all 4 items" }).click();
    await page.getByText("4 selected").waitFor();
    await page.locator(".selection-bar").getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New value").fill("25");
    await dialog.getByRole("button", { name: "Change 4 items" }).click();
    await dialog.waitFor({ state: "hidden" });
    const discounts = await Promise.all(
      items.map(async ({ id }) => (await bench.api.getItem({ params: { itemId: id } })).data.discount),
    );
    expect(discounts).toEqual([25, 25, 25, 25]);
    await until(async () => (await page.locator(".grid-row").getByText("−25%").count()) === 4, "the list shows it");
  });

  test("a search that finds nothing in a branch is repeated in the whole project", async () => {
    const { category } = await bench.makeLeaf("Jasper", ["Jasper"]);
    await bench.makeLeaf("Onyx", ["Onyx ring"]);
    await goTo(page, `${bench.at}?category=${category.id}&search=onyx`);
    await page.getByText("No item matches").waitFor();
    await page.getByRole("button", { name: "Search the whole project" }).click();
    await lists(page, ["Onyx ring"]);
  });

  test("while the service prepares the search, it says so and the list comes by itself", async () => {
    const { category } = await makeBranch("Garnet");
    // From here on the list that is shown takes the place of the one before, which must not stay.
    await page.getByRole("treeitem", { name: "Garnet" }).waitFor();
    const problem = {
      type: "about:blank",
      title: "The service cannot answer right now",
      status: 503,
      code: "unavailable",
      detail: "The search index of this project is being made; 1,000 items are read so far.",
      requestId: "r",
    };
    let prepared = false;
    await page.route(/\/api\/projects\/[^/]+\/items\?/, (route) =>
      prepared ? route.continue() : route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: problem }),
    );
    await goTo(page, `${bench.at}?category=${category.id}`);
    await page.getByText("1,000 items are read so far").waitFor();
    prepared = true;
    await lists(page, ["Garnet red", "Garnet green", "Garnet blue", "Garnet white"]);
    await page.unrouteAll();
  });

  test("a million of them are scrolled to the end and stepped through", async () => {
    const { items } = await bench.makeLeaf("Pebble", ["Pebble"]);
    const total = 1_000_000;
    // Only the answers are many: the rows and the way through them are real.
    await page.route(/\/api\/projects\/[^/]+\/items\?/, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [at, limit] = [Number(query.get("page") ?? 1), Number(query.get("limit"))];
      const found = Array.from({ length: limit }, (_, index) => {
        const number = (at - 1) * limit + index;
        return { ...items[0], id: `pebble-${number}`, name: `Pebble ${number}` };
      });
      const none = { nextCursor: null, didYouMean: null, matches: {}, places: {}, keys: {}, facets: {} };
      return route.fulfill({ json: { items: found, total, page: at, limit, hasMore: true, ...none } });
    });
    await page.goto(`${bench.url}${bench.at}?all=true`);
    const pebble = (number: number) => page.getByText(`Pebble ${number}`, { exact: true });
    await pebble(0).waitFor();
    const grid = page.getByRole("grid");
    expect(await grid.getAttribute("aria-rowcount")).toBe("1000001");
    await grid.focus();
    await page.keyboard.press("ControlOrMeta+End");
    await pebble(999_999).waitFor();
    const inView = async (number: number) => {
      const [list, shown] = [await grid.boundingBox(), await pebble(number).boundingBox()];
      return list && shown ? shown.y > list.y && shown.y + shown.height <= list.y + list.height : false;
    };
    await until(() => inView(999_999), "the last row is in view");
    const { width, height } = page.viewportSize() as { width: number; height: number };
    await page.setViewportSize({ width, height: height - 100 });
    await until(() => inView(999_999), "the last row is in view of a list that has become less high");
    for (let step = 0; step < 30; step++) await page.keyboard.press("ArrowUp");
    await until(() => inView(999_969), "the row thirty above is in view");
    expect(await grid.getAttribute("aria-activedescendant")).toBe("cell-999969-visible");
    // The middle of the scroll bar is the middle of the list, and a step of the wheel is as long as anywhere.
    await grid.evaluate((list) => {
      list.scrollTop = (list.scrollHeight - list.clientHeight) / 2;
    });
    const firstShown = () =>
      page
        .locator(".grid-row[aria-rowindex]")
        .evaluateAll((rows) => Math.min(...rows.map((one) => Number(one.getAttribute("aria-rowindex")))));
    await until(async () => Math.abs((await firstShown()) - 500_000) < 2_500, "the middle is shown");
    await page.locator(".grid-row .skeleton").first().waitFor({ state: "detached" });
    const before = await firstShown();
    await grid.hover();
    await page.mouse.wheel(0, 400);
    await until(async () => (await firstShown()) === before + 10, "ten rows further");
    await page.keyboard.press("ControlOrMeta+Home");
    await pebble(0).waitFor();
  });
});
