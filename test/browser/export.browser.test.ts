import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { type Bench, goTo, hasBrowser, saved, startBench, until } from "./start-bench.ts";

const projectId = "export";

const gridRow = (page: Page, name: string) => page.locator(".grid-row", { hasText: name }).first();

describe.skipIf(!hasBrowser)("files and keys in the browser", () => {
  let bench: Bench;
  /** One page for the tests, which go on in it. */
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(`/projects/${projectId}`);
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  const downloaded = async (page: Page, press: () => Promise<unknown>) => {
    const [download] = await Promise.all([page.waitForEvent("download"), press()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
  };

  test("a list is exported with its filters and its columns", async () => {
    const { leaf, items } = await bench.makeLeaf("Exported", ["Cheap", "Dear"]);
    await bench.api.updateItem({ params: { itemId: items[1]?.id ?? "" }, body: { price: 500 } });
    await goTo(page, `/projects/${projectId}?subcategory=${leaf.id}&priceMin=200`);
    await gridRow(page, "Dear").waitFor();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Export" });
    await dialog.getByText("1 item of this list, as a file.").waitFor();
    await dialog.getByText("CSV", { exact: true }).click();
    await dialog.getByText("choose Excel: from CSV, such programs make 70 of 0070").waitFor();
    await dialog.getByLabel("Semicolon").check();
    await dialog.getByLabel("Those that the list shows").check();
    const template = await downloaded(page, () => dialog.getByRole("link", { name: "an empty template" }).click());
    expect(template.name).toMatch(/-template-.*\.csv$/);
    const { name, text } = await downloaded(page, () => dialog.getByRole("link", { name: "Download" }).click());
    expect(name).toMatch(/\.csv$/);
    expect(text.split("\r\n")).toEqual([
      "\ufeffid;key;version;name;price;discount;quantity;visible",
      expect.stringMatching(/^\w+;;\d+;Dear;500;0;0;true$/),
      "",
    ]);
    await dialog.waitFor({ state: "detached" });
    // What was chosen last is offered again, from the palette too.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("Export this list");
    await page.getByRole("option", { name: "Export this list" }).click();
    await dialog.waitFor();
    expect(await dialog.getByLabel("Semicolon").isChecked()).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("an item gets a key when the field is left, and a key of another item is refused", async () => {
    const { leaf, items } = await bench.makeLeaf("Keyed", ["First", "Second"]);
    const [first, second] = items;
    await goTo(page, `/projects/${projectId}?subcategory=${leaf.id}&item=${first?.id}`);
    await page.locator(".panel-head", { hasText: "First" }).waitFor();
    const field = page.getByLabel("Key (SKU)");
    await field.fill("SKU 1/é");
    await field.press("Enter");
    await saved(page);
    const keyOf = async (itemId = "") =>
      decodeURIComponent((await bench.api.getItem({ params: { itemId } })).headers.get("item-key") ?? "");
    expect(await keyOf(first?.id)).toBe("SKU 1/é");
    await page.reload();
    expect(await field.inputValue()).toBe("SKU 1/é");
    await goTo(page, `/projects/${projectId}?subcategory=${leaf.id}&item=${second?.id}`);
    await page.locator(".panel-head", { hasText: "Second" }).waitFor();
    await field.fill("SKU 1/é");
    await field.blur();
    await page.getByText("Another item already has this key.").first().waitFor();
    await field.fill("SKU 2");
    await field.blur();
    await until(async () => (await keyOf(second?.id)) === "SKU 2", "the other key is saved");
    await field.fill("");
    await field.blur();
    await until(async () => (await keyOf(second?.id)) === "", "the key is gone");
  });
});
