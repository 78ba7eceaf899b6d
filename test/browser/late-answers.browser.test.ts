import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { type Bench, hasBrowser, saved, startBench, until } from "./start-bench.ts";

const projectId = "late-answers";

describe.skipIf(!hasBrowser)("answers that come late", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ projectId });
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const gridRow = (page: Page, name: string) => page.locator(".grid-row", { hasText: name }).first();
  const newRow = (page: Page) => page.getByRole("textbox", { name: "New row, Name" });
  const addItem = (page: Page) => page.getByRole("button", { name: "Add item" }).first().click();
  async function isStored(page: Page, subcategoryId: string, names: string) {
    const list = () => bench.api.listItems({ params: { subcategoryId }, query: { lang: "en" } });
    await until(async () => (await list()).data.items.map(({ name }) => name).join() === names, `${names} is stored`);
    await saved(page);
  }

  test("what is typed into a new item stays there while its list is slow, and can be taken back", async () => {
    const { leaf } = await bench.makeLeaf("Pier", ["Rail"]);
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}`);
    await gridRow(page, "Rail").waitFor();
    const listComes = Promise.withResolvers<void>();
    await page.route(new RegExp(`/subcategories/${leaf.id}/items\\?`), async (route) => {
      if (route.request().method() === "GET") await listComes.promise;
      return route.continue();
    });
    await addItem(page);
    await newRow(page).fill("Hook");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await isStored(page, leaf.id, "Rail,Hook");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("F2");
    await page.keyboard.type(" and");
    await isStored(page, leaf.id, "Rail,Hook and");
    await page.keyboard.press("Enter");
    await gridRow(page, "Hook and").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("F2");
    await page.keyboard.type(" eye");
    await isStored(page, leaf.id, "Rail,Hook and eye");
    await page.keyboard.press("Escape");
    await isStored(page, leaf.id, "Rail,Hook and");
    listComes.resolve();
    await page.locator(".grid-row:not(:has([data-pending]))", { hasText: "Hook and" }).waitFor();
  });

  test("an old tree takes away neither the subcategory that was just stored nor what is typed there", async () => {
    const { category } = await bench.makeLeaf("Quay");
    const page = await bench.visit(`/projects/${projectId}?category=${category.id}`);
    const treeRow = (name: string) => page.locator(".tree-row", { hasText: name }).first();
    await treeRow(category.name).waitFor();
    const [asked, comes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = async (route: Route) => {
      const response = await route.fetch();
      asked.resolve();
      await comes.promise;
      // The page may not wait for it any more.
      await route.fulfill({ response }).catch(() => undefined);
    };
    await page.route(new RegExp(`/projects/${projectId}/categories`), late, { times: 1 });
    await bench.api.createCategory({ params: { projectId }, body: { name: "Told meanwhile" } });
    await asked.promise;
    await treeRow(category.name).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add subcategory" }).click();
    await page.getByRole("textbox", { name: "New subcategory" }).fill("Mooring");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.waitForURL(/subcategory=mooring$/);
    await addItem(page);
    await newRow(page).fill("Ro");
    await saved(page);
    comes.resolve();
    await treeRow("Told meanwhile").waitFor();
    await page.keyboard.type("pe");
    expect(await newRow(page).inputValue()).toBe("Rope");
    await page.keyboard.press("Control+Enter");
    await isStored(page, "mooring", "Rope");
  });
});
