import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { faultsOf, phone, type Screen } from "./check-screens.ts";
import { demoScreens, spokenScreens, touchScreens } from "./demo-screens.ts";
import { madeScreens } from "./made-screens.ts";
import { coloured, settled, shots } from "./screenshots.ts";
import { type Bench, demoId, hasBrowser, startBench } from "./start-bench.ts";

const at = `/projects/${demoId}`;

describe.skipIf(!hasBrowser)("every screen", () => {
  let bench: Bench;
  let madeFor: Screen[];
  beforeAll(async () => {
    bench = await startBench({ projectId: "screens" });
    madeFor = await madeScreens(bench);
    page = await bench.visit("/");
    await page.locator(".project-card").first().waitFor();
  });
  afterAll(() => bench?.stop());

  /** Loaded once: axe is compiled anew in each page. */
  let page: Page;
  const isClean = async (screens: Screen[], on = page) => {
    expect(await faultsOf(on, bench.url, screens)).toEqual({});
    expect(bench.errors).toEqual([]);
  };
  /** The screens from the one with this name up to the next such name. */
  const partOf = (screens: Screen[], starts: readonly string[], at: number) => {
    const place = (name: string | undefined) => screens.findIndex((screen) => screen.name === name);
    return screens.slice(place(starts[at]), at + 1 < starts.length ? place(starts[at + 1]) : undefined);
  };

  const ofDemo = ["projects", "items", "item", "all-items"];
  for (const [part, first] of ofDemo.entries())
    test(`of the demo has no accessibility faults and no console errors, light, dark and on a phone: from ${first} on`, () =>
      isClean(partOf(demoScreens, ofDemo, part)));

  const made = ["item-comments", "import-file"];
  for (const [part, name] of ["comments, changes and views", "imports, the history and translations"].entries())
    test(`of ${name} has none either`, () => isClean(partOf(madeFor, made, part)));

  test("has none in Chinese, nor in Russian, where the way back from an item on a phone has its name too", async () => {
    await isClean([...spokenScreens("zh", "简体中文界面"), ...spokenScreens("ru", "Интерфейс на русском")]);
    await page.getByLabel("Название", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Назад" }).last().click();
    await page.getByRole("button", { name: "Добавить товар" }).waitFor();
    expect(await page.locator(".centre-title h2").innerText()).toContain("Throws");
  });

  test("has none for a finger", async () => {
    const touched = await bench.open("/", { hasTouch: true, isMobile: true });
    await touched.locator(".project-card").first().waitFor();
    await isClean(touchScreens, touched);
    await touched.context().close();
  });

  // For docs/screenshots. SCREENSHOTS=folder names the folder to write to; without it nothing is drawn.
  const drawForTheDocs = async (folder: string) => {
    const path = `${at}?subcategory=headphones`;
    const large = { viewport: { width: 1600, height: 1000 }, reducedMotion: "reduce" } as const;
    const drawn = async (page: Page, name: string) => {
      const picture = page.locator(".panel-body img").first();
      await picture.waitFor();
      await picture.evaluate((img: HTMLImageElement) => img.decode());
      await page.mouse.move(2, 2);
      await settled(page);
      await page.screenshot({ path: join(folder, `${name}.png`) });
    };
    const small = { viewport: phone, deviceScaleFactor: 2, reducedMotion: "reduce" } as const;
    const [page, pocket] = [await bench.open(path, large), await bench.open(path, small)];
    for (const each of [page, pocket]) await each.locator(".grid-name").first().click();
    await drawn(pocket, "phone");
    await drawn(page, "workspace-light");
    await page.emulateMedia({ colorScheme: "dark" });
    await coloured(page, "dark");
    await drawn(page, "workspace-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${bench.url}${at}/translations`);
    await page.locator(".board-row").first().waitFor();
    await settled(page);
    await page.screenshot({ path: join(folder, "translations.png") });
    await page.goto(`${bench.url}${at}?all=true&search=headfones&priceMin=50&visible=true&sort=-price`);
    await page.locator(".views .tree-count").first().waitFor();
    await page.locator(".grid-name").first().waitFor();
    await settled(page);
    await page.screenshot({ path: join(folder, "all-items.png") });
    const { leaf: empty } = await bench.makeLeaf("Table Lamps");
    await page.goto(`${bench.url}${bench.at}?subcategory=${empty.id}`);
    await page.locator('svg[viewBox="0 0 120 80"]').waitFor();
    await settled(page);
    await page.screenshot({ path: join(folder, "empty.png") });
    expect(bench.errors).toEqual([]);
    for (const each of [page, pocket]) await each.context().close();
  };
  if (shots) {
    const folder = shots;
    test("is drawn for the documentation: the workspace light and dark, the translations, all items, an empty place, a phone", () =>
      drawForTheDocs(folder));
  }
});
