import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { desk } from "../support/chromium.ts";
import { type Bench, cutWrites, demoId, goTo, hasBrowser, startBench, until, wire } from "./start-bench.ts";

const projectId = "tree";

const row = (page: Page, name: string) => page.locator(".tree-row", { hasText: name }).first();

describe.skipIf(!hasBrowser)("the tree in the browser", () => {
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

  const children = async (categoryId: string) =>
    (await bench.api.listSubcategories({ params: { categoryId } })).data.map((child) => child.name);

  /** A new category with these leaves, open in the editor; in a new page, no other branch is open and no message covers it. */
  async function department(name: string, leaves: string[], where?: "in a new page") {
    const category = (await bench.api.createCategory({ params: { projectId }, body: { name } })).data;
    const ids: string[] = [];
    for (const [priority, leaf] of leaves.entries()) {
      const params = { categoryId: category.id };
      ids.push((await bench.api.createSubcategory({ params, body: { name: leaf, priority } })).data.id);
    }
    const path = `${bench.at}?subcategory=${ids[0]}`;
    if (where) {
      await bench.visit(path);
    } else {
      // The page knows all of them when the category shows them.
      await goTo(page, `${bench.at}?category=${category.id}`);
      for (const leaf of leaves) await page.locator(".branch-card", { hasText: leaf }).waitFor();
      await goTo(page, path);
    }
    await row(page, leaves[0] ?? "").waitFor();
    return { category: category.id, ids };
  }

  test("adds nodes by name, renames in place, and filters in any language", async () => {
    const electronics = (await bench.api.createCategory({ params: { projectId }, body: { name: "Electronics" } })).data;
    const phones = { name: "Phones & Tablets", translations: { ru: { name: "Телефоны и планшеты" } } };
    await bench.api.createSubcategory({ params: { categoryId: electronics.id }, body: phones });
    const { category } = await department("Garden", ["Seeds"]);
    await row(page, "Garden").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add subcategory" }).click();
    await page.getByRole("textbox", { name: "New subcategory" }).fill("Tools for spades");
    await page.keyboard.press("Enter");
    // An empty name ends, and the new subcategory is open.
    await page.keyboard.press("Enter");
    await page.waitForURL(/subcategory=tools-for-spades$/);
    expect(await children(category)).toEqual(["Seeds", "Tools for spades"]);

    await page.getByRole("tree").focus();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: /New name/ }).fill("Garden tools");
    await page.keyboard.press("Enter");
    await until(async () => (await children(category)).includes("Garden tools"), "the new name was saved");

    const filter = page.getByRole("textbox", { name: "Filter the tree" });
    await filter.fill("телефоны");
    // The matching node and its ancestors, and nothing else.
    const shown = async () => (await page.locator(".tree-row").allInnerTexts()).map((text) => text.split("\n")[0]);
    await until(async () => (await shown()).join() === "Electronics,Phones & Tablets", "only the match is shown");
    await filter.fill("");
  });

  test("adds several in a row, each with an address made from its name", async () => {
    const { category, ids } = await department("Hobbies", ["Chess"]);
    // Somebody else takes an address, and the page does not hear of it: only the service knows.
    await page.route("**/events?*", (route) => route.abort());
    await page.reload();
    await row(page, "Chess").waitFor();
    const { category: shelf } = await bench.makeLeaf("Shelf");
    const body = { name: "Go", id: "go-boards" };
    await bench.api.createSubcategory({ params: { categoryId: shelf.id }, body });

    await row(page, "Hobbies").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add subcategory" }).click();
    const name = page.getByRole("textbox", { name: "New subcategory" });
    const address = page.getByRole("textbox", { name: "Address part" });
    const isAddress = (wanted: string) => until(async () => (await address.inputValue()) === wanted, wanted);
    const add = async (typed: string, proposed: string) => {
      await name.fill(typed);
      await isAddress(proposed);
      await page.keyboard.press("Enter");
      await until(async () => (await name.inputValue()) === "", "the field is there for the next one");
      expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    };
    await add("Настольные игры", "nastolnye-igry");
    await add("Go boards", "go-boards");
    await until(async () => (await children(category)).length === 3, "both are stored");
    await add("Go boards", "go-boards");
    await name.fill("Puzzles");
    await isAddress("puzzles");
    await page.keyboard.press("Tab");
    await page.keyboard.type(ids[0] ?? "");
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.press("Enter");
    expect(await name.inputValue()).toBe("Puzzles");
    await address.fill("jigsaws");
    await page.keyboard.press("Enter");
    await until(() => name.evaluate((field) => field === document.activeElement), "the next name");
    await name.fill("Nothing of this");
    await page.keyboard.press("Escape");
    await page.waitForURL((url) => url.searchParams.get("subcategory") === "jigsaws");
    await name.waitFor({ state: "detached" });
    expect(await page.getByRole("tree").evaluate((tree) => tree === document.activeElement)).toBe(true);
    const made = (await bench.api.listSubcategories({ params: { categoryId: category } })).data;
    expect(made.map(({ id }) => id)).toEqual([ids[0] ?? "", "nastolnye-igry", "go-boards-2", "go-boards-3", "jigsaws"]);
    await page.unrouteAll();
  });

  test("adds a subcategory without the network, and on a phone", async () => {
    const { category } = await department("Away", ["Tents"]);
    await page.route(wire, cutWrites);
    await row(page, "Away").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add subcategory" }).click();
    const name = page.getByRole("textbox", { name: "New subcategory" });
    for (const one of ["Camp beds", "Camp beds"]) {
      await name.fill(one);
      await page.keyboard.press("Enter");
    }
    await until(async () => (await page.locator(".tree-row", { hasText: "Camp beds" }).count()) === 2, "both show");
    await page.keyboard.press("Escape");
    await page.unroute(wire, cutWrites);
    await until(async () => (await children(category)).length === 3, "both are stored");
    const stored = (await bench.api.listSubcategories({ params: { categoryId: category } })).data;
    expect(stored.map(({ id }) => id).slice(1)).toEqual(["camp-beds", "camp-beds-2"]);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${bench.url}${bench.at}?category=${category}`);
    await page.getByRole("button", { name: "Add subcategory" }).click();
    await name.fill("Stoves");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.waitForURL(/subcategory=stoves$/);
    await page.setViewportSize(desk);
  });

  test("reorders and moves with the keyboard, the menu and by drag", async () => {
    const { category } = await department("Toys", ["Blocks", "Cars", "Dolls"], "in a new page");
    const tree = page.getByRole("tree");
    await row(page, "Blocks").click();
    await tree.focus();
    await page.keyboard.press("Alt+ArrowDown");
    await until(async () => (await children(category)).join() === "Cars,Blocks,Dolls", "moved down by keyboard");

    await row(page, "Dolls").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await until(async () => (await children(category)).join() === "Cars,Dolls,Blocks", "moved up by menu");

    await row(page, "Blocks").dragTo(row(page, "Cars"), { targetPosition: { x: 80, y: 3 } });
    await until(async () => (await children(category)).join() === "Blocks,Cars,Dolls", "moved by drag");

    await row(page, "Cars").click();
    await tree.focus();
    await page.keyboard.press("Alt+ArrowRight");
    await until(async () => (await children(category)).join() === "Blocks,Dolls", "moved in a level");
    await page.keyboard.press("Alt+ArrowLeft");
    await until(async () => (await children(category)).join() === "Blocks,Cars,Dolls", "moved out again");
  });

  test("changes an address and says what changes with it", async () => {
    const { leaf, category } = await bench.makeLeaf("Kettles", ["One", "Two"]);
    const teapots = { name: "Teapots", id: "teapots" };
    await bench.api.createSubcategory({ params: { categoryId: category.id }, body: teapots });
    await goTo(page, `${bench.at}?subcategory=${leaf.id}&details=true`);
    await page.getByRole("button", { name: "Change address" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2 items").waitFor();
    expect(await dialog.innerText()).toContain(`/${category.id}/${leaf.id}`);
    const part = dialog.getByRole("textbox", { name: "Address part" });
    await part.fill("teapots");
    await dialog.getByRole("button", { name: "Change address" }).click();
    await dialog.getByText("Another subcategory already has this address").waitFor();
    await part.fill("kettles");
    await dialog.getByRole("button", { name: "Change address" }).click();
    // The old address starts with the same letters.
    await page.waitForURL((url) => url.searchParams.get("subcategory") === "kettles");
    // The page is there before the service has answered.
    const moved = async () => (await bench.api.listSubcategories({ params: { categoryId: category.id } })).data;
    await until(async () => (await moved()).some(({ id }) => id === "kettles"), "the address is stored");
    expect((await bench.api.getSubcategory({ params: { subcategoryId: "kettles" } })).data.itemCount).toBe(2);
  });

  test("opens the branch of a node that an address names before the tree has it", async () => {
    await department("Early department", ["Early"], "in a new page");
    const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/categories?*", (route) => mayGo.then(() => route.continue()));
    const { leaf } = await bench.makeLeaf("Late");
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await page.locator(".centre .empty").waitFor();
    letGo();
    await page.locator('.tree-row[aria-selected="true"]', { hasText: "Late" }).waitFor();
    await page.unroute("**/categories?*");
  });

  test("an address that changes leaves the branch open and chosen, here and for those who watch", async () => {
    const { ids } = await department("Lamps department", ["Lamps"], "in a new page");
    const id = ids[0] ?? "";
    await bench.api.createNestedSubcategory({ params: { parentSubcategoryId: id }, body: { name: "Desk lamps" } });
    const watcher = await bench.visit(`${bench.at}?subcategory=${id}`, { person: "other" });
    const isOpen = async (one: Page, address: string) => {
      await one.waitForURL((url) => url.searchParams.get("subcategory") === address);
      await row(one, "Desk lamps").waitFor();
      expect(await one.locator('.tree-row[aria-selected="true"]').getAttribute("id")).toBe(
        `node-subcategory:${address}`,
      );
      expect(await one.getByText("Not found").count()).toBe(0);
    };
    for (const one of [page, watcher]) {
      await one.getByRole("tree").focus();
      // It has something to open when the page knows what is below it.
      await one.locator('.tree-row[aria-selected="true"][aria-expanded="false"]', { hasText: "Lamps" }).waitFor();
      await one.keyboard.press("ArrowRight");
      await isOpen(one, id);
    }
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Change address" }).press("Enter");
    await page.getByRole("textbox", { name: "Address part" }).fill("all-lamps");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await isOpen(page, "all-lamps");
    await isOpen(watcher, "all-lamps");
    await page.keyboard.press("Control+z");
    await isOpen(page, id);
    await isOpen(watcher, id);
  });

  test("an address that the service refuses leaves the subcategory open", async () => {
    const { ids, category } = await department("Bottles department", ["Bottles"], "in a new page");
    await goTo(page, `${bench.at}?subcategory=${ids[0]}&details=true`);
    const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/api/subcategories/*", (route) =>
      route.request().method() === "PATCH" ? mayGo.then(() => route.continue()) : route.continue(),
    );
    await page.getByRole("button", { name: "Change address" }).click();
    const dialog = page.getByRole("dialog");
    // Only the service knows that a category has it.
    await dialog.getByRole("textbox", { name: "Address part" }).fill(category);
    await dialog.getByRole("button", { name: "Change address" }).click();
    await page.waitForURL((url) => url.searchParams.get("subcategory") === category);
    letGo();
    await page.waitForURL((url) => url.searchParams.get("subcategory") === ids[0]);
    await page.locator(".panel", { hasText: "Bottles" }).waitFor();
    expect(await page.getByText("Not found").count()).toBe(0);
    await page.unroute("**/api/subcategories/*");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  test("the keyboard stays where it is when somebody deletes the open subcategory", async () => {
    const { ids } = await department("Spoons department", ["Spoons", "Forks", "Knives"], "in a new page");
    const tree = page.getByRole("tree");
    await tree.focus();
    await page.keyboard.press("ArrowDown");
    const isOn = async () => (await tree.getAttribute("aria-activedescendant")) === `node-subcategory:${ids[1]}`;
    await until(isOn, "the keyboard is on the next row");
    await bench.api.deleteSubcategory({ params: { subcategoryId: ids[0] ?? "" } });
    await page.locator(`[id="node-subcategory:${ids[0]}"]`).waitFor({ state: "detached" });
    await page.locator(".centre").getByText("Not found").waitFor();
    expect(await isOn()).toBe(true);
    await page.keyboard.press("ArrowDown");
    await until(
      async () => (await tree.getAttribute("aria-activedescendant")) === `node-subcategory:${ids[2]}`,
      "the keyboard goes on from there",
    );
  });

  test("moves to another place by keys: the tree in its order, what is typed, and why a place is not possible", async () => {
    const { category, ids } = await department("Kitchen", ["Pots", "Pans", "Bowls"], "in a new page");
    await bench.api.createItem({ params: { subcategoryId: ids[2] ?? "" }, body: { name: "Bowl" } });
    await row(page, "Bowls").locator('[data-count="1"]').waitFor({ state: "attached" });
    const dialog = page.getByRole("dialog");
    const openMove = async () => {
      await page.getByRole("tree").focus();
      await page.keyboard.press("Shift+F10");
      await page.getByRole("menuitem", { name: "Move to…" }).press("Enter");
      await dialog.getByRole("combobox").waitFor();
    };
    await openMove();
    const places = dialog.locator(".node-choice");
    const active = dialog.locator(".node-choice[data-active] .node-name");
    const isOn = (name: string) => until(async () => (await active.innerText()) === name, `on ${name}`);
    // Its own place is where it begins, with the branch closed.
    await isOn("Kitchen");
    await dialog.getByText("This is where it is now.").waitFor();
    await page.keyboard.press("ArrowRight");
    const names = await places.locator(".node-name").allInnerTexts();
    const from = names.indexOf("Kitchen");
    expect(names.slice(from, from + 4)).toEqual(["Kitchen", "Pots", "Pans", "Bowls"]);
    expect(await places.nth(from + 1).getAttribute("aria-level")).toBe("2");
    await page.keyboard.press("ArrowRight");
    await isOn("Pots");
    await dialog.getByText("A subcategory cannot be moved into itself.").waitFor();
    await page.keyboard.press("Enter");
    expect(await dialog.count()).toBe(1);
    for (const _ of ["Pans", "Bowls"]) await page.keyboard.press("ArrowDown");
    await isOn("Bowls");
    await dialog.getByText("It holds items").waitFor();
    for (const _ of ["to Kitchen", "closed"]) await page.keyboard.press("ArrowLeft");
    await isOn("Kitchen");
    expect(await places.nth(from).getAttribute("aria-expanded")).toBe("false");

    // The first match that is possible is the one that Enter takes.
    await dialog.getByRole("combobox").fill("pan");
    await isOn("Pans");
    expect(await places.first().locator(".node-path").innerText()).toBe("Kitchen");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await until(async () => (await children(category)).join() === "Pans,Bowls", "moved by Enter");
    const { data } = await bench.api.getSubcategory({ params: { subcategoryId: ids[1] ?? "" } });
    expect(data.subcategories.map(({ name }) => name)).toEqual(["Pots"]);
  });

  test("says what a deletion includes before it deletes", async () => {
    const { leaf, category } = await bench.makeLeaf("Old stock", ["One", "Two", "Three"]);
    // A new page, without a message over the tree.
    await bench.visit(`${bench.at}?category=${category.id}`);
    await row(page, category.name).click();
    await page.getByRole("tree").focus();
    await page.keyboard.press("Delete");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This also deletes 1 subcategory and 3 items.").waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await dialog.waitFor({ state: "hidden" });
    await until(async () => !(await page.locator(".tree-row", { hasText: category.name }).count()), "the row is gone");
    // The row disappears before the service has answered.
    const status = async () => (await fetch(`${bench.url}/api/subcategories/${leaf.id}`)).status;
    await until(async () => (await status()) === 404, "the service has deleted it");
  });

  test("an empty project says once what to do, and that there is nothing to translate yet", async () => {
    await bench.api.createProject({ body: { id: "tree-empty", displayName: "Nothing in it" } });
    const path = "/projects/tree-empty";
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const place of ["", "?all=true"]) {
        await goTo(page, path + place);
        await page.getByText("The catalog is empty").waitFor();
        expect(await page.locator(".empty:visible").count()).toBe(1);
        await goTo(page, `${path}/translations`);
        await page.getByText("Nothing to translate yet").waitFor();
      }
      await page
        .locator(".board-branches")
        .getByText("Nothing yet")
        .waitFor({ state: width === 390 ? "attached" : "visible" });
      expect(await page.getByText("Done", { exact: true }).count()).toBe(0);
    }
    await page.setViewportSize(desk);
    await goTo(page, path);
    await page.locator(".empty").getByRole("button", { name: "Add category" }).click();
    await page.getByRole("textbox", { name: "New category" }).fill("Outlet");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.waitForURL(/category=/);
  });

  test("keeps its state in the address: back, forward and deep links", async () => {
    await goTo(page, `/projects/${demoId}`);
    await row(page, "Electronics").click();
    await page.waitForURL(/category=/);
    await page.locator(".branch-card", { hasText: "Laptops" }).click();
    await page.waitForURL(/subcategory=laptops/);
    // The rows of the list before stay until those of this one are there: a name that both have.
    await page.locator(".grid-name", { hasText: "Zephyrix Drift 14" }).click();
    await page.waitForURL(/item=/);
    const deep = page.url();
    await page.goBack();
    await page.locator(".panel").waitFor({ state: "hidden" });
    await page.goBack();
    await page.locator(".branch-card").first().waitFor();
    await page.goForward();
    await page.goForward();
    await page.locator(".panel-body").waitFor();
    expect(page.url()).toBe(deep);
    const item = new URL(deep).searchParams.get("item");
    await page.goto(`${bench.url}/projects/${demoId}?item=${item}`);
    await page.waitForURL(/subcategory=laptops/);
    expect(await row(page, "Laptops").getAttribute("aria-selected")).toBe("true");
  });

  test("opens anything by name and runs commands from the palette", async () => {
    await goTo(page, `/projects/${demoId}`);
    await row(page, "Electronics").waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox").fill("ноутбуки");
    await page.getByRole("option", { name: /^Laptops Ноутбуки/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/subcategory=laptops/);
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox").fill("dark");
    await page.getByRole("option", { name: /Dark/ }).waitFor();
    await page.keyboard.press("Enter");
    await until(
      async () => (await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)) === "dark",
      "the screen is dark",
    );
  });
});
