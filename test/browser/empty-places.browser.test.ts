import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { accessibilityFaults } from "./axe.ts";
import { coloured, settled } from "./screenshots.ts";
import { signUp } from "./signed-in.ts";
import { type Bench, hasBrowser, makeLeaf, projectId, startBench, toComments } from "./start-bench.ts";

const bare = "borealis-outlet";
const empty = (page: Page) => page.locator(".empty:visible");

/** What an empty place consists of: its title, and the names of its buttons. */
async function seen(page: Page, title: string) {
  await page.getByText(title, { exact: true }).waitFor();
  await settled(page);
  expect(await empty(page).locator("svg[viewBox='0 0 120 80']").count()).toBe(1);
  return empty(page).locator("button, a").allInnerTexts();
}

describe.skipIf(!hasBrowser)("empty places in the browser", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const at = `/projects/${projectId}`;
  const flagship = `${at}?subcategory=flagship-smartphones`;
  for (const [name, path, title, button, then] of [
    ["an empty project", `/projects/${bare}`, "The catalog is empty", "Add category", "input:focus"],
    ["nothing chosen", at, "Choose a category in the tree", "All items", ".grid-name"],
    ["a search", `${flagship}&search=qqqq`, "No item matches", "Search the whole project", ".all-items[aria-current]"],
    ["a filter of all items", `${at}?all=true&priceMin=9999999`, "No item matches", "Clear filters", ".grid-name"],
    ["no history", `/projects/${bare}/history`, "No changes yet", "Go to the catalog", ".tree-pane"],
    ["a search in the history", `${at}/history?text=qqqq`, "No change matches", "Clear filters", ".list-line"],
    ["the trash", `${at}/history?trash=true`, "The trash is empty", "All changes", ".list-line"],
    ["no open comments", `/projects/${bare}/comments`, "No open comments", "Go to the catalog", ".tree-pane"],
    [
      "no resolved comments",
      `${at}/comments?state=resolved`,
      "No resolved comments",
      "Show open comments",
      ".list-line",
    ],
    [
      "nothing to translate",
      `/projects/${bare}/translations`,
      "Nothing to translate yet",
      "Go to the catalog",
      ".tree-pane",
    ],
  ] as const) {
    test(`${name}: a picture, what it is, and one button that goes on`, async () => {
      const page = await bench.visit(path);
      expect(await seen(page, title)).toEqual([button]);
      await empty(page).locator("button, a").click();
      await page.locator(then).first().waitFor();
    });
  }

  test("a branch that is translated: one button shows its texts", async () => {
    const categories = (await bench.api.listCategories({ params: { projectId } })).data;
    const done = categories.find(({ name }) => name === "Beauty & Care");
    const page = await bench.visit(`${at}/translations?branch=${done?.id}&lang=ru`);
    expect(await seen(page, "All translated")).toEqual(["Show all texts"]);
    await empty(page).getByRole("button").click();
    await page.locator(".board-row").first().waitFor();
  });

  test("an empty subcategory, a branch without items and a category without subcategories", async () => {
    const { category, leaf } = await makeLeaf(bench.api, "Hollow");
    const page = await bench.visit(`${at}?subcategory=${leaf.id}`);
    expect(await seen(page, "Nothing here yet")).toEqual(["Add item"]);
    await page.goto(`${bench.url}${at}?category=${category.id}`);
    expect(await seen(page, "No items yet")).toEqual(["Import"]);
    const body = { name: "Hollow category" };
    const bareCategory = (await bench.api.createCategory({ params: { projectId }, body })).data;
    await page.goto(`${bench.url}${at}?category=${bareCategory.id}`);
    expect(await seen(page, "No subcategories yet")).toEqual(["Add subcategory"]);
    await page.goto(bench.url + at);
    await page.getByRole("textbox", { name: "Filter the tree" }).fill("qqqq");
    await page.locator(".tree-pane .empty").getByRole("button", { name: "Clear" }).click();
    await page.locator(".tree-row").first().waitFor();
  });

  test("what has no room for a large one has a small one", async () => {
    const { leaf, items } = await makeLeaf(bench.api, "Silent", ["Silent item"]);
    const page = await bench.visit(`${at}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    await toComments(page);
    expect(await seen(page, "No comments yet")).toEqual([]);
    await page.goto(`${bench.url}/projects/${bare}/import`);
    expect(await seen(page, "No imports yet")).toEqual([]);
    await page.goto(`${bench.url}${at}?subcategory=${leaf.id}`);
    await page.getByRole("link", { name: "Save a view of your own" }).click();
    await page.locator(".grid-name").first().waitFor();
    await page.getByRole("button", { name: "What you did" }).click();
    expect(await seen(page, "Nothing to undo yet")).toEqual(["Go to the history"]);
  });

  test("they are readable in both colour schemes and on a phone, in Russian too", async () => {
    const page = await bench.open(`/projects/${bare}`, { locale: "ru-RU", viewport: { width: 390, height: 844 } });
    for (const colours of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: colours });
      await coloured(page, colours);
      expect(await seen(page, "Каталог пуст")).toEqual(["Добавить категорию"]);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
  });
});

describe.skipIf(!hasBrowser)("empty places where people sign in", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ env: { ACCESS: "required" } });
  });
  afterAll(() => bench?.stop());

  test("offer only what the person may do", async () => {
    const staff = await signUp(bench, "anna");
    let page = await bench.visit("/people", { cookie: staff.cookie });
    expect(await seen(page, "Only you so far")).toEqual(["Invite person"]);
    await page.goto(`${bench.url}/people?show=keys`);
    expect(await seen(page, "No keys yet")).toEqual(["Create key"]);
    await page.goto(`${bench.url}/people?show=audit`);
    await page.getByLabel("Who").fill("nobody");
    expect(await seen(page, "Nothing matches")).toEqual(["Clear filters"]);
    page = await bench.visit(`/projects/${bare}`, {
      cookie: await staff.add("vera", [{ role: "viewer", project: bare }]),
    });
    expect(await seen(page, "The catalog is empty")).toEqual([]);
    page = await bench.visit("/", { cookie: await staff.add("nina", []) });
    expect(await seen(page, "No projects yet")).toEqual([]);
    await page.getByText("Ask an administrator to let you into one.").waitFor();
  });
});
