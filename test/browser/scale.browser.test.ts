import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { makeBigCatalog } from "../support/big-catalog.ts";
import { type Bench, blank, hasBrowser, startBench, until } from "./start-bench.ts";

/** `npm run bench` measures how smooth this is. */
describe.skipIf(!hasBrowser)("a big catalog in the browser", () => {
  let bench: Bench;
  let leafId = "";
  beforeAll(async () => {
    const prepare = async (dataDir: string) => {
      leafId = (await makeBigCatalog(dataDir, 50_000, 100_000)).leafId;
    };
    bench = await startBench({ alone: { prepare } });
  });
  afterAll(() => bench?.stop());

  /** Without the numbers of the views, for which the service would index all items: not what is tested. */
  const visit = async (path: string, prepare?: (page: Page) => Promise<unknown>) => {
    const page = await bench.visit(blank);
    await page.evaluate(() => localStorage.setItem("editor-views-open", "false"));
    await prepare?.(page);
    await page.goto(bench.url + path);
    return page;
  };

  test("50,000 nodes are expanded, scrolled and filtered, and only the visible ones are drawn", async () => {
    const page = await visit("/projects/big", (page) =>
      // The palette first searches for things of that name, in the same index.
      page.route("**/find?*", (route) => route.fulfill({ json: { results: [], total: 0, didYouMean: null } })),
    );
    const row = (name: string) => page.locator(".tree-row", { hasText: name });
    await row("Department 0").waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox").fill("Expand the whole tree");
    await page.keyboard.press("Enter");
    const rows = page.locator('.tree-scroll > [role="presentation"]');
    await until(async () => ((await rows.boundingBox())?.height ?? 0) > 50_000 * 30, "the whole tree is open");
    await page.locator(".tree-scroll").hover();
    await page.mouse.wheel(0, 50_000 * 40);
    await row("Box 49.8.109").waitFor();
    expect(await page.locator(".tree-row").count()).toBeLessThan(80);

    const filter = page.getByRole("textbox", { name: "Filter the tree" });
    await filter.fill("Box 42.");
    await row("Box 42.0.0").first().waitFor();
    expect(await page.locator(".tree-row").count()).toBeLessThan(80);
    await filter.fill("Box 42.7.109");
    await until(async () => (await page.locator(".tree-row").count()) === 3, "one node and its ancestors are shown");
    expect(await row("Box 42.7.109").count()).toBe(1);
    expect(bench.errors).toEqual([]);
  });

  test("100,000 items are scrolled from end to end, and the last one can be edited", async () => {
    const page = await visit(`/projects/big?subcategory=${leafId}`);
    const item = (at: number) => page.locator(".grid-name", { hasText: new RegExp(`^Item ${at}$`) });
    await item(0).waitFor();
    await page.locator(".grid-scroll").hover();
    await page.mouse.wheel(0, 20_000);
    await item(0).waitFor({ state: "detached" });
    await page
      .locator(".grid-name", { hasText: /^Item \d{3,}$/ })
      .first()
      .waitFor();
    expect(await page.locator(".grid-row").count()).toBeLessThan(60);
    await page.getByRole("grid").focus();
    await page.keyboard.press("ControlOrMeta+End");
    await item(99_999).waitFor();
    expect(await page.locator(".grid-row").count()).toBeLessThan(60);
    await page.keyboard.press("Home");
    await page.keyboard.type("Typed at the far end");
    expect(await page.locator(".cell-input").inputValue()).toBe("Typed at the far end");
    await page.keyboard.press("Escape");
    await item(99_999).waitFor();
    // All cells can be selected; so many cannot be copied.
    await page.keyboard.press("ControlOrMeta+a");
    const words = `600,000 cells selected: 100,000 rows, 6 columns`;
    await page.getByRole("status").getByText(words).waitFor({ state: "attached" });
    await page.keyboard.press("ControlOrMeta+c");
    await page.getByText("At most 5,000 rows can be copied at once.").waitFor();
    expect(bench.errors).toEqual([]);
  });
});
