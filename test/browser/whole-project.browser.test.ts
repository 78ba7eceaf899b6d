import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, goTo, hasBrowser, saved, startBench, until } from "./start-bench.ts";

const projectId = "whole-project";

describe.skipIf(!hasBrowser)("a whole project in the browser", () => {
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

  const palette = async (page: Page, typed: string) => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.locator(".palette-search input").fill(typed);
  };
  const entry = (page: Page, text: string) => page.locator(".palette-entry", { hasText: text }).first();

  test("the palette opens anything by its name in any language, from any screen", async () => {
    const { leaf, items } = await bench.makeLeaf("Observatory", ["Telescope"]);
    const itemId = items[0]?.id ?? "";
    const translations = { ru: { name: "Подзорная труба" } };
    await bench.api.updateItem({ params: { itemId }, body: { translations } });
    await goTo(page, `${bench.at}/history`);
    await page.locator(".list-line").first().waitFor();
    await palette(page, "ПОДЗОРН");
    await entry(page, "Подзорная труба").waitFor();
    expect(await entry(page, "Подзорная труба").innerText()).toContain("Observatory department / Observatory");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("item") === itemId);
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Telescope");

    await palette(page, "observatory");
    await entry(page, "Observatory department").waitFor();
    const groups = await page
      .locator('.palette-list [role="group"]')
      .evaluateAll((all) => all.map((group) => group.getAttribute("aria-label")));
    expect(groups[0]).toBe("Categories and subcategories");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("subcategory") === leaf.id && !url.searchParams.has("item"));
  });

  test("Enter before the answer opens the match for the last text, a late answer changes nothing, and a search without a result or an answer says so", async () => {
    const { items } = await bench.makeLeaf("Hurry", ["Hurricane lamp", "Hurricane candle"]);
    await goTo(page, bench.at);
    await page.locator(".tree-row").first().waitFor();
    const [asked, entered, opened, late] = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    await page.route("**/find?*", async (route) => {
      const older = new URL(route.request().url()).searchParams.get("q") === "hurricane";
      if (older) asked?.resolve();
      await (older ? opened : entered)?.promise;
      // The page may have cancelled the older request.
      await route.continue().catch(() => {});
      if (older) await (await route.request().response())?.finished();
      if (older) late?.resolve();
    });
    await palette(page, "hurricane");
    await asked?.promise;
    await page.locator(".palette-search input").fill("hurricane candle");
    await page.keyboard.press("Enter");
    entered?.resolve();
    await page.waitForURL((url) => url.searchParams.get("item") === items[1]?.id);
    opened?.resolve();
    await late?.promise;
    // This later request is answered after it.
    await palette(page, "hurricane l");
    await entry(page, "Hurricane lamp").waitFor();
    expect(new URL(page.url()).searchParams.get("item")).toBe(items[1]?.id ?? "");

    await page.unroute("**/find?*");
    await page.locator(".palette-search input").fill("no such thing anywhere");
    await page.getByText("Nothing found").waitFor();
    await page.route("**/find?*", (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.locator(".palette-search input").fill("smart");
    await page.getByText("The search failed").first().waitFor();
    await page.unrouteAll();
    await page.keyboard.press("Escape");
    await page.locator(".palette-search").waitFor({ state: "detached" });
  });

  test("tags and badges in use anywhere in the project are suggested, in the item and in the filter", async () => {
    const far = await bench.makeLeaf("Far shelf");
    // More of them than a list shows without a search.
    const others = Array.from({ length: 12 }, (_, at) => `stone ${at}`);
    const data = { tags: ["moonstone", ...others], badges: ["handmade"] };
    const rows = ["Far one", "Far two"].map((name) => ({ subcategoryId: far.leaf.id, data: { name, ...data } }));
    await bench.api.saveItemRows({ body: { rows } });
    const { leaf, items } = await bench.makeLeaf("Near shelf", ["Near one"]);
    await goTo(page, `${bench.at}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    const suggests = async (label: string, typed: string, wanted: string) => {
      await page.locator(".panel").getByLabel(label, { exact: true }).fill(typed);
      const options = page.getByRole("option");
      await until(async () => (await options.allInnerTexts())[0]?.replace(/\s+/, " ") === wanted, `${wanted} is first`);
      return options.count();
    };
    expect(await suggests("Tags", "moon", "moonstone 2 items")).toBe(1);
    await page.locator(".panel").getByLabel("Tags", { exact: true }).fill("moonstone");
    await page.locator(".panel").getByLabel("Tags", { exact: true }).press("Enter");
    await saved(page);
    await suggests("Badges", "hand", "handmade 2 items");
    await page.locator(".panel").getByLabel("Badges", { exact: true }).fill("");
    await page.locator(".all-items").click();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("button", { name: "Tags", exact: true }).click();
    await page.getByLabel("Find a value").fill("moon");
    await page.getByRole("checkbox", { name: /^moonstone.*3 items$/ }).waitFor();
    expect(await page.locator(".filter-line").count()).toBe(1);
    await page.keyboard.press("Escape");
  });

  test("the translation board shows what is missing in a leaf of any size, and translates it in place", async () => {
    const { leaf, category } = await bench.makeLeaf("Board shelf");
    const rows = Array.from({ length: 130 }, (_, at) => {
      const name = `Board item ${at}`;
      const translations = at < 120 ? { ru: { name: `${name} по-русски` } } : {};
      return { subcategoryId: leaf.id, data: { name, priority: at, translations } };
    });
    await bench.api.saveItemRows({ body: { rows } });
    const query = { page: 2, limit: 120 };
    const left = (await bench.api.listItems({ params: { subcategoryId: leaf.id }, query })).data.items;
    await goTo(page, `${bench.at}/translations?branch=${leaf.id}&state=missing`);
    await page.locator(".board-list [role=status]").getByText("11 texts missing", { exact: true }).waitFor();
    const inputs = page.locator(".board-row textarea");
    await until(async () => (await inputs.count()) === 11, "the leaf and its ten untranslated items are shown");
    const branch = page.locator(".board-branch[aria-current]");
    await branch.getByText("11 texts left").waitFor();

    const first = page.getByRole("textbox", { name: `Name of ${left[0]?.name} in Russian` });
    await first.fill("Первый");
    await first.press("Tab");
    await saved(page);
    const stored = async (at: number) =>
      (await bench.api.getItem({ params: { itemId: left[at]?.id ?? "" } })).data.translations.ru?.name;
    await until(async () => (await stored(0)) === "Первый", "the translation is stored");
    expect(await first.inputValue()).toBe("Первый");
    expect(await inputs.count()).toBe(11);
    await branch.getByText("10 texts left").waitFor();

    await page.getByRole("button", { name: "Board shelf department" }).click();
    await page.waitForURL((url) => url.searchParams.get("branch") === category.id);
    await page.locator(".board-branch", { hasText: "Board shelf" }).last().getByText("10 texts left").waitFor();
    await page.locator(".board-list").getByText("11 texts missing").waitFor();
    await page.locator("[role=radiogroup] label", { hasText: "All" }).click();
    await page.locator(".board-list").getByText("132 texts").waitFor();
    const last = page.getByRole("link", { name: "Open Board item 129:" });
    await until(async () => {
      await page.locator(".board-scroll").evaluate((scroller) => scroller.scrollBy(0, 400));
      return last.isVisible();
    }, "the last row is reached");
  });

  test("a stale translation is shown with its former original, until it is translated again", async () => {
    // Away from the project, so that the page does not follow a hundred changes.
    await goTo(page, "/");
    const { leaf, items } = await bench.makeLeaf("Behind", ["Old lantern"]);
    const itemId = items[0]?.id ?? "";
    const translations = { ru: { name: "Старый фонарь" } };
    await bench.api.updateItem({ params: { itemId }, body: { translations } });
    for (let at = 0; at < 60; at++) await bench.api.updateItem({ params: { itemId }, body: { price: at + 1 } });
    await bench.api.updateItem({ params: { itemId }, body: { name: "New lantern" } });
    for (let at = 0; at < 60; at++) await bench.api.updateItem({ params: { itemId }, body: { price: 100 + at } });
    await bench.visit(`${bench.at}/translations?branch=${leaf.id}&state=stale`);
    const row = page.locator(".board-row", { hasText: "New lantern" });
    expect(await row.locator("ins").innerText()).toBe("New");
    expect(await row.locator(".board-before").innerText()).toBe("Before: Old lantern");
    expect(await row.locator("del").innerText()).toBe("Old");
    await page.getByRole("link", { name: "Open New lantern:" }).click();
    await page.waitForURL((url) => url.searchParams.get("item") === itemId);
    const mark = page.locator(".languages .mantine-Badge-root", { hasText: "The original has changed" });
    await mark.waitFor();
    expect(await mark.getAttribute("title")).toBe("Translated from “Old lantern”");
    await page.getByLabel("Name · RU", { exact: true }).fill("Новый фонарь");
    await page.getByLabel("Name · RU", { exact: true }).blur();
    await saved(page);
    await mark.waitFor({ state: "hidden" });
    await goTo(page, `${bench.at}/translations?branch=${leaf.id}&state=stale`);
    await page.getByText("Nothing is outdated").waitFor();
  });
});
