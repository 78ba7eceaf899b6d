import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { buildEditor } from "../server/editor/build.ts";
import { createEditor } from "../server/editor/editor.ts";
import { makeBigCatalog } from "../test/support/big-catalog.ts";
import { chromiumPaths, hasChromium, launchChromium, newWindow } from "../test/support/chromium.ts";
import { startService } from "../test/support/start-service.ts";
import { until } from "../test/support/until.ts";
import { type Frames, framesDuring } from "./frames.ts";
import { spreadOf } from "./in-turns.ts";
import type { Line } from "./report.ts";

const nodes = 50_000;
const items = 100_000;
const manyNodes = `${nodes.toLocaleString("en")} nodes`;
const manyItems = `${items.toLocaleString("en")} items`;
const longestMs = 100;
/** Of 60 frames; other processes may take one or two. */
const smooth = 55;
const typedMs = 1_000;
const pastedRows = 500;
const pastedMs = 1_000;
const readyMs = 200;

/** The editor in a real browser: how soon it accepts input, and how smoothly a big catalog scrolls. */
export async function editorSpeed(folder: string, rounds: number, say: (words: string) => void): Promise<Line[]> {
  if (!hasChromium) {
    say(`no Chromium at ${chromiumPaths.join(" or ")}: the editor is skipped`);
    return [];
  }
  const browser = await launchChromium();
  try {
    say("the editor at the start");
    const ready = await editorReady(rounds);
    say("the first key after the navigation");
    const typed = await firstKey(browser, join(folder, "editor-demo"), rounds);
    say(`making ${manyNodes} and ${manyItems}`);
    return [ready, typed, ...(await bigCatalog(browser, join(folder, "editor-big"), rounds, say))];
  } finally {
    await browser.close();
  }
}

/** Also leaves a build of the editor, which the service uses when it starts. */
async function editorReady(rounds: number): Promise<Line> {
  await buildEditor();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const editor = createEditor();
    const began = performance.now();
    await editor.prepare();
    times.push(performance.now() - began);
  }
  return atMost("the editor is ready, built before the start", readyMs, times, `median of ${rounds}`);
}

/** From the navigation to the frame that shows the first letter, with an empty cache. */
async function firstKey(browser: Browser, dataDir: string, rounds: number): Promise<Line> {
  mkdirSync(dataDir);
  const service = await startService({ DATA_DIR: dataDir, SEED: "demo" });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await newPage(browser);
    await page.addInitScript(() => {
      addEventListener("input", () => {
        // Two frames later the typed text has been drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { typedAt: performance.now() })));
      });
    });
    await page.goto(`${service.url}/projects/aurora-market?subcategory=flagship-smartphones`, { waitUntil: "commit" });
    await page.getByRole("textbox", { name: "Filter the tree" }).press("p");
    const typedAt = await page.waitForFunction(() => (window as { typedAt?: number }).typedAt);
    times.push((await typedAt.jsonValue()) ?? Number.NaN);
    await page.context().close();
  }
  await service.stop();
  return atMost("first key typed and drawn after the navigation", typedMs, times, `median of ${rounds}`);
}

async function bigCatalog(browser: Browser, dataDir: string, rounds: number, say: (words: string) => void) {
  mkdirSync(dataDir);
  const { leafId } = await makeBigCatalog(dataDir, nodes, items);
  const service = await startService({ DATA_DIR: dataDir });
  const tree = await newPage(browser);
  await tree.goto(`${service.url}/projects/big`);
  await tree.locator(".tree-row").first().waitFor();
  await tree.keyboard.press("ControlOrMeta+k");
  await tree.getByRole("combobox").fill("Expand the whole tree");
  await tree.keyboard.press("Enter");
  const rows = tree.locator('.tree-scroll > [role="presentation"]');
  await until(async () => ((await rows.boundingBox())?.height ?? 0) > nodes * 30, "the whole tree is open");
  await tree.locator(".tree-scroll").hover();
  const lines: Line[] = [];
  const measure = async (page: Page, work: string, figures: Figures, act: () => Promise<void>) => {
    say(work);
    lines.push(...(await framesOf(page, work, figures, rounds, act)));
  };
  await measure(tree, `scrolling ${manyNodes}`, ["longest", "perSecond"], () => wheel(tree));
  const filter = tree.getByRole("textbox", { name: "Filter the tree" });
  await measure(tree, `filtering ${manyNodes}`, ["longest", "slowestEvent"], () => retype(filter, "Box 42.7"));
  await tree.context().close();

  const grid = await newPage(browser);
  await grid.goto(`${service.url}/projects/big?subcategory=${leafId}`);
  await grid.locator(".grid-name").first().waitFor();
  await grid.locator(".grid-scroll").hover();
  await measure(grid, `scrolling ${manyItems}`, ["longest", "slowestEvent"], () => wheel(grid));
  await grid.getByRole("grid").focus();
  await grid.keyboard.press("ControlOrMeta+End");
  await grid.locator(".grid-name", { hasText: `Item ${items - 1}` }).waitFor();
  await grid.keyboard.press("Home");
  await grid.keyboard.press("F2");
  const type = () => grid.keyboard.type("Typed at the far end ", { delay: 60 });
  await measure(grid, `typing beside ${manyItems}`, ["longest", "slowestEvent"], type);
  await grid.context().close();
  say(`pasting ${pastedRows} rows`);
  lines.push(...(await pasted(browser, `${service.url}/projects/big?subcategory=${leafId}`, rounds)));
  await service.stop();
  return lines;
}

