import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

/** The shell is the same browser without windows: a page takes it a third less of a processor to open. */
export const chromiumPlaces = process.env.CHROMIUM
  ? [process.env.CHROMIUM]
  : ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const executablePath = chromiumPlaces.find(existsSync);

export const hasChromium = executablePath !== undefined;

/** What is waited for comes within this time also on a machine that is kept busy, or it does not come. */
export const patienceMs = 60_000;

/**
 * What a window of Chromium brings along that nobody here looks at: the popup below its address bar is two pages of its
 * own, loaded with each new window, and a spare process stands by for each page. Only the last such list counts, so
 * whatever the driver leaves out that could touch a page is left out here as well.
 */
const without = [
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

/** It is spoken to through a pipe, so it needs no port, and it ends when the process that started it does. */
export const launchChromium = (): Promise<Browser> =>
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
      `--disable-features=${without.join()}`,
    ],
  });

/** A window of its own: no cookies, storage or cache of another. */
export async function newWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport, locale: "en-US", colorScheme: "light", ...options });
  context.setDefaultTimeout(patienceMs);
  return context;
}
