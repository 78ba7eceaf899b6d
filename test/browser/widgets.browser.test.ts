import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, demoId, goTo, hasBrowser, saved, startBench, until } from "./start-bench.ts";

const projectId = "widgets";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe.skipIf(!hasBrowser)("widgets", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ projectId });
  });
  afterAll(() => bench?.stop());

  const options = (page: Page) => page.getByRole("option");
  /** The option that the keys are at, as a screen reader is told. */
  const active = (page: Page) =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute("aria-activedescendant");
      return id ? document.getElementById(id)?.innerText : undefined;
    });
  const isAt = (page: Page, label: string) =>
    until(async () => (await active(page)) === label, `the keys are at ${label}`);
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  const isOn = (page: Page, label: string) =>
    until(async () => (await focused(page)) === label, `the focus is on ${label}`);

  async function openItem(name: string) {
    const { leaf, items } = await bench.makeLeaf(name, [`${name} one`]);
    const item = items[0]?.id ?? "";
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}&item=${item}`);
    const stored = async () => (await bench.api.getItem({ params: { itemId: item } })).data;
    return { page, stored };
  }

  test("a choice is made by the keyboard: arrows, letters, Enter, and Escape closes only its list", async () => {
    const { page, stored } = await openItem("Choosing");
    const currency = page.getByRole("combobox", { name: "Currency" });
    await currency.focus();
    await page.keyboard.press("ArrowDown");
    await isAt(page, "USD");
    expect(await currency.getAttribute("aria-expanded")).toBe("true");
    expect(await options(page).and(page.locator("[aria-selected=true]")).allInnerTexts()).toEqual(["USD"]);
    await page.keyboard.press("End");
    await isAt(page, "UAH");
    await page.keyboard.press("ArrowDown");
    await isAt(page, "UAH");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await isAt(page, "EUR");
    await page.keyboard.press("Escape");
    await options(page).first().waitFor({ state: "detached" });
    // The panel around it is open, and the focus is where it was.
    expect(await currency.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await currency.innerText()).toBe("USD");

    await page.keyboard.press("g");
    await isAt(page, "GBP");
    await page.keyboard.press("Enter");
    await options(page).first().waitFor({ state: "detached" });
    await saved(page);
    expect((await stored()).currency).toBe("GBP");
    await page.keyboard.press("Space");
    await isAt(page, "GBP");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    await until(async () => (await stored()).currency === "RUB", "leaving takes what is active");
    expect(await currency.innerText()).toBe("RUB");
  });

  test("Escape closes the list of a choice, and then the dialog around it; the popover of a filter stays open too", async () => {
    const { leaf } = await bench.makeLeaf("Layers", ["Layer"]);
    // What fades out is there for a while after the key.
    const page = await bench.visit(`/projects/${projectId}?subcategory=${leaf.id}`, {
      reducedMotion: "no-preference",
    });
    expect(await page.evaluate(() => matchMedia("(prefers-reduced-motion: no-preference)").matches)).toBe(true);
    await page.locator(".grid-name").first().waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.locator(".selection-bar").getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Field" }).click();
    await options(page).first().waitFor();
    // A list that is longer than its room scrolls, though the page behind the dialog does not.
    const list = page.getByRole("listbox");
    await list.hover();
    await page.mouse.wheel(0, 1000);
    await until(() => list.evaluate((one) => one.scrollTop > 0), "the list is scrolled");
    await page.keyboard.press("Escape");
    await options(page).first().waitFor({ state: "detached" });
    expect(await dialog.count()).toBe(1);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.locator(".filter-kinds").getByRole("button", { name: "Not translated into" }).click();
    const language = page.getByRole("combobox", { name: "Not translated into" });
    await language.press("ArrowDown");
    await options(page).first().waitFor();
    await page.keyboard.press("Escape");
    await options(page).first().waitFor({ state: "detached" });
    await language.click();
    await page.getByRole("option", { name: "German", exact: true }).click();
    await page.waitForURL(/missing=de/);
    expect(await language.innerText()).toBe("German");

    await page.getByRole("button", { name: "Back" }).click();
    await page.locator(".filter-kinds").getByRole("button", { name: "Changed since" }).click();
    await page.getByRole("textbox", { name: "Since this day" }).press("ArrowDown");
    const calendar = page.locator(".calendar");
    await calendar.waitFor();
    await page.keyboard.press("Escape");
    await calendar.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Open the calendar" }).click();
    await page.getByRole("button", { name: "Today", exact: true }).click();
    await page.waitForURL(/changedSince=\d{4}-\d\d-\d\d/);
    await page.locator(".filter-body").waitFor();
  });

  test("a day is typed as the language writes it, or picked by the keyboard, and names are suggested in the history", async () => {
    const page = await bench.visit(`/projects/${demoId}/history`);
    await page.locator(".list-line").first().waitFor();
    const who = page.getByRole("combobox", { name: "Who" });
    await who.fill("dem");
    // The list is filtered by what is typed, and the suggestion stays.
    await page.waitForURL(/actor=dem/);
    await page.getByText("No change matches").waitFor();
    await page.getByRole("option", { name: "demo" }).waitFor();
    await who.press("ArrowDown");
    await who.press("Enter");
    await page.waitForURL(/actor=demo/);
    expect(await who.inputValue()).toBe("demo");

    await goTo(page, `/projects/${projectId}/history`);
    const since = page.getByRole("textbox", { name: "From this day" });
    await since.fill("March 5, 2024");
    await page.waitForURL(/since=2024-03-05/);
    await since.press("Enter");
    expect(await since.inputValue()).toBe("Mar 5, 2024");

    await since.press("ArrowDown");
    await isOn(page, "Tuesday, March 5, 2024");
    await page.keyboard.press("ArrowUp");
    await isOn(page, "Tuesday, February 27, 2024");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await isOn(page, "Thursday, February 29, 2024");
    await page.keyboard.press("Shift+PageUp");
    await isOn(page, "Tuesday, February 28, 2023");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("Home");
    await isOn(page, "Sunday, March 26, 2023");
    await page.keyboard.press("Enter");
    await page.waitForURL(/since=2023-03-26/);
    await isOn(page, "From this day");
    expect(await since.inputValue()).toBe("Mar 26, 2023");

    // The days before the first one are not offered for the last one.
    await page.getByRole("button", { name: "Open the calendar" }).last().click();
    await page.locator(".day:focus").waitFor();
    for (let year = new Date().getFullYear(); year >= 2023; year--) await page.keyboard.press("Shift+PageUp");
    await isOn(page, "Sunday, March 26, 2023");
    expect(await page.getByRole("button", { name: "Saturday, March 25, 2023" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");

    await since.fill("no day");
    await since.press("Enter");
    await page.getByRole("alert").getByText("Write a date").waitFor();
    expect(page.url()).toContain("since=2023-03-26");
    await since.fill("");
    await page.waitForURL((url) => !url.searchParams.has("since"));

    await page.evaluate(() => localStorage.setItem("editor-language", "ru"));
    await page.reload();
    const from = page.getByRole("textbox", { name: "С этого дня" });
    await from.fill("5.3.2024");
    await page.waitForURL(/since=2024-03-05/);
    await from.press("ArrowDown");
    await isOn(page, "вторник, 5 марта 2024 г.");
    expect(await page.locator(".calendar th").first().innerText()).toBe("пн");
    expect(bench.errors).toEqual([]);
  });

  test("tags are suggested, and Enter takes the one that the arrows chose", async () => {
    const { page, stored } = await openItem("Tagged");
    const { items } = await bench.makeLeaf("Words", ["Word"]);
    const params = { itemId: items[0]?.id ?? "" };
    await bench.api.updateItem({ params, body: { tags: ["quince jam", "quince tree"] } });
    const tags = page.getByRole("combobox", { name: "Tags" });
    await tags.fill("quin");
    await page.getByRole("option", { name: "quince tree 1 item" }).waitFor();
    await tags.press("ArrowDown");
    await tags.press("ArrowDown");
    await until(async () => (await active(page))?.startsWith("quince tree") ?? false, "the second one is active");
    await tags.press("Enter");
    await until(async () => (await stored()).tags.join() === "quince tree", "the suggestion is taken");
    await tags.fill("quin");
    await page.getByRole("option", { name: "quince jam 1 item" }).click();
    await until(async () => (await stored()).tags.join() === "quince tree,quince jam", "by the pointer too");
    expect(await options(page).count()).toBe(0);
  });

  test("on a phone, fields, options and days are large enough for a finger", async () => {
    const page = await bench.open(`/projects/${projectId}/history`, phone);
    const heights = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    await page.getByRole("combobox", { name: "Field" }).tap();
    await options(page).first().waitFor();
    for (const high of [await heights("search .mantine-Input-input"), await heights(".suggestion")]) {
      expect(high.length).toBeGreaterThan(5);
      expect(Math.min(...high)).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole("option", { name: "Price" }).tap();
    await page.waitForURL(/field=price/);
    await page.getByRole("button", { name: "Open the calendar" }).first().tap();
    await page.locator(".calendar").waitFor();
    expect(Math.min(...(await heights(".day, .calendar-turn, .date-field button")))).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.context().close();
  });
});
