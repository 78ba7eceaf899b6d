import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { desk } from "../support/chromium.ts";
import { coloured, draw, settled } from "./screenshots.ts";
import { type Bench, blank, demoId, goTo, hasBrowser, startBench } from "./start-bench.ts";

const phone = { width: 390, height: 844 };
const at = `/projects/${demoId}`;
const leaf = `${at}?subcategory=flagship-smartphones`;

type Box = { left: number; top: number; right: number; bottom: number };

const boxOf = (page: Page, selector: string): Promise<Box> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    });

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const pickAll = async (page: Page) => {
  await page.locator(".grid-head input").check();
  await page.locator(".selection-bar").waitFor();
};

describe.skipIf(!hasBrowser)("dialogs, toasts and bars", () => {
  let bench: Bench;
  /** One page for the tests, which go on in it. */
  let page: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId: "frames" });
    page = await bench.visit(blank);
  });
  afterAll(() => bench?.stop());

  /** The first test loads the editor; without it, the one that runs does. */
  const show = (path: string) => (page.url().endsWith(blank) ? page.goto(bench.url + path) : goTo(page, path));

  const bySelection = (name: string) => async (page: Page) => {
    await pickAll(page);
    await page.locator(".selection-bar").getByRole("button", { name, exact: true }).click();
  };
  const byPalette = (words: string) => async (page: Page) => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox").fill(words);
    await page.getByRole("option", { name: words }).first().click();
  };
  const dialogs = [
    ["delete", leaf, ".grid-name", bySelection("Delete"), "Delete"],
    ["edit", leaf, ".grid-name", bySelection("Edit"), "Change 2 items"],
    ["move", leaf, ".grid-name", bySelection("Move"), "Move here"],
    ["export", leaf, ".grid-name", byPalette("Export"), "Download"],
    [
      "project",
      "/",
      ".project-card",
      (page: Page) => page.getByRole("button", { name: "New project" }).click(),
      "Create project",
    ],
  ] as const;

  /** What is asked for and not answered, and the shapes that are drawn meanwhile. */
  const loading = [
    ["workspace", leaf, /\/categories$/, ["rows", "tree"]],
    ["projects", "/", /\/api\/projects$/, ["cards"]],
    ["subcategory", `${leaf}&details=true`, /\/subcategories\/[^/]+$/, ["fields"]],
    ["board", `${at}/translations`, /translations/, ["meters", "texts"]],
    ["history", `${at}/history`, /\/changes$/, ["lines"]],
    ["comments", `${at}/comments`, /\/comments/, ["lines"]],
    ["import", `${at}/import`, /\/imports/, ["lines"]],
  ] as const;

  // The first one, because the tree and the projects are asked for once, when the page is loaded.
  test("what is loading has its shape, and does not move", async () => {
    const endless = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== 1).length;
    const waits = new Map(loading.map(([name]) => [name, Promise.withResolvers<void>()]));
    for (const [name, , held] of loading) {
      await page.route(
        ({ pathname }) => pathname.startsWith("/api/") && held.test(pathname),
        async (route) => {
          await waits.get(name)?.promise;
          await route.fallback();
        },
      );
    }
    for (const [name, path, , shapes] of loading) {
      await (name === "workspace" ? page.goto(bench.url + path) : goTo(page, path));
      for (const shape of shapes) await page.locator(`.skeleton-${shape} .skeleton`).first().waitFor();
      expect([name, await page.evaluate(endless)]).toEqual([name, 0]);
      await draw(page, `loading-${name}`);
      waits.get(name)?.resolve();
      for (const shape of shapes) await page.locator(`.skeleton-${shape}`).first().waitFor({ state: "detached" });
    }
    await page.unrouteAll();
  });

  test("a dialog ends with Cancel and, at the right, its main action, and fills a phone", async () => {
    for (const [name, path, ready, open, main] of dialogs) {
      await show(path);
      await page.locator(ready).first().waitFor();
      await open(page);
      const foot = page.getByRole("dialog").locator(".dialog-foot");
      await foot.waitFor();
      await settled(page);
      const buttons = foot.locator(".mantine-Button-root");
      expect((await buttons.allInnerTexts()).slice(-2)).toEqual(["Cancel", main]);
      const content = await boxOf(page, ".mantine-Modal-content");
      const last = await boxOf(page, ".dialog-foot > :last-child");
      expect([name, content.right - last.right, content.bottom - last.bottom]).toEqual([name, 20, 12]);
      await draw(page, `frame-${name}`);

      await page.setViewportSize(phone);
      await settled(page);
      expect(await boxOf(page, ".mantine-Modal-content")).toMatchObject({ left: 0, right: 390, bottom: 844 });
      await draw(page, `frame-${name}-phone`);
      await page.setViewportSize(desk);
      await page.keyboard.press("Escape");
      await foot.waitFor({ state: "detached" });
    }
  });

  test("the list begins where its heading does, large texts have closer letters, and a long dialog keeps its buttons", async () => {
    await show(leaf);
    await page.locator(".grid-name").first().waitFor();
    await settled(page);
    const [title, box, grip] = [
      await boxOf(page, ".centre-title h2"),
      await boxOf(page, ".grid-row .grid-pick input"),
      await boxOf(page, ".grid-row .grid-grip"),
    ];
    expect(box.left).toBe(title.left);
    // The grip takes no room of its own.
    expect(grip.right).toBe(box.left);

    const spacing = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { letterSpacing, fontSize } = getComputedStyle(element);
          return [fontSize, letterSpacing];
        });
    expect(await spacing(".centre-title h2")).toEqual(["18px", "-0.18px"]);
    await page.locator(".grid-name").first().click();
    await page.locator(".panel-body").waitFor();
    expect(await spacing(".item-head h2")).toEqual(["13px", "normal"]);

    await page.setViewportSize({ width: 1280, height: 420 });
    await bySelection("Move")(page);
    await page.locator(".dialog-foot").waitFor();
    await settled(page);
    const [content, foot] = [await boxOf(page, ".mantine-Modal-content"), await boxOf(page, ".dialog-foot")];
    expect(foot.bottom).toBeLessThanOrEqual(content.bottom);
    expect(content.bottom).toBeLessThanOrEqual(420);
    await page.setViewportSize(desk);
    await page.keyboard.press("Escape");
    await page.locator(".dialog-foot").waitFor({ state: "detached" });
    await page.locator(".grid-head input").uncheck();
  });

  test("a target of a drag is filled and shows where it goes, and the focus is one ring", async () => {
    await show(leaf);
    await page.locator(".grid-name").first().click();
    await page.locator(".picture-actions button:enabled").first().waitFor();
    for (const colours of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: colours });
      await coloured(page, colours);
      await settled(page);
      const look = (selector: string, before?: "::before" | "::after") =>
        page
          .locator(selector)
          .first()
          .evaluate((element, before) => {
            const { backgroundColor, height } = getComputedStyle(element, before);
            return { backgroundColor, height };
          }, before);
      const mark = (selector: string, name: string, value: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element, [name, value]) => element.setAttribute(name ?? "", value ?? ""), [name, value]);
      for (const row of [".tree-row:not([aria-selected=true])", ".grid-row:not([data-opened])"]) {
        const plain = await look(row);
        await mark(row, "data-drop", "before");
        expect((await look(row)).backgroundColor).not.toBe(plain.backgroundColor);
        const line = await look(row, row.startsWith(".tree") ? "::before" : "::after");
        expect(line.height).toBe("2px");
      }
      await draw(page, `frame-drop-${colours}`);
      await page
        .locator("[data-drop]")
        .evaluateAll((marked) => marked.map((element) => element.removeAttribute("data-drop")));
      const button = page.locator(".picture-actions button:enabled").first();
      await page.locator(".picture a").first().focus();
      await page.keyboard.press("Tab");
      await settled(page);
      expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
      const ring = await button.evaluate((one) => {
        const { boxShadow, outlineStyle, outlineWidth } = getComputedStyle(one);
        return { boxShadow, outlineStyle, outlineWidth };
      });
      expect(ring).toEqual({ boxShadow: "none", outlineStyle: "solid", outlineWidth: "2px" });
    }
    await page.emulateMedia({ colorScheme: "light" });
    await coloured(page, "light");
  });

  test("toasts have one width and one shape of button, and cover neither a bar nor the foot of a dialog", async () => {
    const { leaf: made } = await bench.makeLeaf("Toasts", ["Lamp", "Vase", "Rug"]);
    await show(`${bench.at}?subcategory=${made.id}`);
    const remove = async (name: string) => {
      await page.getByRole("checkbox", { name: `Select ${name}` }).check();
      await page.locator(".selection-bar").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.locator(".toast", { hasText: "deleted" }).first().waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await remove("Lamp");
    await page.getByRole("checkbox", { name: "Select Vase" }).check();
    await page.locator(".selection-bar").waitFor();
    await settled(page);
    for (const size of [desk, { width: 1000, height: 700 }, phone]) {
      await page.setViewportSize(size);
      await settled(page);
      const [toast, bar] = [await boxOf(page, ".toast"), await boxOf(page, ".selection-bar")];
      expect([size.width, overlap(toast, bar)]).toEqual([size.width, false]);
      expect(toast.right - toast.left).toBe(size === phone ? 374 : 380);
      await draw(page, `frame-toast-${size.width}`);
    }
    await page.setViewportSize(desk);
    expect(await page.locator(".selection-bar").evaluate((bar) => bar.getBoundingClientRect().height)).toBe(44);
    const heights = await page
      .locator(".selection-bar button, .toast-action")
      .evaluateAll((buttons) => [...new Set(buttons.map((button) => button.getBoundingClientRect().height))]);
    expect(heights).toEqual([26]);
    await page.locator(".selection-bar").getByRole("button", { name: "Delete" }).click();
    await page.locator(".dialog-foot").waitFor();
    for (const size of [{ width: 1280, height: 420 }, phone]) {
      await page.setViewportSize(size);
      await settled(page);
      expect(overlap(await boxOf(page, ".toast"), await boxOf(page, ".dialog-foot"))).toBe(false);
    }
    await page.setViewportSize(desk);
  });

  test("the invitation to type a new row is not cut, beside a panel, on a phone and in Russian", async () => {
    for (const language of ["en", "ru"]) {
      await show(leaf);
      if (language === "ru") {
        await page.getByRole("button", { name: "Settings" }).click();
        await page.getByRole("menuitemradio", { name: "Русский" }).click();
        await page.locator("html[lang=ru]").waitFor();
        await page.keyboard.press("Escape");
      }
      await page.locator(".grid-name").first().waitFor();
      await page.getByRole("grid").focus();
      await page.locator(".grid-hint").waitFor();
      const isWhole = async () => {
        await settled(page);
        const [hint, list] = [await boxOf(page, ".grid-hint"), await boxOf(page, ".grid-scroll")];
        return hint.right <= list.right;
      };
      await page.setViewportSize(phone);
      expect([language, "phone", await isWhole()]).toEqual([language, "phone", true]);
      await page.setViewportSize(desk);
      await page.locator(".grid-name").first().click();
      await page.locator(".panel-body").waitFor();
      expect([language, "panel", await isWhole()]).toEqual([language, "panel", true]);
    }
    expect(bench.errors).toEqual([]);
  });
});
