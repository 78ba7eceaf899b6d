import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { type Bench, cutWrites, goTo, hasBrowser, saved, startBench, until, wire } from "./start-bench.ts";

const projectId = "pictures";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const icons = ["/assets/icon.svg?a", `/uploads/${"0b".repeat(32)}.png?fx=0.25&fy=0.75`, "/assets/icon.svg?c"];

const removeOf = (page: Page, at: number) => page.getByRole("button", { name: `Remove picture: Picture ${at}` });
const undoIn = (page: Page, words: string) =>
  page.locator(".toast", { hasText: words }).getByRole("button", { name: "Undo" });

/** What a finger can hit: the button itself is drawn, and nothing covers it. */
async function targetOf(button: Locator): Promise<{ width: number; height: number; opacity: string; hit: boolean }> {
  await button.scrollIntoViewIfNeeded();
  return button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    let opacity = 1;
    for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return { width, height, opacity: String(opacity), hit };
  });
}

describe.skipIf(!hasBrowser)("pictures that are removed", () => {
  let bench: Bench;
  /** One page with a mouse and one on a touch screen for the tests, which go on in them. */
  let page: Page;
  let touched: Page;
  beforeAll(async () => {
    bench = await startBench({ projectId });
    page = await bench.visit(`/projects/${projectId}`);
    touched = await bench.open(`/projects/${projectId}`, phone);
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  async function makePictured(name: string) {
    const { category, leaf, items } = await bench.makeLeaf(name, [`${name} lamp`]);
    const itemId = items[0]?.id ?? "";
    await bench.api.updateItem({ params: { itemId }, body: { imgs: icons } });
    const imgs = async () => (await bench.api.getItem({ params: { itemId } })).data.imgs;
    return { category, path: `/projects/${projectId}?subcategory=${leaf.id}&item=${itemId}`, imgs };
  }
  async function open(page: Page, path: string, name: string) {
    await goTo(page, path);
    await page.locator(".panel-head", { hasText: `${name} lamp` }).waitFor();
  }

  test("on a touch screen have buttons of 44 pixels that are seen, and a tap can be undone", async () => {
    const { path, imgs } = await makePictured("Touched");
    const page = touched;
    await open(page, path, "Touched");
    for (const name of ["Remove picture", "Move earlier", "Focal point", "Move later"]) {
      const target = await targetOf(page.getByRole("button", { name: `${name}: Picture 2` }));
      expect([name, target]).toEqual([name, { width: 44, height: 44, opacity: "1", hit: true }]);
    }
    const wide = await page.locator(".panel-body").evaluate((body) => body.scrollWidth - body.clientWidth);
    expect(wide).toBe(0);
    await removeOf(page, 2).tap();
    await until(async () => (await imgs()).length === 2, "the picture is removed");
    await undoIn(page, "Picture of “Touched lamp” removed").tap();
    await until(async () => (await imgs()).join() === icons.join(), "it is back in its place, with its focal point");
  });

  test("with a mouse have buttons that are seen before anyone points at them; by keyboard pass the focus to the next picture, and come back with Ctrl+Z", async () => {
    const { path, imgs } = await makePictured("Typed");
    await open(page, path, "Typed");
    const { width, height, opacity, hit } = await targetOf(removeOf(page, 1));
    expect({ opacity, hit }).toEqual({ opacity: "1", hit: true });
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await removeOf(page, 2).press("Enter");
    await until(() => removeOf(page, 2).evaluate((one) => one === document.activeElement), "the next has the focus");
    await page.keyboard.press("Enter");
    await until(async () => (await imgs()).length === 1, "two pictures are removed");
    // The earlier message cannot undo any more, because the list has changed since.
    expect(await undoIn(page, "removed").count()).toBe(1);
    await page.keyboard.press("Control+z");
    await until(async () => (await imgs()).join() === [icons[0], icons[2]].join(), "the last one is back");
    await page.keyboard.press("Control+z");
    await until(async () => (await imgs()).join() === icons.join(), "both are back");
  });

  test("come back before the removal was sent, without the network", async () => {
    const { path, imgs } = await makePictured("Distant");
    await open(page, path, "Distant");
    await removeOf(page, 3).waitFor();
    await page.route(wire, cutWrites);
    await removeOf(page, 1).click();
    await page.locator('.save-status[data-status="waiting"]').waitFor();
    await undoIn(page, "Picture of “Distant lamp” removed").click();
    await removeOf(page, 3).waitFor();
    await page.unroute(wire, cutWrites);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await saved(page);
    expect(await imgs()).toEqual(icons);
  });

  test("from a category come back too, and the focus stays in the panel", async () => {
    const { category } = await makePictured("Department");
    const img = async () => (await bench.api.getCategory({ params: { categoryId: category.id } })).data.img;
    await bench.api.updateCategory({ params: { categoryId: category.id }, body: { img: icons[1] ?? "" } });
    const page = touched;
    await goTo(page, `/projects/${projectId}?category=${category.id}&details=true`);
    const remove = page.getByRole("button", { name: "Remove picture" });
    expect(await targetOf(remove)).toEqual({ width: 44, height: 44, opacity: "1", hit: true });
    await remove.tap();
    await until(async () => (await img()) === "", "the picture is removed");
    await until(
      () => page.evaluate(() => document.activeElement?.textContent === "choose files"),
      "the focus is where a new picture is chosen",
    );
    await undoIn(page, "Picture of “Department department” removed").tap();
    await until(async () => (await img()) === icons[1], "it is back, with its focal point");
  });
});
