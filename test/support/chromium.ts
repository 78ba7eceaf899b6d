import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

/** The headless shell is the same browser without windows, and opens a page with a third less CPU time. */
export const chromiumPaths = process.env.CHROMIUM
  ? [process.env.CHROMIUM]
  : ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const executablePath = chromiumPaths.find(existsSync);

export const hasChromium = executablePath !== undefined;

/** The longest wait for anything in a page, enough for a busy machine. */
export const patienceMs = 60_000;

/**
 * Features of Chromium windows that tests do not need: the popup below the address bar is two more pages that are loaded
 * with each new window, and each page has a spare process. Only the last such list counts, so the features that the
 * driver disables and that could affect a page are here too.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
];

/** The driver uses a pipe, so the browser needs no port and ends with the process that started it. */
export const launchChromium = (moreArgs: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    ...(executablePath && { executablePath }),
    timeout: patienceMs,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${disabledFeatures.join()}`,
      ...moreArgs,
    ],
  });

/** The size of a window, unless a test asks for another. */
export const desk = { width: 1280, height: 800 };

/** What a person prefers. Without motion nothing has to be waited for; a test about motion asks for it. */
export const looks = { colorScheme: "light", reducedMotion: "reduce" } as const;

export type WindowOptions = BrowserContextOptions & {
  /** As on a new device, where the demo catalog offers a tour. It would take the focus from what a test does. */
  toured?: false;
};

/** A new window, without the cookies, storage or cache of others. */
export async function newWindow(browser: Browser, { toured, ...options }: WindowOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: desk, locale: "en-US", ...looks, ...options });
  context.setDefaultTimeout(patienceMs);
  // Pages without an origin have no storage.
  if (toured !== false)
    await context.addInitScript(() => location.origin !== "null" && localStorage.setItem("editor-tour", "done"));
  return context;
}
