import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { desk } from "../support/chromium.ts";
import { accessibilityFaults } from "./axe.ts";
import { coloured, draw, settled, shots } from "./screenshots.ts";
import { type Bench, hasBrowser, makeLeaf, projectId, startBench } from "./start-bench.ts";

/**
 * Goes to another screen without reloading the page, because a reload takes longer than the check. If something is still
 * open from the screen before, the page is reloaded.
 */
async function go(page: Page, url: string, { path, ready }: Screen): Promise<void> {
  const address = (to: string) => page.evaluate((path) => history.pushState(null, "", path), to);
  await page.keyboard.press("Escape");
  await settled(page);
  if ((await page.locator('[role="dialog"], [role="menu"]').count()) > 0) {
    await page.goto(url + path);
  } else if (page.url() !== url + path) {
    // Through the first screen, so that nothing of the screen before is left.
    await address("/");
    await page.locator(".project-card").first().waitFor();
    await address(path);
  }
  await page.locator(ready).first().waitFor();
}

const phone = { width: 390, height: 844 };

type Screen = {
  name: string;
  path: string;
  ready: string;
  act?(page: Page): Promise<void>;
  /**
   * Only what is open over the screen is checked, because the screen below is one of the others. One overlay of each
   * kind is checked together with the page.
   */
  part?: "overlays";
};

const at = `/projects/${projectId}`;
const leaf = "subcategory=flagship-smartphones";

