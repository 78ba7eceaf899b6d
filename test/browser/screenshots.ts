import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { patienceMs } from "../support/chromium.ts";
import { until } from "../support/until.ts";

/** The folder for screenshots of all screens; none are written without it. */
export const shots = process.env.SCREENSHOTS;
if (shots) mkdirSync(shots, { recursive: true });

const devTools = new WeakMap<Page, CDPSession>();

/** Uses the browser's own protocol, which is faster for a hundred screenshots. The files are larger than necessary. */
export async function draw(page: Page, name: string): Promise<void> {
  if (!shots) return;
  const session = devTools.get(page) ?? (await page.context().newCDPSession(page));
  devTools.set(page, session);
  const { data } = await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
  await Bun.write(join(shots, `${name}.png`), Buffer.from(data, "base64"));
}

/** Waits until the page has settled: nothing moves or loads, and the DOM has not changed for several frames. */
export const settled = (page: Page) =>
  page.evaluate(async (patienceMs) => {
    let quiet = 0;
    const observer = new MutationObserver(() => {
      quiet = 0;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const end = performance.now() + patienceMs;
    for (; quiet < 3; quiet++) {
      if (performance.now() > end) throw new Error(`The page did not settle within ${patienceMs} ms.`);
      await new Promise(requestAnimationFrame);
      if (document.querySelector(".skeletons")) quiet = 0;
      for (const moving of document.getAnimations()) {
        // An animation that keeps its last frame stays in the list.
        if (moving.playState === "finished") continue;
        // An endless animation turns in a button that was pressed.
        if (moving.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) moving.finish();
        quiet = 0;
      }
    }
    observer.disconnect();
  }, patienceMs);

/** Waits until the page has this colour scheme. The editor applies it by script; other pages have it right away. */
export async function coloured(page: Page, colours: "light" | "dark"): Promise<void> {
  const taken = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  await until(async () => [colours, undefined].includes((await taken()) as typeof colours), `the screen is ${colours}`);
}
