import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { patienceMs } from "../support/chromium.ts";
import { until } from "../support/until.ts";

/** Where the pictures of the screens go, for whoever wants to look at them. */
export const shots = process.env.SCREENSHOTS;
if (shots) mkdirSync(shots, { recursive: true });

const devTools = new WeakMap<Page, CDPSession>();

/** Asked of the browser itself: quick to draw, a hundred times, and larger than it could be. */
export async function draw(page: Page, name: string): Promise<void> {
  if (!shots) return;
  const session = devTools.get(page) ?? (await page.context().newCDPSession(page));
  devTools.set(page, session);
  const { data } = await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
  await Bun.write(join(shots, `${name}.png`), Buffer.from(data, "base64"));
}

/** Until the page has taken up what changed around it: nothing in it moves or loads, and nothing was written for frames. */
export const settled = (page: Page) =>
  page.evaluate(async (patienceMs) => {
    let quiet = 0;
    const observer = new MutationObserver(() => {
      quiet = 0;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const end = performance.now() + patienceMs;
    for (; quiet < 3; quiet++) {
      if (performance.now() > end) throw new Error(`The page did not come to rest in ${patienceMs} ms.`);
      await new Promise(requestAnimationFrame);
      for (const moving of document.getAnimations()) {
        // One that keeps its last picture is listed for ever.
        if (moving.playState === "finished") continue;
        // What moves without an end stands for something that is being loaded.
        if (moving.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) moving.finish();
        quiet = 0;
      }
    }
    observer.disconnect();
  }, patienceMs);

/** Until the page shows these colours: the editor takes them up itself, a page without it at once. */
export async function coloured(page: Page, colours: "light" | "dark"): Promise<void> {
  const taken = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  await until(async () => [colours, undefined].includes((await taken()) as typeof colours), `the screen is ${colours}`);
}