/** From the paste to the frame that shows the cells, and to the one that says that they are saved. */
async function pasted(browser: Browser, url: string, rounds: number): Promise<Line[]> {
  const page = await newPage(browser);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(url);
  await page.locator("#cell-0-name").waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Buyer pays" }).click();
  await page.keyboard.press("Escape");
  const times = { shown: [] as number[], saved: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const name = (row: number) => `Pasted ${round}.${row}`;
    const row = (_: unknown, at: number) => [name(at), at + round, (at + round) % 100, at, round % 2].join("\t");
    const block = Array.from({ length: pastedRows }, row).join("\n");
    await page.evaluate((text) => navigator.clipboard.writeText(text), block);
    const measured = page.evaluate(timePaste, name(0));
    await page.getByRole("grid").focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("ControlOrMeta+v");
    const { shown, saved } = await measured;
    // The first round also loads the part of the program that pastes.
    if (round === 0) continue;
    times.shown.push(shown);
    times.saved.push(saved);
  }
  await page.context().close();
  const work = `pasting ${pastedRows} x 5 cells beside ${manyItems}`;
  return [
    atMost(`${work}: shown`, pastedMs, times.shown, `median of ${rounds}`),
    atMost(`${work}: saved`, pastedMs, times.saved, `median of ${rounds}`),
  ];
}

/** Runs in the page. */
const timePaste = (first: string) =>
  new Promise<{ shown: number; saved: number }>((resolve) => {
    let from = Number.NaN;
    let shown = Number.NaN;
    let wasBusy = false;
    addEventListener(
      "paste",
      () => {
        from = performance.now();
      },
      { capture: true, once: true },
    );
    const look = () => {
      const passed = performance.now() - from;
      const isSaved = document.querySelector('.save-status[data-status="saved"]') !== null;
      if (Number.isNaN(shown) && document.querySelector("#cell-0-name")?.textContent?.includes(first)) shown = passed;
      wasBusy ||= passed > 0 && !isSaved;
      if (shown > 0 && wasBusy && isSaved) resolve({ shown, saved: passed });
      else requestAnimationFrame(look);
    };
    look();
  });

const newPage = async (browser: Browser): Promise<Page> => (await newWindow(browser)).newPage();

async function wheel(page: Page): Promise<void> {
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, turn % 8 === 7 ? -3_000 : 1_400);
    await page.waitForTimeout(16);
  }
}

async function retype(field: Locator, words: string): Promise<void> {
  await field.fill("");
  await field.pressSequentially(words, { delay: 60 });
}

type Figures = readonly (keyof Frames)[];

/** After one warm-up round. The frames of an empty page are given too, because they show what the machine can do. */
async function framesOf(page: Page, work: string, figures: Figures, rounds: number, act: () => Promise<void>) {
  const idle = await page.context().newPage();
  const seen: Frames[] = [];
  const empty: Frames[] = [];
  await act();
  for (let round = 0; round < rounds; round++) {
    await idle.bringToFront();
    empty.push(await framesDuring(idle, () => idle.waitForTimeout(400)));
    await page.bringToFront();
    seen.push(await framesDuring(page, act));
  }
  await idle.close();
  return figures.map((figure): Line => {
    const values = seen.map((frames) => frames[figure]);
    const { median } = spreadOf(empty.map((frames) => frames[figure]));
    const details = `median of ${rounds}; an empty page: ${median.toFixed(0)}`;
    if (figure === "slowestEvent")
      return atMost(`${work}: slowest event`, longestMs, values, `median of ${rounds}, from the event to its frame`);
    if (figure === "longest") return atMost(`${work}: longest frame`, longestMs, values, `${details} ms`);
    return {
      work: `${work}: frames per second`,
      bar: { value: smooth, kind: "at least" },
      figure: spreadOf(values),
      unit: "/s",
      details: `${details}/s`,
    };
  });
}

const atMost = (work: string, ms: number, times: readonly number[], details: string): Line => ({
  work,
  bar: { value: ms, kind: "at most" },
  figure: spreadOf(times),
  unit: "ms",
  details,
});
