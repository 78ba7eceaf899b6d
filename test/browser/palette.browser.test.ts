import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, demoId, goTo, hasBrowser, startBench, until } from "./start-bench.ts";

const projectId = "palette";

describe.skipIf(!hasBrowser)("the palette", () => {
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

  const openPalette = async (page: Page, typed = "") => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.locator(".palette-search input").fill(typed);
  };
  const closePalette = async () => {
    await page.keyboard.press("Escape");
    await page.locator(".palette-search").waitFor({ state: "detached" });
  };
  const group = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
  const recent = (page: Page) => group(page, "Recently opened").getByRole("option");
  const recentNames = (page: Page) => recent(page).locator(".palette-name").allInnerTexts();
  const listsRecent = (page: Page, names: string[]) =>
    until(async () => Bun.deepEquals(await recentNames(page), names), `the list of recent ones is ${names.join(", ")}`);
  const active = (page: Page) =>
    page.evaluate(() => {
      const id = document.querySelector(".palette-search input")?.getAttribute("aria-activedescendant");
      return document.getElementById(id ?? "")?.textContent ?? "";
    });
  const opens = (page: Page, name: "item" | "subcategory", id: string | undefined) =>
    page.waitForURL(({ searchParams }) => searchParams.get(name) === id);

  test("shows of a result its picture, what matched, its price, its place and whether it is hidden", async () => {
    const { leaf, items, category } = await bench.makeLeaf("Metronomes", ["Tempo metronome", "Plain metronome"]);
    const [itemId = "", plainId = ""] = items.map(({ id }) => id);
    await goTo(page, bench.at);
    await page.route("https://pictures.example/**", (route) => route.abort());
    const shelf = await bench.api.listItems({ params: { subcategoryId: "flagship-smartphones" } });
    const picture = shelf.data.items[0]?.imgs[0] ?? "";
    const tempo = { price: 80, discount: 25, currency: "EUR" as const, imgs: [picture], visible: false };
    await bench.api.updateItem({ params: { itemId }, body: tempo });
    const imgs = ["https://pictures.example/broken.png"];
    await bench.api.updateItem({ params: { itemId: plainId }, body: { price: 12.5, currency: "EUR", imgs } });
    await page.locator(".tree-row").first().waitFor();
    await openPalette(page, "metro");
    const option = (name: string) => page.getByRole("option", { name });
    await option("Tempo metronome").waitFor();
    expect(await option("Tempo metronome").locator("mark").allInnerTexts()).toEqual(["metro"]);
    const src = await option("Tempo metronome").locator(".palette-picture img").getAttribute("src");
    expect(src?.slice(0, picture.length)).toBe(picture);
    expect(await option("Tempo metronome").locator(".palette-price").innerText()).toBe("€60.00\n€80.00");
    expect(await option("Tempo metronome").locator("s").innerText()).toBe("€80.00");
    expect(await option("Tempo metronome").locator(".palette-place").innerText()).toBe(
      `${category.name} / ${leaf.name}`,
    );
    await page.getByRole("option", { name: /^Tempo metronome Hidden from the shop/ }).waitFor();
    expect(await option("Plain metronome").locator(".palette-price").innerText()).toBe("€12.50");
    await option("Plain metronome").locator(".palette-picture .glyph-package").waitFor();
    await page
      .getByRole("option", { name: /^Metronomes Metronomes department$/ })
      .locator(".palette-picture .glyph-folder")
      .waitFor();
    await page.unrouteAll();
    await closePalette();
  });

  test("asks whether something else was meant, and searches for that by a click or by Enter", async () => {
    const { items } = await bench.makeLeaf("Spinning tops", ["Gyroscope of oak"]);
    await goTo(page, bench.at);
    await page.locator(".tree-row").first().waitFor();
    const input = page.locator(".palette-search input");
    const suggestion = page.getByRole("option", { name: "Did you mean: gyroscope" });
    const searchedFor = async () => {
      await suggestion.waitFor({ state: "detached" });
      expect(await input.inputValue()).toBe("gyroscope");
      expect(await input.evaluate((box) => box === document.activeElement)).toBe(true);
      await page.getByRole("option", { name: "Gyroscope of oak" }).waitFor();
    };
    await openPalette(page, "gyroscpe");
    await suggestion.click();
    await searchedFor();
    await input.fill("gyroscpe");
    await suggestion.waitFor();
    expect(await active(page)).toContain("Gyroscope of oak");
    await page.keyboard.press("ArrowUp");
    expect(await active(page)).toContain("Did you mean");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await searchedFor();
    await input.fill("gyroscpe");
    await suggestion.waitFor();
    await page.keyboard.press("Enter");
    await opens(page, "item", items[0]?.id);
  });

  test("lists what was opened last without a query, with its name of now, and forgets what is gone", async () => {
    const { leaf, items } = await bench.makeLeaf("Kites", ["Red kite", "Blue kite", "Green kite"]);
    const [red = "", blue = "", green = ""] = items.map(({ id }) => id);
    // A new page, where nothing was opened before.
    await bench.visit(`${bench.at}?subcategory=${leaf.id}`);
    for (const name of ["Red kite", "Blue kite", "Green kite"]) {
      await page.locator(".grid-name", { hasText: name }).click();
      await page.locator(".panel-body").waitFor();
    }
    await openPalette(page);
    await listsRecent(page, ["Blue kite", "Red kite"]);
    expect(await active(page)).toContain("Blue kite");
    await page.keyboard.press("Enter");
    await opens(page, "item", blue);

    await bench.api.updateItem({ params: { itemId: green }, body: { name: "Emerald kite" } });
    // The page hears of it here: elsewhere, no stream says what has changed.
    await page.locator(".grid-name", { hasText: "Emerald kite" }).waitFor();
    await goTo(page, `${bench.at}/history`);
    await page.locator(".list-line").first().waitFor();
    await openPalette(page);
    await listsRecent(page, ["Blue kite", "Emerald kite", "Red kite", "Kites"]);
    await closePalette();

    await bench.api.deleteItem({ params: { itemId: red } });
    await goTo(page, `${bench.at}?subcategory=${leaf.id}&item=${green}`);
    await page.locator(".panel-body").waitFor();
    await openPalette(page);
    await listsRecent(page, ["Blue kite"]);
    const stored = () => page.evaluate(() => localStorage.getItem("editor-recent") ?? "");
    await until(async () => !(await stored()).includes(red), "the deleted item is forgotten");
    expect(await stored()).toContain(blue);
    expect(await stored()).not.toContain("Blue");
    await closePalette();
  });

  test("shares what was opened between tabs, and keeps it apart by project", async () => {
    const { leaf, items } = await bench.makeLeaf("Drums", ["Snare drum", "Bass drum"]);
    const [snare, bass] = items.map(({ id }) => `${bench.at}?subcategory=${leaf.id}&item=${id}`);
    await bench.visit(snare ?? "");
    await page.locator(".panel-body").waitFor();
    const other = await page.context().newPage();
    await other.goto(`${bench.url}${bass}`);
    await other.locator(".panel-body").waitFor();
    await openPalette(other);
    await listsRecent(other, ["Snare drum"]);
    await openPalette(page);
    await listsRecent(page, ["Bass drum"]);

    await closePalette();
    await goTo(page, `/projects/${demoId}`);
    await page.locator(".tree-row", { hasText: "Electronics" }).waitFor();
    await openPalette(page);
    await group(page, "Commands").waitFor();
    expect(await recent(page).count()).toBe(0);
    await other.close();
    await closePalette();
  });

  test("puts results that were opened before ahead of others whose name begins the same", async () => {
    const { leaf, items } = await bench.makeLeaf("Bells", ["Carillon A", "Carillon B", "Carillon C"]);
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    const found = () => group(page, "Items").locator(".palette-name").allInnerTexts();
    const listsFound = (names: string[]) =>
      until(async () => Bun.deepEquals(await found(), names), `the results are ${names.join(", ")}`);
    await page.locator(".grid-name", { hasText: "Carillon A" }).waitFor();
    await openPalette(page, "carillon");
    await listsFound(["Carillon A", "Carillon B", "Carillon C"]);
    await page.getByRole("option", { name: "Carillon C" }).click();
    await opens(page, "item", items[2]?.id);
    await openPalette(page, "carillon");
    await listsFound(["Carillon C", "Carillon A", "Carillon B"]);
    await closePalette();
  });

  test("shows each command with an icon of its own", async () => {
    const { leaf } = await bench.makeLeaf("Icons", ["Icon"]);
    await goTo(page, `${bench.at}?subcategory=${leaf.id}`);
    await page.getByRole("checkbox", { name: "Select Icon" }).click();
    await page.locator(".grid-name", { hasText: "Icon" }).click();
    await page.locator(".panel-body").waitFor();
    await openPalette(page);
    await page.getByRole("option", { name: "Delete the selected items" }).waitFor();
    const icons = await group(page, "Commands")
      .locator(".palette-picture svg")
      .evaluateAll((all) => all.map((icon) => icon.getAttribute("class")));
    expect(icons.length).toBe(await group(page, "Commands").getByRole("option").count());
    expect(icons.length).toBeGreaterThan(25);
    expect(new Set(icons).size).toBe(icons.length);
  });
});