const screens: Screen[] = [
  { name: "projects", path: "/", ready: ".project-card" },
  { name: "workspace", path: at, ready: ".tree-row" },
  {
    name: "shortcuts",
    path: at,
    ready: ".tree-row",
    act: async (page) => {
      await page.keyboard.press("ControlOrMeta+/");
      await page.locator(".shortcuts").waitFor();
    },
    part: "overlays",
  },
  {
    name: "settings-menu",
    path: at,
    ready: ".tree-row",
    act: async (page) => {
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("menuitemradio", { name: "Dark" }).waitFor();
    },
    part: "overlays",
  },
  {
    name: "done-list",
    path: at,
    ready: ".tree-row",
    act: async (page) => {
      await page.getByRole("button", { name: "What you did" }).click();
      await page.getByText("Nothing to undo yet").waitFor();
    },
    part: "overlays",
  },
  {
    name: "project-menu",
    path: at,
    ready: ".tree-row",
    act: async (page) => {
      await page.locator(".project-button").click();
      await page.getByRole("menuitem").first().waitFor();
    },
    part: "overlays",
  },
  { name: "branch", path: `${at}?subcategory=smartphones`, ready: ".branch-card" },
  {
    name: "node-menu",
    path: `${at}?subcategory=smartphones`,
    ready: ".branch-card",
    act: async (page) => {
      await page.locator('.tree-row[aria-selected="true"]').click({ button: "right" });
      await page.getByRole("menuitem").first().waitFor();
    },
  },
  {
    name: "delete-node",
    path: `${at}?subcategory=smartphones`,
    ready: ".branch-card",
    act: async (page) => {
      await page.locator('.tree-row[aria-selected="true"]').click({ button: "right" });
      await page.getByRole("menuitem", { name: /^Delete/ }).click();
      await page.getByRole("dialog").waitFor();
    },
    part: "overlays",
  },
  {
    name: "move-node",
    path: `${at}?subcategory=smartphones`,
    ready: ".branch-card",
    act: async (page) => {
      await page.locator('.tree-row[aria-selected="true"]').click({ button: "right" });
      await page.getByRole("menuitem", { name: /^Move to/ }).click();
      await page.getByRole("dialog").waitFor();
    },
    part: "overlays",
  },
  { name: "items", path: `${at}?${leaf}`, ready: '.grid-cell[data-kind="number"]' },
  {
    name: "cells",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.getByRole("grid").focus();
      await page.locator(".grid-new").waitFor();
      for (const key of ["ArrowRight", "Shift+ArrowDown", "Shift+ArrowDown"]) await page.keyboard.press(key);
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "cheap");
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
      });
      await page.locator(".grid-cell[aria-invalid]").first().waitFor();
      for (const key of ["Shift+ArrowDown", "Shift+ArrowRight"]) await page.keyboard.press(key);
      await page.locator(".toast").getByRole("button", { name: "Close" }).click();
      await page.getByRole("grid").focus();
    },
  },
  {
    name: "columns-menu",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.getByRole("button", { name: "Columns" }).click();
      await page.getByRole("menuitemcheckbox").first().waitFor();
    },
    part: "overlays",
  },
  {
    name: "palette",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.keyboard.press("ControlOrMeta+k");
      await page.locator(".palette-search input").fill("phone");
      await page.locator(".palette-entry").first().waitFor();
    },
  },
  {
    name: "palette-suggestion",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.keyboard.press("ControlOrMeta+k");
      await page.locator(".palette-search input").fill("hedphones");
      await page.getByRole("option", { name: "Did you mean" }).waitFor();
    },
    part: "overlays",
  },
  {
    name: "selection",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.locator(".grid-head input").check();
      await page.locator(".selection-bar").waitFor();
    },
  },
  {
    name: "bulk-edit",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.locator(".grid-head input").check();
      await page.locator(".selection-bar button", { hasText: /^Edit$/ }).click();
      await page.getByLabel("New value").fill("30");
      await page.locator(".preview-new").first().waitFor();
    },
  },
  {
    name: "move-items",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.locator(".grid-head input").check();
      await page.locator(".selection-bar button", { hasText: /^Move$/ }).click();
      await page.getByRole("dialog").waitFor();
    },
    part: "overlays",
  },
  {
    name: "delete-items",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.locator(".grid-head input").check();
      await page.locator(".selection-bar button", { hasText: /^Delete$/ }).click();
      await page.getByRole("dialog").waitFor();
    },
    part: "overlays",
  },
  { name: "no-match", path: `${at}?${leaf}&search=nothing-at-all`, ready: ".empty" },
  {
    name: "item",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.locator(".grid-name").first().click();
      await page.locator(".panel-body").waitFor();
    },
  },
  {
    name: "focal-point",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.locator(".grid-name").first().click();
      await page.getByRole("button", { name: "Focal point: Picture 1" }).click();
      await page.locator(".focal-area img").waitFor();
    },
    part: "overlays",
  },
  {
    name: "item-languages",
    path: `${at}?${leaf}`,
    ready: ".grid-name",
    act: async (page) => {
      await page.locator(".grid-name").first().click();
      await page.getByRole("button", { name: "Add language" }).click();
      await page.locator(".language-choice").first().waitFor();
    },
    part: "overlays",
  },
  { name: "subcategory", path: `${at}?${leaf}&details=true`, ready: ".panel-body" },
  {
    name: "address",
    path: `${at}?${leaf}&details=true`,
    ready: ".panel-body",
    act: async (page) => {
      await page.getByRole("button", { name: "Change address" }).click();
      await page.getByRole("dialog").waitFor();
    },
    part: "overlays",
  },
  {
    name: "palette-recent",
    path: `${at}?subcategory=headphones`,
    ready: ".grid-name",
    act: async (page) => {
      for (const row of [0, 1, 2]) {
        await page.locator(".grid-name").nth(row).click();
        await page.locator(".panel-body").waitFor();
      }
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("group", { name: "Recently opened" }).getByRole("option").first().waitFor();
    },
    part: "overlays",
  },
  { name: "all-items", path: `${at}?all=true`, ready: ".number-count" },
  {
    name: "filters",
    path: `${at}?all=true`,
    ready: ".grid-name",
    act: async (page) => {
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.locator(".filter-kinds").waitFor();
    },
  },
  {
    name: "place-filter",
    path: `${at}?all=true`,
    ready: ".grid-name",
    act: async (page) => {
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByRole("button", { name: "Place", exact: true }).click();
      await page.locator(".filter-count").first().waitFor();
    },
    part: "overlays",
  },
  {
    name: "found-items",
    path: `${at}?all=true&search=wireless&priceMin=50&visible=true&sort=-price`,
    ready: "mark",
  },
  {
    name: "tags-filter",
    path: `${at}?all=true&tags=wireless`,
    ready: ".filter-chip",
    act: async (page) => {
      await page.getByRole("button", { name: "Tags: wireless", exact: true }).click();
      await page.locator(".filter-count").first().waitFor();
    },
    part: "overlays",
  },
  {
    name: "price-filter",
    path: `${at}?all=true&priceMin=50`,
    ready: ".filter-chip",
    act: async (page) => {
      await page.getByRole("button", { name: "Price from 50", exact: true }).click();
      await page.getByLabel("To", { exact: true }).fill("a lot");
      await page.getByRole("alert").waitFor();
    },
    part: "overlays",
  },
  { name: "not-found", path: "/projects/aurora-market?subcategory=nowhere", ready: ".empty" },
  { name: "translations", path: `${at}/translations`, ready: ".board-row" },
  { name: "history", path: `${at}/history`, ready: ".list-line" },
  { name: "comments", path: `${at}/comments`, ready: ".list-line" },
  { name: "trash", path: `${at}/history?trash=true`, ready: ".empty" },
  { name: "empty", path: "/projects/borealis-outlet", ready: ".empty" },
];

