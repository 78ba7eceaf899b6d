import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, hasBrowser, makeLeaf, projectId, saved, startBench, until } from "./start-bench.ts";

describe.skipIf(!hasBrowser)("numbers in the browser", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());

  const price = async (itemId: string) => (await bench.api.getItem({ params: { itemId } })).data.price;
  const paste = (page: Page, text: string) => page.keyboard.insertText(text);

  test("are accepted in the formats of spreadsheets, in the panel and in the grid", async () => {
    const { leaf, items } = await makeLeaf(bench.api, "Pasted", ["Lamp"]);
    const id = items[0]?.id ?? "";
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}&item=${id}`);
    const field = page.getByLabel("Price", { exact: true });
    await field.click();
    await field.press("Control+a");
    await paste(page, "1,234.50");
    await field.blur();
    await until(async () => (await price(id)) === 1234.5, "the price from the panel is stored");
    expect(await field.inputValue()).toBe("1234.5");
    await page.locator('.grid-row [data-kind="number"]').first().click();
    await page.keyboard.press("Control+a");
    await paste(page, "2.345,60");
    await page.keyboard.press("Enter");
    await until(async () => (await price(id)) === 2345.6, "the price from the grid is stored");
    expect(bench.errors).toEqual([]);
  });

  test("that are ambiguous are refused with a reason, and no partial value remains", async () => {
    const { leaf, items } = await makeLeaf(bench.api, "Doubtful", ["Lamp"]);
    const id = items[0]?.id ?? "";
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}&item=${id}`);
    const field = page.getByLabel("Price", { exact: true });
    await field.click();
    await field.press("Control+a");
    // As slowly as a person, so that the first digits are saved meanwhile.
    await field.pressSequentially("1,2", { delay: 50 });
    await saved(page);
    await field.pressSequentially("34", { delay: 50 });
    await page.getByText("may mark thousands or decimals").waitFor();
    await field.blur();
    expect(await field.inputValue()).toBe("1,234");
    await until(async () => (await price(id)) === 100, "the previous price is stored");
    await field.fill("1234");
    await until(async () => (await price(id)) === 1234, "the unambiguous price is stored");
    await page.locator('.grid-row [data-kind="number"]').first().click();
    await page.keyboard.press("Control+a");
    await paste(page, "5,678");
    await page.keyboard.press("Enter");
    await page.locator(".toast", { hasText: "5,678" }).waitFor();
    expect(await page.locator(".cell-input").inputValue()).toBe("5,678");
    expect(await price(id)).toBe(1234);
    expect(bench.errors).toEqual([]);
  });
});
