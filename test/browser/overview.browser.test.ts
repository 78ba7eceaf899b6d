import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, hasBrowser, makeLeaf, projectId, saved, startBench, until } from "./bench.ts";

describe.skipIf(!hasBrowser)("a whole project in the browser", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
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

  test("the palette jumps to anything by its name in any language, from any screen", async () => {
    const { leaf, items } = await makeLeaf(bench.api, "Observatory", ["Telescope"]);
    const itemId = items[0]?.id ?? "";
    const translations = { ru: { name: "Подзорная труба" } };
    await bench.api.updateItem({ params: { itemId }, body: { translations } });
    const page = await bench.open(`/projects/${projectId}/history`);
    await page.locator(".history-entry").first().waitFor();
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
    await page.context().close();
  });

  test("Enter before the answer opens what was typed last, and a late answer to older letters changes nothing", async () => {
    const { items } = await makeLeaf(bench.api, "Hurry", ["Hurricane lamp", "Hurricane candle"]);
    const page = await bench.open(`/projects/${projectId}`);
    await page.locator(".tree-row").first().waitFor();
    await page.route("**/find?*", async (route) => {
      const late = new URL(route.request().url()).searchParams.get("q") === "hurricane";
      await Bun.sleep(late ? 1_500 : 200);
      await route.continue().catch(() => {});
    });
    await palette(page, "hurricane");
    await page.waitForTimeout(400);
    await page.locator(".palette-search input").fill("hurricane candle");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("item") === items[1]?.id);
    await page.waitForTimeout(1_500);
    expect(new URL(page.url()).searchParams.get("item")).toBe(items[1]?.id ?? "");
    await page.context().close();
  });

  test("says so when nothing is found or the service cannot be asked", async () => {
    const page = await bench.open(`/projects/${projectId}`);
    await page.locator(".tree-row").first().waitFor();
    await palette(page, "no such thing anywhere");
    await page.getByText("Nothing found").waitFor();
    await page.route("**/find?*", (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.locator(".palette-search input").fill("smart");
    await page.getByText("The project could not be searched").first().waitFor();
    await page.context().close();
  });

  test("tags and badges in use anywhere in the project are suggested, in the item and in the filter", async () => {
    const far = await makeLeaf(bench.api, "Far shelf", ["Far one", "Far two"]);
    for (const { id } of far.items) {
      await bench.api.updateItem({ params: { itemId: id }, body: { tags: ["moonstone"], badges: ["handmade"] } });
    }
    const { leaf, items } = await makeLeaf(bench.api, "Near shelf", ["Near one"]);
    const page = await bench.open(`/projects/${projectId}?subcategory=${leaf.id}&item=${items[0]?.id}`);
    const suggested = async (label: string, typed: string) => {
      const input = page.getByLabel(label, { exact: true }).last();
      await input.fill(typed);
      const list = page.locator(`[id="${await input.getAttribute("list")}"] option`);
      await until(
        async () => (await list.evaluateAll((all) => all.map((one) => one.getAttribute("value")))).length > 0,
        "something is suggested",
      );
      await page.waitForTimeout(300);
      return list.evaluateAll((all) => all.map((one) => [one.getAttribute("value"), one.getAttribute("label")]));
    };
    expect(await suggested("Tags", "moon")).toEqual([["moonstone", "moonstone · 2 items"]]);
    await page.getByLabel("Tags", { exact: true }).last().fill("moonstone");
    await page.getByLabel("Tags", { exact: true }).last().press("Enter");
    await saved(page);
    expect((await suggested("Badges", "hand"))[0]).toEqual(["handmade", "handmade · 2 items"]);
    await page.getByLabel("Badges", { exact: true }).last().fill("");
    await page.locator(".toolbar").getByRole("button", { name: "Tags" }).click();
    expect(await suggested("Tags", "moon")).toEqual([["moonstone", "moonstone · 3 items"]]);
    await page.context().close();
  });
});
