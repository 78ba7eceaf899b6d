import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasFocus } from "./has-focus.ts";
import { coloured, draw, settled } from "./screenshots.ts";
import { type Bench, demoId, goTo, hasBrowser, startBench, until } from "./start-bench.ts";

const projectId = "focus";

type Stops = {
  /** What is wrong with what shows the focus; undefined where nothing is. */
  faultOfRing(): string | undefined;
  /** What Tab came to since the last time that it was forgotten, and what was wrong there. */
  stops: Element[];
  faults: string[];
  ended: boolean;
};

/** Lets the page judge each stop of Tab by itself, before the next one: a request for each would take most of the time. */
const watchStops = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = (color: string) => {
      canvas?.clearRect(0, 0, 1, 1);
      if (canvas) canvas.fillStyle = color;
      canvas?.fillRect(0, 0, 1, 1);
      return canvas?.getImageData(0, 0, 1, 1).data ?? new Uint8ClampedArray(4);
    };
    const light = (color: string) => {
      const [red = 0, green = 0, blue = 0] = [...rgba(color)].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const faultOfRing = () => {
      const focused = document.activeElement as HTMLElement;
      const label = focused.getAttribute("aria-label") ?? focused.textContent;
      const name = `${focused.tagName} ${focused.className} ${label}`;
      // A line between two panes is all that it is.
      if (focused.matches(".splitter")) return undefined;
      for (const moving of document.getAnimations()) moving.finish();
      const list = focused.matches(".tree-scroll, .grid-scroll") && focused.getAttribute("aria-activedescendant");
      const besides = ".mantine-Switch-input, .mantine-SegmentedControl-input";
      const shown = list
        ? document.getElementById(list)
        : focused.matches(besides)
          ? focused.nextElementSibling
          : (focused.closest(".mantine-Input-input") ?? focused.closest(".picture:has(> a:focus)") ?? focused);
      if (!shown) return `${name}: nothing shows it`;
      const style = getComputedStyle(shown);
      const [width, offset] = [Number.parseFloat(style.outlineWidth), Number.parseFloat(style.outlineOffset)];
      if (style.outlineStyle !== "solid" || width < 2) return `${name}: no ring (${style.outline})`;

      let behind: Element | null = offset < 0 ? shown : shown.parentElement;
      while (behind && (rgba(getComputedStyle(behind).backgroundColor)[3] ?? 0) < 255) behind = behind.parentElement;
      const back = light(behind ? getComputedStyle(behind).backgroundColor : "white");
      const ring = light(style.outlineColor);
      const contrast = (Math.max(back, ring) + 0.05) / (Math.min(back, ring) + 0.05);
      if (contrast < 3) return `${name}: contrast ${contrast.toFixed(2)}`;

      const reach = offset + width;
      const box = shown.getBoundingClientRect();
      for (let at = shown.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflow === "visible") continue;
        const edge = at.getBoundingClientRect();
        const over = Math.max(
          edge.left - box.left + reach,
          box.right + reach - edge.right,
          edge.top - box.top + reach,
          box.bottom + reach - edge.bottom,
        );
        if (over > 0.6) return `${name}: cut off by ${at.className} (${over.toFixed(1)} px)`;
      }
      return undefined;
    };
    const watch: Stops = { faultOfRing, stops: [], faults: [], ended: false };
    Object.assign(window, watch);
    const here = window as unknown as Stops;
    window.addEventListener(
      "keydown",
      ({ key }) => {
        if (key !== "Tab" || here.ended || !document.activeElement) return;
        here.ended = document.activeElement === document.body;
        if (here.ended) return;
        here.stops.push(document.activeElement);
        const fault = faultOfRing();
        if (fault) here.faults.push(fault);
      },
      true,
    );
  });

