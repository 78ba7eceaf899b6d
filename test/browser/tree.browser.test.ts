import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, hasBrowser, makeLeaf, projectId, startBench, until } from "./start-bench.ts";

const row = (page: Page, name: string) => page.locator(".tree-row", { hasText: name }).first();

describe.skipIf(!hasBrowser)("the tree in the browser", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const children = async (categoryId: string) =>
    (await bench.api.listSubcategories({ params: { categoryId } })).data.map((child) => child.name);

  /** A new category with these leaves, open in the editor. */
  async function department(name: string, leaves: string[]) {
    const category = (await bench.api.createCategory({ params: { projectId }, body: { name } })).data;
    const ids: string[] = [];
    for (const [priority, leaf] of leaves.entries()) {
      const params = { categoryId: category.id };
      ids.push((await bench.api.createSubcategory({ params, body: { name: leaf, priority } })).data.id);
    }
    const page = await bench.visit(`/projects/${projectId}?subcategory=${ids[0]}`);
    await row(page, leaves[0] ?? "").waitFor();
    return { page, category: category.id, ids };
  }

  test("adds nodes by name, renames in place, and filters in any language", async () => {
    const { page, category } = await department("Garden", ["Seeds"]);
    await row(page, "Garden").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add subcategory" }).click();
    await page.getByRole("textbox", { name: "New subcategory" }).fill("Tools for spades");
    await page.keyboard.press("Enter");
    await page.waitForURL(/subcategory=tools-for-spades/);
    expect(await children(category)).toEqual(["Seeds", "Tools for spades"]);

    await page.getByRole("tree").focus();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: /New name/ }).fill("Garden tools");
    await page.keyboard.press("Enter");
    await until(async () => (await children(category)).includes("Garden tools"), "the new name was saved");

    await page.getByRole("textbox", { name: "Filter the tree" }).fill("телефоны");
    // The matching node and its ancestors, and nothing else.
    const shown = async () => (await page.locator(".tree-row").allInnerTexts()).map((text) => text.split("\n")[0]);
    await until(async () => (await shown()).join() === "Electronics,Phones & Tablets", "only the match is shown");
  });

  test("reorders and moves with the keyboard, the menu and by drag", async () => {
    const { page, category } = await department("Toys", ["Blocks", "Cars", "Dolls"]);
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
    const { leaf, category } = await makeLeaf(bench.api, "Kettles", ["One", "Two"]);
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}&details=true`);
    await page.getByRole("button", { name: "Change address" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2 items").waitFor();
    expect(await dialog.innerText()).toContain(`/${category.id}/${leaf.id}`);
    const part = dialog.getByRole("textbox", { name: "Address part" });
    await part.fill("smartphones");
    await dialog.getByRole("button", { name: "Change address" }).click();
    await dialog.getByText("Another subcategory already has this address").waitFor();
    await part.fill("kettles");
    await dialog.getByRole("button", { name: "Change address" }).click();
    // The old address starts with the same letters.
    await page.waitForURL((url) => url.searchParams.get("subcategory") === "kettles");
    expect((await bench.api.getSubcategory({ params: { subcategoryId: "kettles" } })).data.itemCount).toBe(2);
  });

  test("says what a deletion includes before it deletes", async () => {
    const { leaf, category } = await makeLeaf(bench.api, "Old stock", ["One", "Two", "Three"]);
    const page = await bench.visit(`/projects/${projectId}?category=${category.id}`);
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

  test("keeps its state in the address: back, forward and deep links", async () => {
    const page = await bench.visit(`/projects/${projectId}`);
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
    await page.goto(`${bench.url}/projects/${projectId}?item=${item}`);
    await page.waitForURL(/subcategory=laptops/);
    expect(await row(page, "Laptops").getAttribute("aria-selected")).toBe("true");
  });

  test("opens anything by name and runs commands from the palette", async () => {
    const page = await bench.visit(`/projects/${projectId}`);
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
