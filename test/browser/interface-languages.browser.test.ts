import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { interfaceLanguageCodes } from "../../contract/constants.ts";
import { settled } from "./screenshots.ts";
import { type Bench, blank, demoId, goTo, hasBrowser, startBench } from "./start-bench.ts";

const catalogOf = { en: "Catalog", ru: "Каталог", de: "Katalog", es: "Catálogo", zh: "目录" };
const screens = [
  ["/", ".project-card"],
  [`/projects/${demoId}?subcategory=headphones`, ".grid-name"],
  [`/projects/${demoId}/translations`, ".board-text"],
  [`/projects/${demoId}/history`, ".list-line"],
  [`/projects/${demoId}/import`, ".import-drop"],
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

  test.each([...interfaceLanguageCodes])("fits its place in %s, wide and on a phone", async (language) => {
    const page = await bench.visit(blank);
    await page.evaluate((spoken) => localStorage.setItem("editor-language", spoken), language);
    await page.goto(bench.url);
    await page.locator(`html[lang=${language}]`).waitFor();
    // From a narrow screen to the next narrow one: to change the width draws everything anew.
    const widths = [1280, 390];
    for (const [path, there] of screens) {
      // Otherwise the screen before would be measured again; the page begins at the first one.
      if (path !== "/") expect([path, await page.locator(there).count()]).toEqual([path, 0]);
      await goTo(page, path);
      for (const width of widths) {
        if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 844 });
        await page.locator(there).first().waitFor();
        await settled(page);
        const seen = { path, width, cut: await cutWords(page), tooWide: await isTooWide(page) };
        expect(seen).toEqual({ path, width, cut: [], tooWide: false });
      }
      widths.reverse();
    }
  });

  test("is spoken as the browser asks, until somebody chooses another language", async () => {
    const page = await bench.open(`/projects/${demoId}`, { locale: "de-AT" });
    await page.getByRole("link", { name: catalogOf.de, exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
    await page.getByRole("button", { name: "Einstellungen" }).click();
    await page.getByRole("menuitemradio", { name: "简体中文" }).click();
    await page.getByRole("link", { name: catalogOf.zh, exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("zh");
    await page.reload();
    await page.getByRole("link", { name: catalogOf.zh, exact: true }).waitFor();
    // The palette has each language under its own name, for those who cannot read this one.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("español");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: catalogOf.es, exact: true }).waitFor();
    expect(bench.errors).toEqual([]);
  });
});
