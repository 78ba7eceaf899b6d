import type { Page } from "playwright-core";
import { desk } from "../support/chromium.ts";
import { colourFaults, faultsIn, overlays } from "./axe.ts";
import { draw, settled } from "./screenshots.ts";
import { goTo } from "./start-bench.ts";

export const phone = { width: 390, height: 844 };

/** Dialogs and popovers lie over the page; one of each kind is checked together with it. */
const parts = {
  overlay: overlays,
  /** The list, with what opened over it. */
  centre: `.centre, ${overlays}`,
  panel: `.panel, ${overlays}`,
};

/** A row of the tables of screens: a state of a screen that no other row has. */
export type Screen = {
  name: string;
  /** Without an address it goes on from the screen before. */
  path?: string;
  /** What this screen has and the one before has not. */
  ready: string;
  act?(page: Page): Promise<void>;
  /** What is checked if the rest of the page is one of the other screens. Without it, the page is checked as a whole. */
  part?: keyof typeof parts;
};

/** Goes to another screen without loading the page, which takes longer than the check, unless something stays open. */
async function go(page: Page, url: string, { name, path, ready }: Screen): Promise<void> {
  if (path !== undefined) {
    await page.keyboard.press("Escape");
    await settled(page);
    const isOpen = (await page.locator('[role="dialog"], [role="menu"]').count()) > 0;
    const isElsewhere = page.url() !== url + path;
    // Otherwise the screen before would be checked in its place.
    if (isElsewhere && (await page.locator(ready).first().isVisible()))
      throw new Error(`${name}: ${ready} is there on the screen before it already.`);
    if (isOpen || isElsewhere) await goTo(page, path);
  }
  await page.locator(ready).first().waitFor();
}

/** The check of the screen before ended on a phone. */
async function widen(page: Page): Promise<void> {
  if (page.viewportSize()?.width !== desk.width) await page.setViewportSize(desk);
}

/** What is wrong with these screens, by screen and look. The page is one of the editor. */
export async function faultsOf(page: Page, url: string, screens: readonly Screen[]): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  for (const screen of screens) {
    await widen(page);
    await go(page, url, screen);
    await screen.act?.(page);
    Object.assign(faults, await faultsHere(page, screen));
  }
  return faults;
}

/**
 * The same for the screen that is open: all rules, wide and on a phone; those about colours light and dark on both.
 * Nowhere may it be wider than the screen.
 */
export async function faultsHere(
  page: Page,
  { name, part }: Pick<Screen, "name" | "part">,
): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  const add = (look: string, found: string[]) => {
    if (found.length > 0) faults[`${name}, ${look}`] = [...(faults[`${name}, ${look}`] ?? []), ...found];
  };
  const checkWidth = async (look: string) => {
    const reached = await page.evaluate(() => document.documentElement.scrollWidth);
    if (reached > (page.viewportSize()?.width ?? 0)) add(look, [`It is ${reached} px wide.`]);
  };
  await widen(page);
  await settled(page);
  const within = part && parts[part];
  await checkWidth("light");
  await draw(page, `${name}-light`);
  add("light", await faultsIn(page, within));
  await paint(page, "dark");
  await draw(page, `${name}-dark`);
  add("dark", await colourFaults(page, within));
  await paint(page, "light");
  await page.setViewportSize(phone);
  await settled(page);
  await draw(page, `${name}-phone`);
  await checkWidth("phone");
  add("phone", await faultsIn(page, within));
  await paint(page, "dark");
  add("dark on a phone", await colourFaults(page, within));
  await paint(page, "light");
  return faults;
}

/**
 * Shows the page in these colours. The editor has them from an attribute: to change only that takes a tenth of what it
 * takes a person to prefer others, which draws the whole editor anew. Other pages ask what the person prefers.
 */
async function paint(page: Page, colours: "light" | "dark"): Promise<void> {
  const painted = await page.evaluate((scheme) => {
    const { dataset } = document.documentElement;
    if (dataset.mantineColorScheme === undefined) return false;
    dataset.mantineColorScheme = scheme;
    return true;
  }, colours);
  if (!painted) await page.emulateMedia({ colorScheme: colours });
}
