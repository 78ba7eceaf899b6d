import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Bench, blank, hasBrowser, makeLeaf, projectId, startBench, until } from "./start-bench.ts";

describe.skipIf(!hasBrowser)("the list beside an open panel", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());

  test("fits into the remaining width at 1280 pixels, names the hidden columns, and shows them again later", async () => {
    const page = await bench.visit(`/projects/${projectId}?subcategory=flagship-smartphones`);
    const columns = async () => (await page.locator(".grid-head [role=columnheader]").allInnerTexts()).filter(Boolean);
    // The list gets its new width after the panel is shown.
    const has = (names: string[]) =>
      until(async () => (await columns()).join() === names.join() && (await beyond()) === 0, `columns: ${names}`);
    const beyond = () =>
      page.locator(".grid-scroll").evaluate((list) => list.scrollWidth - (list as HTMLElement).clientWidth);
    await page.locator(".grid-name").first().waitFor();
    const all = ["Name", "Price", "Discount", "Buyer pays", "Quantity", "Visible"];
    await has(all);
    await page.locator(".grid-name").first().click();
    await page.locator(".panel-body").waitFor();
    await has(["Name", "Price", "Quantity"]);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByText("Hidden while the panel is open: Discount, Buyer pays, Visible").waitFor();
    await page.keyboard.press("Escape");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await until(async () => (await focused()) === "Columns", "the menu has returned the focus");
    // The arrow keys move along the visible columns.
    const grid = page.locator(".grid-scroll");
    await grid.focus();
    await page.keyboard.press("End");
    await until(
      async () => (await grid.getAttribute("aria-activedescendant"))?.includes("quantity") ?? false,
      "the last visible column has the focus",
    );
    await page.getByRole("button", { name: "Close" }).click();
    await has(all);
    expect(bench.errors).toEqual([]);
  });

  test("has its tools in one line, also with the longer words of Russian", async () => {
    const { leaf, items } = await makeLeaf(bench.api, "Narrow", ["Lamp"]);
    const path = `/projects/${projectId}?subcategory=${leaf.id}&item=${items[0]?.id}`;
    const page = await bench.visit(blank);
    await page.evaluate(() => localStorage.setItem("editor-language", "ru"));
    await page.goto(bench.url + path);
    await page.locator(".panel-body").waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("ru");
    const tops = await page
      .locator(".toolbar > *")
      .evaluateAll((tools) => tools.map((tool) => Math.round(tool.getBoundingClientRect().bottom / 20)));
    expect(new Set(tops).size).toBe(1);
    // The actions for selected items are visible too.
    await page.locator(".grid-row input[type=checkbox]").check();
    const bar = page.locator(".selection-bar");
    await bar.waitFor();
    expect(await bar.evaluate((tools) => tools.scrollWidth - tools.clientWidth)).toBe(0);
  });

  test("truncates a number that is too long, so that it does not overlap its neighbour", async () => {
    const { leaf, items } = await makeLeaf(bench.api, "Dear", ["Yacht"]);
    const body = { price: 123_456_789.99, quantity: 1e12, currency: "RUB" as const };
    await bench.api.updateItem({ params: { itemId: items[0]?.id ?? "" }, body });
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}`);
    await page.locator(".grid-name").waitFor();
    const beyond = await page.locator(".grid-row .grid-cell").evaluateAll(
      (cells) =>
        cells.filter((cell) => {
          const box = cell.getBoundingClientRect();
          const range = document.createRange();
          return [...cell.children].some((face) => {
            range.selectNode(face);
            return range.getBoundingClientRect().left < box.left;
          });
        }).length,
    );
    expect(beyond).toBe(0);
  });
});
