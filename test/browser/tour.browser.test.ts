import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { settled } from "./screenshots.ts";
import { type Bench, blank, demoId, goTo, hasBrowser, startBench, startSignedInBench, until } from "./start-bench.ts";

const at = `/projects/${demoId}`;
const card = (page: Page) => page.locator(".tour");
const ring = (page: Page) => page.locator(".tour-ring");
const isAt = (page: Page, step: number) => card(page).getByText(`${step} of 5`, { exact: true }).waitFor();
const hasFocus = (page: Page) => card(page).evaluate((one) => one.contains(document.activeElement));
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("editor-tour"));

/** Lets more time pass than it takes until the tour is offered, then fetched, and begins. */
async function waitLong(page: Page) {
  for (let round = 0; round < 4; round++) {
    await page.clock.runFor(3_000);
    await page.evaluate(() => fetch("/healthz"));
    await settled(page);
  }
}

/** Whether the ring is drawn around the element, or the part of it that the window has room for. */
const surrounds = async (page: Page, what: string) => {
  const [outer, inner] = await Promise.all([ring(page).boundingBox(), page.locator(what).first().boundingBox()]);
  if (!outer || !inner) return false;
  const isNear = (one: number, other: number) => Math.abs(one - other) <= 6;
  return (
    isNear(outer.x, inner.x) &&
    isNear(outer.y, inner.y) &&
    isNear(outer.x + outer.width, Math.min(inner.x + inner.width, page.viewportSize()?.width ?? 0)) &&
    isNear(outer.y + outer.height, inner.y + inner.height)
  );
};

const subjects = [".tree-pane", ".grid-row", ".panel", ".board-row", "[data-opens=done]"];

describe.skipIf(!hasBrowser)("the tour of the demo in the browser", () => {
  let bench: Bench;
  let page: Page;
  beforeAll(async () => {
    bench = await startBench();
    page = await bench.open("about:blank", { toured: false });
    await page.clock.install();
  });
  afterAll(() => bench?.stop());
  afterEach(() => {
    expect(bench.errors).toEqual([]);
  });

  /** As on a new device. The clock runs, and the test can move it on. */
  const arrive = async (path: string, drawn = ".tree-row") => {
    await page.goto(bench.url + blank);
    await page.evaluate(() => localStorage.clear());
    await page.goto(bench.url + path);
    await page.locator(drawn).first().waitFor();
  };

  test("five steps by keyboard stand beside what they are about, and are never offered again", async () => {
    await arrive(at);
    for (const [index, what] of subjects.entries()) {
      await isAt(page, index + 1);
      await until(() => surrounds(page, what), `the ring is around ${what}`);
      await settled(page);
      expect([what, await hasFocus(page)]).toEqual([what, true]);
      if (index === 2) {
        await page.keyboard.press("ArrowLeft");
        await isAt(page, 2);
        await page.keyboard.press("ArrowRight");
        await isAt(page, 3);
      }
      expect(await stored(page)).toBeNull();
      await page.keyboard.press(index % 2 ? "ArrowRight" : "Enter");
    }
    await card(page).waitFor({ state: "detached" });
    await page.locator(".tree-row").first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    await page.reload();
    await page.locator(".tree-row").first().waitFor();
    await waitLong(page);
    expect(await card(page).count()).toBe(0);
  });

  test("Escape and Skip end it for good; the settings and the palette show it again", async () => {
    await arrive(at);
    await isAt(page, 1);
    await page.keyboard.press("Escape");
    await card(page).waitFor({ state: "detached" });
    expect(await stored(page)).toBe("done");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "Show the tour" }).click();
    await isAt(page, 1);
    await until(() => hasFocus(page), "the card has the focus");
    await card(page).getByRole("button", { name: "Skip the tour" }).click();
    await card(page).waitFor({ state: "detached" });
    await page.keyboard.press("ControlOrMeta+k");
    await page.locator(".palette-search input").fill("show the tour");
    await page.getByRole("option", { name: "Show the tour" }).waitFor();
    await page.keyboard.press("Enter");
    await isAt(page, 1);
    await until(() => hasFocus(page), "the card has the focus");
  });

  test("the editor works on below it, and Escape belongs to a cell that is being typed into", async () => {
    await arrive(at);
    await isAt(page, 1);
    await page.keyboard.press("Enter");
    await isAt(page, 2);
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("7");
    const input = page.locator('.grid-row input:not([type="checkbox"])');
    await input.waitFor();
    await page.keyboard.press("Escape");
    await input.waitFor({ state: "detached" });
    await isAt(page, 2);
    await card(page).getByRole("button", { name: "Next" }).click();
    await isAt(page, 3);
    await page.locator(".panel-body").waitFor();
    // The panel stays open: Escape was meant for the tour.
    await page.keyboard.press("Escape");
    await card(page).waitFor({ state: "detached" });
    expect(await page.locator(".panel-body").count()).toBe(1);
  });

  test("it does not begin over a field, a dialog or an open item, and waits for a quiet moment", async () => {
    await arrive(at);
    await page.getByRole("textbox", { name: "Filter the tree" }).fill("phones");
    await waitLong(page);
    expect(await card(page).count()).toBe(0);
    await page.keyboard.press("ControlOrMeta+k");
    await page.locator(".palette-search input").waitFor();
    await waitLong(page);
    expect(await card(page).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.locator(".palette-search").waitFor({ state: "detached" });
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await waitLong(page);
    await isAt(page, 1);
    const { items } = (await bench.api.listItems({ params: { subcategoryId: "flagship-smartphones" } })).data;
    await arrive(`${at}?subcategory=flagship-smartphones&item=${items[0]?.id}`);
    await waitLong(page);
    expect(await card(page).count()).toBe(0);
  });

  test("other projects have no tour, and leaving the demo ends it until the next visit", async () => {
    await arrive(at);
    await isAt(page, 1);
    await page.locator(".logo").click();
    await page.locator(".project-card").first().waitFor();
    await card(page).waitFor({ state: "detached" });
    expect(await stored(page)).toBeNull();
    await goTo(page, "/projects/borealis-outlet");
    await page.locator(".empty").first().waitFor();
    await waitLong(page);
    expect(await card(page).count()).toBe(0);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Show the tour" }).count()).toBe(0);
  });

  test("on a phone the card stands at the bottom and every step has its place", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await arrive(at);
    for (const [index, what] of subjects.entries()) {
      await isAt(page, index + 1);
      await until(() => surrounds(page, what), `the ring is around ${what}`);
      const box = (await card(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      expect([what, box.x, box.width, Math.round(box.y + box.height)]).toEqual([what, 12, 366, 832]);
      await card(page).getByRole("button").last().click();
    }
    await card(page).waitFor({ state: "detached" });
  });
});

describe.skipIf(!hasBrowser)("the tour where people sign in", () => {
  test("is offered to those who may edit, and not to those who look", async () => {
    const bench = await startSignedInBench();
    for (const role of ["viewer", "editor"] as const) {
      const cookie = await bench.staff.add("tim", [{ project: demoId, role }]);
      const page = await bench.visit(at, { cookie });
      await page.locator(".tree-row").first().waitFor();
      await page.keyboard.press("ControlOrMeta+k");
      await page.locator(".palette-search input").fill("tour");
      await page.locator('.palette-list[aria-busy="false"]').waitFor();
      expect([role, await page.getByRole("option", { name: "Show the tour" }).count()]).toEqual([
        role,
        role === "editor" ? 1 : 0,
      ]);
    }
  });
});
