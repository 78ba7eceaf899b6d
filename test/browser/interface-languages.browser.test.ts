import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { interfaceLanguageCodes } from "../../contract/constants.ts";
import { accessibilityFaults } from "./axe.ts";
import { type Bench, hasBrowser, projectId, startBench } from "./start-bench.ts";

const catalogOf = { en: "Catalog", ru: "Каталог", de: "Katalog", es: "Catálogo", zh: "目录" };
const screens = [
  ["/", ".project-card"],
  [`/projects/${projectId}?subcategory=headphones`, ".grid-name"],
  [`/projects/${projectId}/translations`, ".board-text"],
  [`/projects/${projectId}/history`, "h1"],
  [`/projects/${projectId}/import`, "h1"],
] as const;

/** Words of the interface that do not fit into their place; names of the catalog may be shortened. */
const cutWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".mantine-Button-label, .grid-sort > span, [role=tab], .mantine-Badge-label")]
      .filter((element) => !element.closest(".project-button") && element.clientWidth > 0)
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent),
  );
const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

describe.skipIf(!hasBrowser)("the interface", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());

  test.each([...interfaceLanguageCodes])("fits its place in %s, wide and on a phone", async (locale) => {
    const page = await bench.open("/", { locale });
    for (const [path, there] of screens) {
      await page.goto(bench.url + path);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.locator(there).first().waitFor();
        const seen = { path, width, cut: await cutWords(page), tooWide: await isTooWide(page) };
        expect(seen).toEqual({ path, width, cut: [], tooWide: false });
      }
    }
  });

  test("is spoken as the browser asks, until somebody chooses another language", async () => {
    const page = await bench.open(`/projects/${projectId}`, { locale: "de-AT" });
    await page.getByRole("link", { name: catalogOf.de, exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
    await page.getByRole("button", { name: "Einstellungen" }).click();
    await page.getByRole("menuitemradio", { name: "简体中文" }).click();
    await page.getByRole("link", { name: catalogOf.zh, exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("zh");
    await page.reload();
    await page.getByRole("link", { name: catalogOf.zh, exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // The palette has each language under its own name, for those who cannot read this one.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("español");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: catalogOf.es, exact: true }).waitFor();
    expect(bench.errors).toEqual([]);
  });
});