describe.skipIf(!hasBrowser)("every screen", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());

  let window: Page | undefined;
  for (const [half, some] of [screens.slice(0, screens.length / 2), screens.slice(screens.length / 2)].entries())
    test(`has no accessibility faults and no console errors: light, dark, and on a phone, part ${half + 1}`, async () => {
      window ??= await bench.open("about:blank", { reducedMotion: "reduce" });
      const page = window;
      await page.goto(bench.url);
      const faults: Record<string, string[]> = {};
      for (const { part, ...screen } of some) {
        await page.setViewportSize(desk);
        await page.emulateMedia({ colorScheme: "light" });
        await go(page, bench.url, screen);
        await screen.act?.(page);
        const check = async (look: "light" | "dark" | "dark-phone", width: number, which?: "colours") => {
          await settled(page);
          await draw(page, `${screen.name}-${look}`);
          const found = await accessibilityFaults(page, { which, part });
          if (found.length > 0) faults[`${screen.name}, ${look}`] = found;
          const reached = await page.evaluate(() => document.documentElement.scrollWidth);
          if (reached > width) faults[`${screen.name}, ${look}: wider than the screen`] = [];
        };
        await check("light", desk.width);
        await page.emulateMedia({ colorScheme: "dark" });
        await coloured(page, "dark");
        await check("dark", desk.width, "colours");
        await page.setViewportSize(phone);
        await check("dark-phone", phone.width);
      }
      expect(faults).toEqual({});
      expect(bench.errors).toEqual([]);
    });

  test("is in Russian in a Russian browser, and fits on a phone", async () => {
    const page = await bench.open(`${at}?${leaf}`, {
      locale: "ru-RU",
      viewport: phone,
      reducedMotion: "reduce",
    });
    await page.getByRole("button", { name: "Добавить товар" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("ru");
    expect(await page.locator(".centre-title h2").innerText()).toBe("Flagship");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityFaults(page)).toEqual([]);
    await draw(page, "items-phone-ru");
    await page.locator(".grid-name").first().click();
    await page.getByLabel("Название", { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityFaults(page)).toEqual([]);
    await draw(page, "item-phone-ru");
    await page.getByRole("button", { name: "Назад" }).last().click();
    await page.locator(".grid-name").first().waitFor();
    expect(bench.errors).toEqual([]);
    await page.context().close();
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
    const { leaf: empty } = await makeLeaf(bench.api, "Table Lamps");
    await page.goto(`${bench.url}${at}?subcategory=${empty.id}`);
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