/** Goes through everything that Tab comes to, and gathers what does not show that it has the focus, light and dark. */
async function walk(page: Page, most = 120): Promise<string[]> {
  await page.evaluate(() => Object.assign(window, { stops: [], faults: [], ended: false }));
  // The first stop is what has the focus now, and the last one is judged by the key that leaves it.
  for (let stop = 0; stop <= most; stop++) {
    await page.keyboard.press("Tab");
    if (stop % 10 === 0 && (await page.evaluate(() => (window as unknown as Stops).ended))) break;
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await coloured(page, "dark");
  await settled(page);
  const faults = await page.evaluate(async () => {
    const { stops, faults, faultOfRing } = window as unknown as Stops;
    let seen = 0;
    for (const stop of stops as HTMLElement[]) {
      // The page may have drawn it anew in the other colours.
      if (!stop.isConnected) continue;
      stop.focus();
      if (document.activeElement !== stop) {
        faults.push(`dark: ${stop.tagName} ${stop.className} does not take the focus`);
        continue;
      }
      seen++;
      // A list shows its active row when it is drawn again.
      if (stop.matches(".tree-scroll, .grid-scroll")) await new Promise(requestAnimationFrame);
      const fault = faultOfRing();
      if (fault) faults.push(`dark: ${fault}`);
    }
    if (stops.length < 2) return ["Tab came to nothing."];
    // All but a few that come and go with the focus.
    return seen > stops.length / 2 ? faults : [...faults, `dark: only ${seen} of ${stops.length} stops were there`];
  });
  await page.emulateMedia({ colorScheme: "light" });
  await coloured(page, "light");
  return faults;
}

describe.skipIf(!hasBrowser)("the focus", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ projectId });
  });
  afterAll(() => bench?.stop());

  const demo = `/projects/${demoId}`;
  const leaf = `${demo}?subcategory=flagship-smartphones`;

  test("shows at everything that Tab comes to, light and dark", async () => {
    const { data } = await bench.api.listItems({ params: { subcategoryId: "flagship-smartphones" }, query: {} });
    const { leaf: short, items } = await bench.makeLeaf("Short", ["Lamp", "Vase"]);
    const description = [{ key: "Height", value: "40 cm" }];
    await bench.api.updateItem({ params: { itemId: items[0]?.id ?? "" }, body: { description } });
    const page = await bench.visit("/");
    await page.locator(".project-card").first().waitFor();
    await watchStops(page);
    const faults: Record<string, string[]> = {};
    for (const [name, path, ready] of [
      ["projects", "/", ".project-card"],
      ["branch", `${demo}?subcategory=smartphones`, ".branch-card"],
      ["item", `${leaf}&item=${data.items[0]?.id}`, ".panel-body"],
      // Of a few rows and lines: the others are like them.
      ["board", `${bench.at}/translations?branch=${short.id}&lang=ru`, ".board-row"],
      ["history", `${bench.at}/history`, ".list-line"],
      ["import", `${demo}/import`, ".import-drop"],
    ] as const) {
      await goTo(page, path);
      await page.locator(ready).first().waitFor();
      await settled(page);
      // From the beginning of the page: on the board, the first text has the focus.
      await page.locator(".skip").focus();
      faults[name] = await walk(page);
    }
    expect(faults).toEqual({ projects: [], branch: [], item: [], board: [], history: [], import: [] });
  });

  const tree = (page: Page) => page.getByRole("tree").first();
  const row = (page: Page, name: string) => page.locator(".tree-row", { hasText: name }).first();

  test("shows in dialogs, light and dark, and a drop target looks different", async () => {
    const page = await bench.visit(leaf);
    await page.locator(".grid-name").first().waitFor();
    await watchStops(page);
    for (const entry of ["Move to…", "Change address", "Delete"]) {
      await tree(page).focus();
      await page.keyboard.press("Shift+F10");
      await page.getByRole("menuitem", { name: entry }).press("Enter");
      await page.getByRole("dialog").waitFor();
      await settled(page);
      await draw(page, `focus-${entry}`);
      expect(await walk(page, 6), entry).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    for (const colours of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: colours });
      await coloured(page, colours);
      await settled(page);
      expect(await page.evaluate(() => (window as unknown as Stops).faultOfRing()), "the palette").toBeUndefined();
    }
    await page.evaluate(() => document.querySelector(".tree-row")?.setAttribute("data-drop", "inside"));
    const target = page.locator(".tree-row").first();
    expect(await target.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe("dashed");
  });

  test("the menu keys open the menu of a row of the tree every time", async () => {
    const { leaf } = await bench.makeLeaf("Every time", ["Lamp"]);
    await bench.makeLeaf("Electronics");
    const page = await bench.visit(`${bench.at}?subcategory=${leaf.id}`);
    await row(page, "Every time department").waitFor();
    const opens = async (name: string, key = "Shift+F10") => {
      await page.keyboard.press(key);
      await page.getByRole("menu", { name: `Actions for ${name}` }).waitFor();
      await hasFocus(page, "[role=menuitem]");
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      await hasFocus(page, "[role=tree]");
    };
    await tree(page).focus();
    for (const key of ["Shift+F10", "ContextMenu", "Shift+F10"]) await opens("Every time", key);
    // The row is scrolled out of sight, and the tree knows that.
    await page.keyboard.press("*");
    await tree(page).evaluate(async (scroller) => {
      const filler = scroller.firstElementChild as HTMLElement;
      filler.style.minHeight = "9000px";
      const scrolled = new Promise((done) => scroller.addEventListener("scroll", done, { once: true }));
      scroller.scrollTop = 8000;
      await scrolled;
    });
    await opens("Every time");
    // The pointer has opened or closed a branch: the focus is not lost in its button.
    await row(page, "Electronics").locator(".tree-twist").click();
    await hasFocus(page, "[role=tree]");
    await opens("Electronics");
    // The branch of the active row was closed: the nearest row above stands for it.
    await row(page, "Every time department").locator(".tree-twist").click();
    await row(page, "Every time department").locator(".tree-twist").click();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("collapse");
    await page.getByRole("option", { name: /Collapse/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await hasFocus(page, "[role=tree]");
    await opens("Every time department");
    expect(bench.errors).toEqual([]);
  });

  test("the menu keys open the menus of items, cards and views", async () => {
    const { leaf, category, items } = await bench.makeLeaf("Menus", ["Lamp", "Vase"]);
    await bench.api.createView({ params: { projectId }, body: { name: "Cheap", query: { search: "a" } } });
    const page = await bench.visit(`${bench.at}?subcategory=${leaf.id}`);
    await page.locator(".grid-name").first().waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    for (const key of ["Shift+F10", "ContextMenu"]) {
      await page.keyboard.press(key);
      await page.getByRole("menu", { name: "Actions for Vase" }).waitFor();
      await hasFocus(page, "[role=menuitem]");
      await page.keyboard.press("Escape");
      await hasFocus(page, "[role=grid]");
    }
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Hide from the shop" }).press("Enter");
    const hidden = async () => !(await bench.api.getItem({ params: { itemId: items[1]?.id ?? "" } })).data.visible;
    await until(hidden, "the menu has hidden it");
    // Of a row that is picked, the menu is of all that are picked.
    await page.getByRole("checkbox", { name: "Select Lamp" }).check();
    await page.getByRole("checkbox", { name: "Select Vase" }).check();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menu").getByText("2 selected").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".grid-row").first().click({ button: "right" });
    await page.getByRole("menuitem", { name: "Move to…" }).click();
    await page.getByRole("dialog", { name: "Move 2 items" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await goTo(page, `${bench.at}?category=${category.id}`);
    const card = page.locator(".branch-card").first();
    await card.focus();
    await page.keyboard.press("Shift+F10");
    await hasFocus(page, "[role=menuitem]");
    await page.keyboard.press("Escape");
    await hasFocus(page, ".branch-card");
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Rename" }).press("Enter");
    await hasFocus(page, ".tree-input");

    await page.keyboard.press("Escape");
    const view = page.locator(".view-link", { hasText: "Cheap" });
    await view.focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Copy link" }).waitFor();
    await hasFocus(page, "[role=menuitem]");
    await page.keyboard.press("Escape");
    await hasFocus(page, ".view-link");
    expect(bench.errors).toEqual([]);
  });
});
