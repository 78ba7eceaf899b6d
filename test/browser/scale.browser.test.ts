import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { type Bench, hasBrowser, startBench } from "./bench.ts";
import { makeBigCatalog } from "./big-catalog.ts";

const longestTask = 100;

type TraceEvent = { ph: string; name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/**
 * The longest task of the page's main thread while `act` runs, in milliseconds of its own processor time: a frame
 * cannot be shorter than the task before it, and what other processes on the machine take does not count.
 */
async function longest(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  // Once before it counts: the first frames of a page compile its code.
  await act();
  await browser.startTracing(page, { categories: ["toplevel"] });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const mains = new Set<string>();
  for (const event of traceEvents)
    if (event.name === "thread_name" && event.args?.name === "CrRendererMain") mains.add(`${event.pid}/${event.tid}`);
  const tasks = traceEvents.filter(
    (event) => event.ph === "X" && event.name.endsWith("RunTask") && mains.has(`${event.pid}/${event.tid}`),
  );
  expect(tasks.length).toBeGreaterThan(10);
  return Math.max(...tasks.map((task) => task.tdur ?? 0)) / 1_000;
}

async function wheel(page: Page, times: number) {
  for (let turn = 0; turn < times; turn++) {
    await page.mouse.wheel(0, turn % 8 === 7 ? -3_000 : 1_400);
    await page.waitForTimeout(16);
  }
}

describe.skipIf(!hasBrowser)("a big catalog in the browser", () => {
  let bench: Bench;
  let leafId = "";
  beforeAll(async () => {
    bench = await startBench({
      prepare: async (dataDir) => {
        leafId = (await makeBigCatalog(dataDir, 50_000, 100_000)).leafId;
      },
    });
  }, 120_000);
  afterAll(() => bench?.stop());

  test("50,000 nodes scroll and filter with no frame over 100 ms", async () => {
    const page = await bench.open("/projects/big");
    await page.locator(".tree-row").first().waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox").fill("Expand the whole tree");
    await page.keyboard.press("Enter");
    const rows = page.locator('.tree-scroll > [role="presentation"]');
    expect((await rows.boundingBox())?.height ?? 0).toBeGreaterThan(50_000 * 30);
    await page.locator(".tree-scroll").hover();
    expect(await longest(bench.browser, page, () => wheel(page, 16))).toBeLessThan(longestTask);
    expect(await page.locator(".tree-row").count()).toBeLessThan(80);

    await page.getByRole("textbox", { name: "Filter the tree" }).fill("Box 42.");
    await page.locator(".tree-row", { hasText: "Box 42.0.0" }).first().waitFor();
    await page.getByRole("textbox", { name: "Filter the tree" }).fill("Box 42.7.109");
    await page.locator(".tree-row", { hasText: "Box 42.7.109" }).waitFor();
    expect(await page.locator(".tree-row").count()).toBe(3);
    expect(bench.errors).toEqual([]);
    await page.context().close();
  }, 100_000);

  test("100,000 items scroll from end to end, and typing into a cell stays smooth", async () => {
    const page = await bench.open(`/projects/big?subcategory=${leafId}`);
    await page.locator(".grid-name").first().waitFor();
    await page.locator(".grid-scroll").hover();
    expect(await longest(bench.browser, page, () => wheel(page, 16))).toBeLessThan(longestTask);
    await page.getByRole("grid").focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.locator(".grid-name", { hasText: /^Item 99999$/ }).waitFor();
    expect(await page.locator(".grid-row").count()).toBeLessThan(60);
    await page.keyboard.press("Home");
    await page.keyboard.press("F2");
    const typing = async () => {
      await page.keyboard.type("Typed at the far end ", { delay: 25 });
    };
    expect(await longest(bench.browser, page, typing)).toBeLessThan(longestTask);
    await page.keyboard.press("Escape");
    expect(bench.errors).toEqual([]);
    await page.context().close();
  }, 100_000);
});
