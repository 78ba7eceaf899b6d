import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { settled } from "./screenshots.ts";
import { type Bench, chooseOption, goTo, hasBrowser, saved, startBench, until } from "./start-bench.ts";

const projectId = "board";

describe.skipIf(!hasBrowser)("the translations board", () => {
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

  const boardOf = (branch: string, more = "") => `${bench.at}/translations?branch=${branch}${more}`;
  /** From another screen, because the first text gets the focus when the board opens. */
  async function openBoard(branch: string, more?: string) {
    await goTo(page, bench.at);
    await page.locator(".tree-row").first().waitFor();
    await goTo(page, boardOf(branch, more));
  }
  const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
  const focusOn = (page: Page, label: string) =>
    until(
      () => page.evaluate((wanted) => document.activeElement?.getAttribute("aria-label") === wanted, label),
      `the focus is on ${label}`,
    );
  const count = (page: Page) => page.locator(".board-list [role=status]");
  const here = (page: Page) => page.locator(".board-branch[aria-current]");
  const translated = async (itemId: string) => (await bench.api.getItem({ params: { itemId } })).data.translations.ru;
  /** The leaf itself is translated, so that only its items are left. */
  async function leafWith(name: string, items: string[]) {
    const made = await bench.makeLeaf(name, items);
    const translations = { ru: { name: `${name} по-русски` } };
    await bench.api.updateSubcategory({ params: { subcategoryId: made.leaf.id }, body: { translations } });
    return { leaf: made.leaf.id, items: made.items };
  }

  test("takes ten names in at most 20 key actions, and every count follows", async () => {
    const names = Array.from({ length: 11 }, (_, at) => `Quick ${at}`);
    const { leaf, items } = await leafWith("Quick names", names);
    await openBoard(leaf);
    await focusOn(page, "Name of Quick 0 in Russian");
    await count(page).getByText("11 texts left", { exact: true }).waitFor();
    await here(page).getByText("11 texts left").waitFor();
    let actions = 0;
    for (const name of names.slice(0, 10)) {
      await page.keyboard.insertText(`${name} по-русски`);
      await page.keyboard.press("Enter");
      actions += 2;
    }
    expect(actions).toBeLessThanOrEqual(20);
    await focusOn(page, "Name of Quick 10 in Russian");
    for (const { id, name } of items.slice(0, 10))
      await until(async () => (await translated(id))?.name === `${name} по-русски`, `${name} is stored`);
    await count(page).getByText("1 text left", { exact: true }).waitFor();
    await here(page).getByText("1 text left", { exact: true }).waitFor();
    await page.keyboard.insertText("Последний");
    await page.keyboard.press("Enter");
    await count(page).getByText("All translated").waitFor();
    await count(page).getByText("This was the last text.").waitFor();
    await here(page).getByText("Done").waitFor();
    expect(await page.locator(".board-row .text-dot").count()).toBe(0);
  });

  test("goes on beyond the page that is read, and back, with the text in sight", async () => {
    const names = Array.from({ length: 64 }, (_, at) => `Long ${at}`);
    const { leaf } = await leafWith("Long list", names);
    await openBoard(leaf);
    const hold = Promise.withResolvers<void>();
    await page.route(/translations\?.*cursor=/, async (route) => {
      await hold.promise;
      await route.continue();
    });
    await focusOn(page, "Name of Long 0 in Russian");
    await count(page).getByText("64 texts left · 50 shown").waitFor();
    for (let at = 0; at < 49; at++) {
      await page.keyboard.press("Enter");
      await focusOn(page, `Name of Long ${at + 1} in Russian`);
    }
    await page.keyboard.press("Enter");
    hold.resolve();
    await focusOn(page, "Name of Long 50 in Russian");
    const isInSight = (label: string) =>
      field(page, label).evaluate((input) => {
        const [box, list] = [input, input.closest(".board-scroll") as Element].map((one) =>
          one.getBoundingClientRect(),
        );
        return box && list && box.top >= list.top && box.bottom <= list.bottom;
      });
    expect(await isInSight("Name of Long 50 in Russian")).toBe(true);
    await page.keyboard.press("Alt+ArrowUp");
    await focusOn(page, "Name of Long 49 in Russian");
    await page.keyboard.press("Shift+Enter");
    await focusOn(page, "Name of Long 48 in Russian");
    // The text that is typed in stays, however far the list is scrolled.
    await page.locator(".board-scroll").evaluate((scroller) => scroller.scrollTo(0, 0));
    await field(page, "Name of Long 0 in Russian").waitFor();
    await page.keyboard.press("Enter");
    await focusOn(page, "Name of Long 49 in Russian");
    expect(await isInSight("Name of Long 49 in Russian")).toBe(true);
  });

  test("translates attributes in place: Enter goes through them, and what is left empty stays as in the source", async () => {
    const { leaf, items } = await leafWith("Pairs", ["Lamp", "Next"]);
    const [itemId = ""] = items.map(({ id }) => id);
    const description = [
      { key: "Colour", value: "Red" },
      { key: "Port", value: "USB-C" },
    ];
    const short = "A lamp.\nFor two.";
    await bench.api.updateItem({ params: { itemId }, body: { description, simpleDescription: short } });
    await openBoard(leaf);
    await focusOn(page, "Name of Lamp in Russian");
    expect(await page.locator(".board-source .as-written", { hasText: "For two." }).innerText()).toBe(short);
    await page.keyboard.insertText("Лампа");
    await page.keyboard.press("Enter");
    await focusOn(page, "Short description of Lamp in Russian");
    await page.keyboard.insertText("Лампа.");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.insertText("На двоих.");
    await page.keyboard.press("Enter");
    for (const [label, text] of [
      ["Property 1", "Цвет"],
      ["Value 1", "Красный"],
      ["Property 2", "Порт"],
      ["Value 2", ""],
    ]) {
      await focusOn(page, `${label} of Lamp in Russian`);
      if (text) await page.keyboard.insertText(text);
      await page.keyboard.press("Enter");
    }
    await focusOn(page, "Name of Next in Russian");
    await saved(page);
    expect(await field(page, "Value 2 of Lamp in Russian").inputValue()).toBe("");
    expect(await translated(itemId)).toEqual({
      name: "Лампа",
      simpleDescription: "Лампа.\nНа двоих.",
      description: [
        { key: "Цвет", value: "Красный" },
        { key: "Порт", value: "USB-C" },
      ],
    });
    await count(page).getByText("1 text left").waitFor();
    await field(page, "Value 1 of Lamp in Russian").fill("");
    await field(page, "Property 1 of Lamp in Russian").fill("");
    await field(page, "Property 2 of Lamp in Russian").fill("");
    await page.keyboard.press("Enter");
    await until(async () => (await translated(itemId))?.description === undefined, "nothing is left of it");
  });

  test("copies the source by a key, which counts as right, and can be undone", async () => {
    const { leaf, items } = await leafWith("Brands", ["Nike", "Puma"]);
    const [nike = "", puma = ""] = items.map(({ id }) => id);
    await openBoard(leaf);
    await focusOn(page, "Name of Nike in Russian");
    await page.keyboard.press("Alt+c");
    await focusOn(page, "Name of Puma in Russian");
    await count(page).getByText("1 text left").waitFor();
    expect((await translated(nike))?.name).toBe("Nike");
    const { data } = await bench.api.itemStaleTranslations({ params: { itemId: nike } });
    expect(data.copied).toEqual([]);
    const row = page.locator(".board-row", { hasText: "Nike" });
    expect(await row.locator(".text-dot").count()).toBe(0);
    await page.getByRole("button", { name: "Copy the source: Name of Puma in Russian" }).click();
    await count(page).getByText("All translated").waitFor();
    expect((await translated(puma))?.name).toBe("Puma");
    await page.locator(".toast").getByRole("button", { name: "Undo" }).first().click();
    await page.getByRole("img", { name: "Same as the original" }).waitFor();
  });

  test("shows where the source of an outdated text has changed, and confirms it by a key", async () => {
    const { leaf, items } = await leafWith("Changed", ["Red lamp", "Chair"]);
    const [itemId = ""] = items.map(({ id }) => id);
    const pairs = (...values: string[]) => values.map((value, at) => ({ key: `Key ${at}`, value }));
    const update = (body: object) => bench.api.updateItem({ params: { itemId }, body, merge: true });
    await update({ description: pairs("One", "Two") });
    const ru = {
      name: "Красная лампа",
      description: [
        { key: "К0", value: "Раз" },
        { key: "К1", value: "Два" },
      ],
    };
    await update({ translations: { ru } });
    await update({ name: "Red lantern", description: [{ key: "New", value: "First" }, ...pairs("One", "2")] });
    await openBoard(leaf, "&state=stale");
    await focusOn(page, "Name of Red lantern in Russian");
    const row = page.locator(".board-row").first();
    expect(await row.locator("ins").allInnerTexts()).toEqual(["lantern"]);
    expect(await row.locator("del").allInnerTexts()).toEqual(["lamp"]);
    // The translated attributes stay beside those that they were made from.
    expect(await field(page, "Property 1 of Red lantern in Russian").inputValue()).toBe("");
    expect(await field(page, "Value 2 of Red lantern in Russian").inputValue()).toBe("Раз");
    expect(await field(page, "Value 3 of Red lantern in Russian").inputValue()).toBe("Два");
    expect(await page.locator(".board-pair ins").allInnerTexts()).toEqual(["New", "First", "2"]);
    await page.keyboard.press("Alt+Enter");
    await focusOn(page, "Property 1 of Red lantern in Russian");
    const stale = async () => (await bench.api.itemStaleTranslations({ params: { itemId } })).data.stale;
    await until(async () => (await stale()).length === 1, "the name is confirmed");
    await count(page).getByText("1 text outdated").waitFor();
    await page.keyboard.insertText("Новое");
    await page.keyboard.press("Enter");
    const stored = [{ key: "Новое", value: "First" }, ...ru.description];
    await until(
      async () => Bun.deepEquals((await translated(itemId))?.description, stored),
      "the attributes are stored",
    );
  });

  test("is stacked on a phone, with large controls and the language in sight", async () => {
    const { leaf, items } = await leafWith(
      "Pocket",
      Array.from({ length: 12 }, (_, at) => `Pocket ${at}`),
    );
    await bench.api.updateItem({
      params: { itemId: items[0]?.id ?? "" },
      body: { description: [{ key: "Colour", value: "Red" }], translations: { ru: { name: "Pocket 0" } } },
    });
    const viewport = { width: 390, height: 844 };
    const phone = await bench.open(boardOf(leaf), {
      viewport,
      hasTouch: true,
      isMobile: true,
      reducedMotion: "reduce",
    });
    await phone.locator(".board-row").first().waitFor();
    await settled(phone);
    const boxOf = async (css: string) => await phone.locator(css).first().boundingBox();
    const [source, target] = [await boxOf(".board-source"), await boxOf(".board-row textarea")];
    expect((target?.y ?? 0) - (source?.y ?? 0)).toBeGreaterThanOrEqual(source?.height ?? 0);
    expect(target?.width).toBeGreaterThan(340);
    const controls = ".board :is(.board-row textarea, .board-row button, select, .board-languages button, label)";
    const heights = await phone
      .locator(controls)
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // A keyboard on the screen opens when the person wants to type.
    expect(await phone.evaluate(() => document.activeElement?.tagName)).toBe("BODY");

    await phone.locator(".board").evaluate((board) => board.scrollTo(0, board.scrollHeight));
    await field(phone, "Name of Pocket 11 in Russian").waitFor();
    const language = await phone.getByRole("button", { name: /^Russian/ }).boundingBox();
    expect(language && language.y >= 0 && language.y < 120).toBe(true);
    await chooseOption(phone.getByLabel("Branch"), "Whole project");
    await phone.waitForURL((url) => !url.searchParams.has("branch"));
    await phone.context().close();
  });

  test("shows the shape of its rows while they are read", async () => {
    const { leaf } = await leafWith("Waiting", ["Lamp"]);
    await goTo(page, bench.at);
    await page.locator(".tree-row").first().waitFor();
    const hold = Promise.withResolvers<void>();
    await page.route(/\/translations\?/, async (route) => {
      if (route.request().url().includes("/api/")) await hold.promise;
      await route.continue();
    });
    await goTo(page, boardOf(leaf));
    await page.locator(".skeleton-texts").first().waitFor();
    hold.resolve();
    await field(page, "Name of Lamp in Russian").waitFor();
    expect(await page.locator(".skeleton-texts").count()).toBe(0);
    await page.unrouteAll();
  });
});
