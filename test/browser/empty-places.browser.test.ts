import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { settled } from "./screenshots.ts";
import { type Bench, demoId, goTo, hasBrowser, startBench, startSignedInBench, toComments } from "./start-bench.ts";

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
  /** One page for the tests, which go on in it. */
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId: "empty-places" });
    page = await bench.visit("/");
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const demo = `/projects/${demoId}`;
  const flagship = `${demo}?subcategory=flagship-smartphones`;
  const places = [
    [`/projects/${bare}`, "The catalog is empty", "Add category", "input:focus"],
    [demo, "Choose a category in the tree", "All items", ".grid-name"],
    [`${demo}?all=true&priceMin=9999999`, "No item matches", "Clear filters", ".grid-name"],
    [`${flagship}&search=qqqq`, "No item matches", "Search the whole project", ".all-items[aria-current]"],
    [`/projects/${bare}/history`, "No changes yet", "Go to the catalog", ".tree-pane"],
    [`${demo}/history?text=qqqq`, "No change matches", "Clear filters", ".list-line"],
    [`${demo}/history?trash=true`, "The trash is empty", "All changes", ".list-line"],
    [`/projects/${bare}/comments`, "No open comments", "Go to the catalog", ".tree-pane"],
    [`${demo}/comments?state=resolved`, "No resolved comments", "Show open comments", ".list-line"],
    [`/projects/${bare}/translations`, "Nothing to translate yet", "Go to the catalog", ".tree-pane"],
  ] as const;

  test("each has a picture, says what it is, and has one button that goes on", async () => {
    for (const [path, title, button, then] of places) {
      // Otherwise the place before would be looked at again.
      expect([path, await page.getByText(title, { exact: true }).count()]).toEqual([path, 0]);
      await goTo(page, path);
      expect([path, await seen(page, title)]).toEqual([path, [button]]);
      await empty(page).locator("button, a").click();
      await page.locator(then).first().waitFor();
    }
    // A branch that is translated shows its texts.
    const categories = (await bench.api.listCategories({ params: { projectId: demoId } })).data;
    const done = categories.find(({ name }) => name === "Beauty & Care");
    await goTo(page, `${demo}/translations?branch=${done?.id}&lang=ru`);
    expect(await seen(page, "All translated")).toEqual(["Show all texts"]);
    await empty(page).getByRole("button").click();
    await page.locator(".board-row").first().waitFor();
  });

  test("an empty subcategory, a branch without items, a category without subcategories and a tree without a match", async () => {
    const { category, leaf } = await bench.makeLeaf("Hollow");
    const body = { name: "Hollow category" };
    const bareCategory = (await bench.api.createCategory({ params: { projectId: bench.projectId }, body })).data;
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    expect(await seen(page, "Nothing here yet")).toEqual(["Add item"]);
    await goTo(page, `${bench.at}?category=${category.id}`);
    expect(await seen(page, "No items yet")).toEqual(["Import"]);
    await goTo(page, `${bench.at}?category=${bareCategory.id}`);
    expect(await seen(page, "No subcategories yet")).toEqual(["Add subcategory"]);
    await page.getByRole("textbox", { name: "Filter the tree" }).fill("qqqq");
    await page.locator(".tree-pane .empty").getByRole("button", { name: "Clear" }).click();
    await page.locator(".tree-row").first().waitFor();
  });

  test("what has no room for a large one has a small one", async () => {
    const { leaf, items } = await bench.makeLeaf("Silent", ["Silent item"]);
    await goTo(page, `${bench.at}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    await toComments(page);
    expect(await seen(page, "No comments yet")).toEqual([]);
    await goTo(page, `/projects/${bare}/import`);
    expect(await seen(page, "No imports yet")).toEqual([]);
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await page.getByRole("link", { name: "Save a view of your own" }).click();
    await page.locator(".grid-name").first().waitFor();
    await page.getByRole("button", { name: "What you did" }).click();
    expect(await seen(page, "Nothing to undo yet")).toEqual(["Go to the history"]);
  });

  test("they fit on a phone, in Russian too", async () => {
    await goTo(page, `/projects/${bare}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitemradio", { name: "Русский" }).click();
    await page.locator("html[lang=ru]").waitFor();
    await page.keyboard.press("Escape");
    expect(await seen(page, "Каталог пуст")).toEqual(["Добавить категорию"]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

describe.skipIf(!hasBrowser)("empty places where people sign in", () => {
  test("offer only what the person may do", async () => {
    const bench = await startSignedInBench();
    const page = await bench.visit(`/projects/${bare}`, {
      cookie: await bench.staff.add("vera", [{ role: "viewer", project: bare }]),
    });
    expect(await seen(page, "The catalog is empty")).toEqual([]);
    await bench.staff.add("vera", []);
    await page.goto(bench.url);
    expect(await seen(page, "No projects yet")).toEqual([]);
    await page.getByText("Ask an administrator to let you into one.").waitFor();
    expect(bench.errors).toEqual([]);
  });
});
