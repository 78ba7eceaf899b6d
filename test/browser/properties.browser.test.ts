import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, goTo, hasBrowser, saved, startBench, until } from "./start-bench.ts";

const projectId = "properties";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

type Row = { key: string; value: string };
const rowsOf = (text: string): Row[] =>
  text.split(", ").map((pair) => ({ key: pair.split("=")[0] ?? "", value: pair.split("=")[1] ?? "" }));

const option = (page: Page, name: string) => page.locator(".suggestion").getByText(name, { exact: true });
const options = (page: Page) => page.locator(".suggestion").allInnerTexts();
const told = (page: Page, words: string) => page.locator(".toast", { hasText: words });
const isOn = (page: Page, label: string) =>
  until(() => page.evaluate((name) => document.activeElement?.getAttribute("aria-label") === name, label), label);

const pasteInto = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  }, text);

describe.skipIf(!hasBrowser)("properties", () => {
  let bench: Bench;
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit("/");
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  /** A new item, beside others that have these properties. */
  async function makeItem(name: string, own: Row[], others: { description: Row[]; ru?: Row[] }[] = []) {
    const names = ["Lamp", ...others.map((_, at) => `Other ${at}`)];
    const { leaf, items, category } = await bench.makeLeaf(name, names);
    for (const [at, { description, ru }] of [{ description: own }, ...others].entries()) {
      const body = { description, ...(ru && { translations: { ru: { description: ru } } }) };
      await bench.api.updateItem({ params: { itemId: items[at]?.id ?? "" }, body });
    }
    const itemId = items[0]?.id ?? "";
    const stored = async () => (await bench.api.getItem({ params: { itemId }, query: { lang: "en" } })).data;
    return { category, stored, path: `/projects/${projectId}?subcategory=${leaf.id}&item=${itemId}` };
  }

  test("are typed row by row with Enter, and an empty row is never saved", async () => {
    const { path, stored } = await makeItem("Rows", []);
    await goTo(page, path);
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "PATCH" && sent.push(request.postData() ?? ""));
    await page.getByRole("button", { name: "Add property" }).first().press("Enter");
    await isOn(page, "Property 1");
    await page.keyboard.type("Material");
    await page.keyboard.press("Enter");
    await isOn(page, "Value 1");
    await page.keyboard.type("Oak");
    await page.keyboard.press("Enter");
    await isOn(page, "Property 2");
    await page.keyboard.type("Height");
    await page.keyboard.press("Enter");
    await page.keyboard.type("40 cm");
    await page.keyboard.press("Enter");
    await isOn(page, "Property 3");
    // Enter in an empty row leads nowhere.
    await page.keyboard.press("Enter");
    await isOn(page, "Value 3");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await isOn(page, "Value 2");
    await saved(page);
    await until(async () => (await stored()).description.length === 2, "both rows are stored");
    expect((await stored()).description).toEqual(rowsOf("Material=Oak, Height=40 cm"));
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((body) => body.includes('{"key":"","value":""}'))).toEqual([]);

    // In the middle, Enter adds the row below. Backspace takes it away again.
    await page.getByRole("combobox", { name: "Value 1", exact: true }).press("Enter");
    await isOn(page, "Property 2");
    expect(await page.getByRole("combobox", { name: "Property 3" }).inputValue()).toBe("Height");
    await page.keyboard.press("Backspace");
    await isOn(page, "Value 1");
    expect(await page.getByRole("combobox", { name: /^Property/ }).count()).toBe(2);
  });

  test("are suggested from the branch, names and the values of each, without a request per letter", async () => {
    const others = [
      { description: rowsOf("Colour=Red, Size=L") },
      { description: rowsOf("Colour=Blue, Weight=2 kg") },
      { description: rowsOf("Colour=Blue") },
    ];
    const { path, stored, category } = await makeItem("Suggested", rowsOf("Size=M"), others);
    const params = { categoryId: category.id };
    const near = (await bench.api.createSubcategory({ params, body: { name: "Next door" } })).data;
    const body = { name: "Torch", description: rowsOf("Coating=Matt") };
    await bench.api.createItem({ params: { subcategoryId: near.id }, body });
    // A list that is read again after a change is no new question. The counts beside it ask for one item.
    const asked = new Set<string>();
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const isRead = request.method() === "GET" && /\/items$/.test(pathname);
      if (isRead && searchParams.get("limit") !== "1") asked.add(request.url());
    });
    await goTo(page, path);
    await page.getByRole("button", { name: "Add property" }).first().press("Enter");
    await isOn(page, "Property 2");
    // The item has a size already.
    await until(async () => (await options(page)).join() === "Colour,Weight,Coating", "all names of the branch");
    const before = [...asked];
    expect(before.length).toBeGreaterThan(0);
    await page.keyboard.type("co");
    await until(async () => (await options(page)).join() === "Colour,Coating", "names with these letters");
    expect([...asked]).toEqual(before);
    await page.keyboard.press("ArrowDown");
    const input = page.getByRole("combobox", { name: "Property 2" });
    expect(await input.getAttribute("aria-expanded")).toBe("true");
    expect(await page.locator(`[id="${await input.getAttribute("aria-activedescendant")}"]`).innerText()).toBe(
      "Colour",
    );
    await page.keyboard.press("Enter");
    await isOn(page, "Value 2");
    expect(await input.inputValue()).toBe("Colour");
    await until(async () => (await options(page)).join() === "Blue,Red", "the values of the name, the most used first");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await isOn(page, "Property 3");
    // Escape closes the list first, then takes the row away.
    await option(page, "Weight").waitFor();
    await page.keyboard.press("Escape");
    await option(page, "Weight").waitFor({ state: "detached" });
    await isOn(page, "Property 3");
    await page.keyboard.press("ArrowDown");
    await option(page, "Weight").click();
    await isOn(page, "Value 3");
    await option(page, "2 kg").click();
    await isOn(page, "Value 3");
    await page.keyboard.press("Tab");
    await saved(page);
    expect((await stored()).description).toEqual(rowsOf("Size=M, Colour=Red, Weight=2 kg"));
  });

  test("are pasted as rows, which change names that exist, name bad lines, and can be undone, as can be a removal", async () => {
    const before = rowsOf("Colour=Red, Size=M");
    const { path, stored } = await makeItem("Pasted", before);
    await goTo(page, path);
    await page.getByRole("button", { name: "Add property" }).first().press("Enter");
    await isOn(page, "Property 3");
    await pasteInto(page, 'colour\tDark  red\r\nScreen\t6.1"\r\n\tlost\r\nWeight\t204\tg\r\n');
    await isOn(page, "Value 4");
    await told(page, "3 properties pasted (2 new, 1 changed). Not pasted: line 3 “lost” (no name).").waitFor();
    await saved(page);
    const after = [...rowsOf('Colour=Dark  red, Size=M, Screen=6.1", Weight=204 g')];
    expect((await stored()).description).toEqual(after);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+z");
    await until(async () => JSON.stringify((await stored()).description) === JSON.stringify(before), "undone by key");
    await page.getByRole("combobox", { name: "Property 3" }).waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Add property" }).first().press("Enter");
    await isOn(page, "Property 3");
    await page.keyboard.press("Enter");
    await isOn(page, "Value 3");
    await pasteInto(page, "Ratio: 16:9\nMade in: Portugal");
    const message = told(page, "2 properties pasted");
    await message.waitFor();
    await until(async () => (await stored()).description.length === 4, "the lines are stored");
    expect((await stored()).description.slice(2)).toEqual(rowsOf("Ratio=16:9, Made in=Portugal"));
    await message.getByRole("button", { name: "Undo" }).click();
    await until(async () => (await stored()).description.length === 2, "undone by button");
    await page.getByRole("combobox", { name: "Property 3" }).waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Add property" }).first().press("Enter");
    await pasteInto(page, `${`${"n".repeat(501)}: 1\n`.repeat(4)}only words`);
    await told(page, "and 2 more lines").waitFor();
    expect((await stored()).description).toEqual(before);

    await page.getByRole("button", { name: "Remove Colour" }).click();
    await until(async () => (await stored()).description.length === 1, "the row is removed");
    await told(page, "Property “Colour” removed").getByRole("button", { name: "Undo" }).click();
    await until(async () => JSON.stringify((await stored()).description) === JSON.stringify(before), "it is back");
  });

  test("of a translation are suggested from the same language, and empty ones leave no translation", async () => {
    const other = { description: rowsOf("Colour=Red"), ru: rowsOf("Цвет=Красный") };
    const { path, stored } = await makeItem("Translated", rowsOf("Colour=Red"), [other]);
    await goTo(page, path);
    const languages = page.getByRole("region", { name: "Languages" });
    await languages.getByRole("button", { name: /^Russian/ }).click();
    await languages.getByRole("button", { name: "Add property" }).press("Enter");
    await isOn(page, "Property 1");
    await until(async () => (await options(page)).join() === "Цвет", "the name in Russian");
    expect(await languages.getByRole("combobox", { name: "Property 1" }).getAttribute("placeholder")).toBe("Colour");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await isOn(page, "Value 1");
    await option(page, "Красный").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await isOn(page, "Property 2");
    await saved(page);
    expect((await stored()).translations.ru?.description).toEqual(rowsOf("Цвет=Красный"));
    await page.keyboard.press("Backspace");
    await isOn(page, "Value 1");
    await languages.getByRole("button", { name: "Remove Цвет" }).press("Enter");
    await until(async () => (await stored()).translations.ru === undefined, "no translation is left");
  });

  test("are added by touch on a phone: a tap on a suggestion goes on to the value", async () => {
    const { path, stored } = await makeItem("Tapped", [], [{ description: rowsOf("Colour=Red") }]);
    const page = await bench.open(path, phone);
    await page.getByRole("button", { name: "Add property" }).first().tap();
    await isOn(page, "Property 1");
    await option(page, "Colour").tap();
    await isOn(page, "Value 1");
    await option(page, "Red").tap();
    await page.keyboard.press("Enter");
    await isOn(page, "Property 2");
    await saved(page);
    expect((await stored()).description).toEqual(rowsOf("Colour=Red"));
    expect(await page.locator(".panel-body").evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0);
    await page.context().close();
  });
});
