import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Bench, hasBrowser, startBench } from "./bench.ts";
import { makeBigCatalog } from "./big-catalog.ts";

const longestFrame = 100;
const rounds = 3;

/** The longest time between two frames while `act` runs. */
async function longest(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const frames = { longest: 0, last: performance.now(), on: true };
    Object.assign(window, { frames });
    const frame = (now: number) => {
      frames.longest = Math.max(frames.longest, now - frames.last);
      frames.last = now;
      if (frames.on) requestAnimationFrame(frame);
    };
    requestAnimationFrame((now) => {
      frames.last = now;
      requestAnimationFrame(frame);
    });
  });
  await act();
  return page.evaluate(() => {
    const { frames } = window as unknown as { frames: { longest: number; on: boolean } };
    frames.on = false;
    return frames.longest;
  });
}

/** Another process on the machine can steal a frame; what the page itself needs shows in its best round. */
async function bestOf(page: Page, act: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && best > longestFrame; round++) best = Math.min(best, await longest(page, act));
  return best;
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
    expect(await bestOf(page, () => wheel(page, 16))).toBeLessThan(longestFrame);
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
    expect(await bestOf(page, () => wheel(page, 16))).toBeLessThan(longestFrame);
    await page.getByRole("grid").focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.locator(".grid-name", { hasText: /^Item 99999$/ }).waitFor();
    expect(await page.locator(".grid-row").count()).toBeLessThan(60);
    await page.keyboard.press("Home");
    await page.keyboard.press("F2");
    const typing = async () => {
      await page.keyboard.type("Typed at the far end ", { delay: 25 });
    };
    expect(await bestOf(page, typing)).toBeLessThan(longestFrame);
    await page.keyboard.press("Escape");
    expect(bench.errors).toEqual([]);
    await page.context().close();
  }, 100_000);
});
