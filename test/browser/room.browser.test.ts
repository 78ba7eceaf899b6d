import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Bench, hasBrowser, projectId, startBench } from "./bench.ts";

describe.skipIf(!hasBrowser)("the list beside an open panel", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  }, 30_000);
  afterAll(() => bench?.stop());

  test("fits into what is left at 1280 pixels, says which columns have no room, and shows them again", async () => {
    const page = await bench.open(`/projects/${projectId}?subcategory=flagship-smartphones`);
    const columns = () => page.locator(".grid-head [role=columnheader]").allInnerTexts();
    const beyond = () =>
      page.locator(".grid-scroll").evaluate((list) => list.scrollWidth - (list as HTMLElement).clientWidth);
    await page.locator(".grid-name").first().waitFor();
    const all = (await columns()).filter(Boolean);
    expect(all).toEqual(["Name", "Price", "Discount", "Buyer pays", "Quantity", "Visible"]);
    expect(await beyond()).toBe(0);
    await page.locator(".grid-name").first().click();
    await page.locator(".panel-body").waitFor();
    expect((await columns()).filter(Boolean)).toEqual(["Name", "Price", "Quantity"]);
    expect(await beyond()).toBe(0);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByText("No room beside the panel: Discount, Buyer pays, Visible").waitFor();
    await page.keyboard.press("Escape");
    // The keyboard goes along the columns that are there.
    await page.locator(".grid-scroll").focus();
    await page.keyboard.press("End");
    const active = await page.locator(".grid-scroll").getAttribute("aria-activedescendant");
    expect(active).toContain("quantity");
    await page.getByRole("button", { name: "Close" }).click();
    expect((await columns()).filter(Boolean)).toEqual(all);
    expect(bench.errors).toEqual([]);
    await page.context().close();
  }, 30_000);
});
