import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";

/** Where the pictures of the screens go, for whoever wants to look at them. */
export const shots = process.env.SCREENSHOTS ?? join(tmpdir(), "editor-screenshots");
mkdirSync(shots, { recursive: true });

const devTools = new WeakMap<Page, CDPSession>();

/** Asked of the browser itself: quick to draw, a hundred times, and larger than it could be. */
export async function draw(page: Page, name: string): Promise<void> {
  const session = devTools.get(page) ?? (await page.context().newCDPSession(page));
  devTools.set(page, session);
  const { data } = await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
  await Bun.write(join(shots, `${name}.png`), Buffer.from(data, "base64"));
}
