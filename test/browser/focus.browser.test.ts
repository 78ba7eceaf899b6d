import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { coloured, draw, settled } from "./screenshots.ts";
import { type Bench, hasBrowser, makeLeaf, projectId, startBench, until } from "./start-bench.ts";

/** What shows the focus, and what is wrong with it; undefined where nothing is. */
const faultOfRing = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const name = `${focused.tagName} ${focused.className} ${focused.getAttribute("aria-label") ?? focused.textContent}`;
    if (focused === document.body) return "end";
    // A line between two panes is all that it is.
    if (focused.matches(".splitter")) return undefined;
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
  });

/** Goes through everything that Tab comes to, and gathers what does not show that it has the focus. */
async function walk(page: Page, most = 120): Promise<string[]> {
  const faults: string[] = [];
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press("Tab");
    await page.evaluate(() => Promise.all(document.getAnimations().map((moving) => moving.finish())).catch(() => null));
    const fault = await faultOfRing(page);
    if (fault === "end") break;
    if (fault) faults.push(fault);
  }
  return faults;
}

describe.skipIf(!hasBrowser)("the focus", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.stop());

  const at = `/projects/${projectId}`;
  const screens = [
    ["projects", "/", ".project-card"],
    ["branch", `${at}?subcategory=smartphones`, ".branch-card"],
    ["item", `${at}?subcategory=flagship-smartphones&item=`, ".panel-body"],
    ["board", `${at}/translations`, ".board-row"],
    ["history", `${at}/history`, "main h1"],
    ["import", `${at}/import`, ".import-drop"],
  ] as const;

  for (const colours of ["light", "dark"] as const)
    for (const [name, path, ready] of screens)
      test(`shows at everything that Tab comes to: ${name}, ${colours}`, async () => {
        const page = await bench.visit("/healthz");
        await page.emulateMedia({ colorScheme: colours });
        const { data } = await bench.api.listItems({ params: { subcategoryId: "flagship-smartphones" }, query: {} });
        await page.goto(bench.url + path + (path.endsWith("item=") ? data.items[0]?.id : ""));
        await page.locator(ready).first().waitFor();
        await coloured(page, colours);
        await settled(page);
        // From the beginning of the page: on the board, the first text has the focus.
        await page.locator(".skip").focus();
        expect(await walk(page)).toEqual([]);
      });

  const tree = (page: Page) => page.getByRole("tree").first();
  const hasFocus = (page: Page, selector: string) =>
    until(() => page.evaluate((css) => document.activeElement?.matches(css) ?? false, selector), `focus: ${selector}`);
  const row = (page: Page, name: string) => page.locator(".tree-row", { hasText: name }).first();

  test("shows in dialogs, and a drop target looks different", async () => {
    for (const colours of ["light", "dark"] as const) {
      const page = await bench.visit("/healthz");
      await page.emulateMedia({ colorScheme: colours });
      await page.goto(`${bench.url}${at}?subcategory=flagship-smartphones`);
      await page.locator(".grid-name").first().waitFor();
      await coloured(page, colours);
      for (const entry of ["Move to…", "Change address", "Delete"]) {
        await tree(page).focus();
        await page.keyboard.press("Shift+F10");
        await page.getByRole("menuitem", { name: entry }).press("Enter");
        await page.getByRole("dialog").waitFor();
        await settled(page);
        expect(await faultOfRing(page), entry).toBeUndefined();
        expect(await walk(page, 6)).toEqual([]);
        await draw(page, `focus-${entry}-${colours}`);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").waitFor();
      await settled(page);
      expect(await faultOfRing(page), "the palette").toBeUndefined();
    }
    const page = await bench.visit(`${at}?subcategory=flagship-smartphones`);
    const target = row(page, "Laptops");
    await target.waitFor();
    await page.evaluate(() => document.querySelector(".tree-row")?.setAttribute("data-drop", "inside"));
    expect(
      await page
        .locator(".tree-row")
        .first()
        .evaluate((one) => getComputedStyle(one).outlineStyle),
    ).toBe("dashed");
  });

  test("the menu keys open the menu of a row of the tree every time", async () => {
    const { leaf } = await makeLeaf(bench.api, "Every time", ["Lamp"]);
    const page = await bench.visit(`${at}?subcategory=${leaf.id}`);
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
    const { leaf, category, items } = await makeLeaf(bench.api, "Menus", ["Lamp", "Vase"]);
    const page = await bench.visit(`${at}?subcategory=${leaf.id}`);
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

    await page.goto(`${bench.url}${at}?category=${category.id}`);
    const card = page.locator(".branch-card").first();
    await card.focus();
    await page.keyboard.press("Shift+F10");
    await hasFocus(page, "[role=menuitem]");
    await page.keyboard.press("Escape");
    await hasFocus(page, ".branch-card");
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Rename" }).press("Enter");
    await hasFocus(page, ".tree-input");

    await bench.api.createView({ params: { projectId }, body: { name: "Cheap", query: { search: "a" } } });
    await page.goto(`${bench.url}${at}?all=true`);
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
