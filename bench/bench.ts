import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startService } from "../test/support/start-service.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { contests, runContest, storedIn } from "./against-bare.ts";
import { bulkSpeed } from "./bulk-speed.ts";
import { inContainer } from "./container.ts";
import { depth } from "./depth.ts";
import { editorSpeed } from "./editor-speed.ts";
import { editorsHeld } from "./editors-held.ts";
import { type GrowthSizes, growth } from "./growth.ts";
import { hostile } from "./hostile.ts";
import type { Effort } from "./in-turns.ts";
import { listeners } from "./listeners.ts";
import { residentMb } from "./processes.ts";
import { profile } from "./profile.ts";
import { circumstances, type Line, missedBars, report, type Section, writeToReadme } from "./report.ts";
import { searchSpeed } from "./search-speed.ts";
import { seedCatalog } from "./seed-catalog.ts";
import { sheetSpeed } from "./sheet-speed.ts";
import { signIn } from "./sign-in-times.ts";
import { startToFirstAnswer } from "./starting.ts";
import { stopping } from "./stopping.ts";
import { uploads } from "./uploads.ts";
import { wrkVersion } from "./wrk.ts";

const shape = { items: 100_000, trees: 5, itemsOfBigLeaf: 20_000 };

type Plan = {
  effort: Effort;
  growthEffort: Effort;
  growthSizes: GrowthSizes;
  editors: { warmUpMs: number; measuredMs: number };
  bulkCalls: number;
  starts: number;
  listeners: number;
  searched: { items: number; queries: number };
};

const full: Plan = {
  effort: { rounds: 5, seconds: 3, warmUpSeconds: 2 },
  growthEffort: { rounds: 5, seconds: 2, warmUpSeconds: 2 },
  growthSizes: { small: 10_000, large: 1_000_000, renames: 300 },
  editors: { warmUpMs: 1_500, measuredMs: 4_000 },
  bulkCalls: 40,
  starts: 5,
  listeners: 10_000,
  searched: { items: 1_000_000, queries: 2_000 },
};

const quick: Plan = {
  effort: { rounds: 3, seconds: 1, warmUpSeconds: 1 },
  growthEffort: { rounds: 3, seconds: 1, warmUpSeconds: 1 },
  growthSizes: { small: 10_000, large: 200_000, renames: 100 },
  editors: { warmUpMs: 1_000, measuredMs: 1_500 },
  bulkCalls: 10,
  starts: 3,
  listeners: 2_000,
  searched: { items: 200_000, queries: 500 },
};

/** A measurement with its own data, separate from the service under load. */
type Part = {
  name: string;
  title(plan: Plan): string;
  measure(plan: Plan, folder: string, say: (words: string) => void): Promise<Line[]>;
};

const parts: readonly Part[] = [
  {
    name: "container",
    title: () => "In a small container",
    measure: ({ effort }, folder, say) => inContainer(folder, shape, effort.seconds, say),
  },
  {
    name: "growth",
    title: ({ growthSizes: { small, large } }) =>
      `Growth, ${small.toLocaleString("en")} to ${large.toLocaleString("en")} items: time per request`,
    measure: ({ growthSizes, growthEffort }, folder, say) => growth(folder, growthSizes, growthEffort, say),
  },
  {
    name: "project-search",
    title: ({ searched: { items } }) => `Searches in a project of ${items.toLocaleString("en")} items`,
    measure: ({ searched: { items, queries } }, folder, say) => searchSpeed(folder, items, queries, say),
  },
  {
    name: "spreadsheets",
    title: ({ searched: { items } }) => `A project of ${items.toLocaleString("en")} items as a spreadsheet`,
    measure: ({ searched: { items }, effort: { rounds } }, folder, say) => sheetSpeed(folder, items, rounds, say),
  },
  {
    name: "editor-speed",
    title: () => "The editor in the browser",
    measure: ({ effort: { rounds } }, folder, say) => editorSpeed(folder, rounds, say),
  },
  {
    name: "listeners",
    title: () => "Listeners of one node",
    measure: ({ listeners: count }, folder, say) => listeners(folder, count, say),
  },
  {
    name: "uploads",
    title: () => "Uploads",
    measure: (_, folder) => uploads(folder),
  },
  {
    name: "depth",
    title: () => "A tree of 100,000 levels",
    measure: ({ starts }, folder) => depth(folder, 2 * starts),
  },
  {
    name: "sign-in",
    title: () => "Sign-ins that are refused",
    measure: ({ starts }, folder) => signIn(folder, starts),
  },
  {
    name: "stop",
    title: () => "Stopping",
    measure: ({ starts }, folder) => stopping(folder, starts),
  },
  {
    name: "hostile",
    title: () => "100 editors who save beside an attack",
    measure: (_, folder, say) => hostile(folder, say),
  },
];

const titles = { bare: "Against a bare Bun server (1.0)", load: "Editors, start and memory" };
const underLoad = [...contests.map(({ name }) => name), "bulk", "editors", "start"];
const names = [...underLoad, ...parts.map(({ name }) => name)];

const help = `npm run bench                     everything, about 40 minutes
npm run bench -- --quick          everything, in about 15 minutes and with more noise
npm run bench -- --only get,patch only these: ${names.join(", ")}
npm run bench -- --check          exits with 1 if a figure misses its bar
npm run bench -- --write          writes the figures to bench/README.md; with --only, those of whole sections
npm run bench -- --profile patch  profiles one of: ${contests.map(({ name }) => name).join(", ")}
`;

function options() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: "boolean", default: false },
        check: { type: "boolean", default: false },
        write: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        only: { type: "string", multiple: true },
        profile: { type: "string" },
      },
    });
    const only = values.only?.flatMap((list) => list.split(","));
    const unknown = only?.filter((name) => !names.includes(name)) ?? [];
    if (unknown.length > 0) throw new Error(`Unknown name: ${unknown.join(", ")}.`);
    const isPart = only?.some((name) => underLoad.includes(name)) && !underLoad.every((name) => only.includes(name));
    if (values.write && isPart) throw new Error(`Only a whole section can be written: ${underLoad.join(",")}.`);
    const profiled = contests.find(({ name }) => name === values.profile);
    if (values.profile !== undefined && !profiled) throw new Error(`${values.profile} cannot be profiled.`);
    return { ...values, only, profiled };
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${help}`);
  }
}

function fail(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

const say = (words: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${words}\n`);

async function measure(plan: Plan, wanted: (name: string) => boolean, folder: string): Promise<Section[]> {
  const bare: Section = { title: titles.bare, lines: [] };
  const load: Section = { title: titles.load, lines: [] };
  if (underLoad.some(wanted)) {
    say(`making ${shape.items.toLocaleString("en")} items`);
    const catalog = await seedCatalog(join(folder, "data"), shape);
    copyFileSync(join(catalog.dataDir, "catalog.db"), join(folder, storedIn));
    if (wanted("start")) {
      say("start to first answer");
      load.lines.push(await startToFirstAnswer(catalog, plan.starts));
    }
    const service = await startService({ DATA_DIR: catalog.dataDir });
    await fetch(`${service.url}/api/items/${catalog.itemIds[0]}`);
    await Bun.sleep(2_000);
    const idle = residentMb(service.pid);
    let peak = { mb: idle, during: "the start" };
    let now = "";
    const watch = setInterval(() => {
      const mb = residentMb(service.pid);
      if (mb > peak.mb) peak = { mb, during: now };
    }, 200);
    for (const contest of contests) {
      if (!wanted(contest.name)) continue;
      say(contest.work);
      now = contest.name;
      bare.lines.push(...(await runContest(contest, catalog, service, folder, plan.effort)));
    }
    if (wanted("bulk")) {
      say("bulk PATCH");
      now = "bulk";
      bare.lines.push(await bulkSpeed(catalog, service.url, plan.bulkCalls));
    }
    now = "editors";
    if (wanted("editors")) load.lines.push(await editorsHeld(catalog, service.url, folder, plan.editors, say));
    clearInterval(watch);
    const memory = (work: string, mb: number, most: number, details: string) =>
      load.lines.push({
        work,
        bar: { value: most, kind: "at most" },
        figure: { median: mb, low: mb, high: mb },
        unit: "MB",
        details,
      });
    memory("memory, idle", idle, 120, "resident, after the first answer");
    memory("memory under load", peak.mb, 500, `resident, the most during everything above: in ${peak.during}`);
    await service.stop();
    rmSync(catalog.dataDir, { recursive: true });
  }
  const apart: Section[] = [];
  for (const part of parts) {
    if (wanted(part.name)) apart.push({ title: part.title(plan), lines: await part.measure(plan, folder, say) });
  }
  return [bare, load, ...apart];
}

const { only, profiled, quick: isQuick, check, write, help: wantsHelp } = options();
if (wantsHelp) {
  process.stdout.write(help);
  process.exit(0);
}
const version = wrkVersion();
if (version === undefined) {
  fail("The load generator wrk is missing. Install it: apt-get install wrk, or on macOS: brew install wrk");
}

// Not under /tmp, which is in memory on many systems: a durable write must go to a real disk.
const dataRoot = new URL("../data/", import.meta.url).pathname;
mkdirSync(dataRoot, { recursive: true });
const folder = temporaryFolder(dataRoot);

async function measureAndReport(wrkFound: string): Promise<void> {
  const started = performance.now();
  const plan = isQuick ? quick : full;
  const sections = await measure(plan, (name) => only?.includes(name) ?? true, folder);
  const minutes = (performance.now() - started) / 60_000;
  const figures = report(sections, circumstances(wrkFound, isQuick, minutes));
  process.stdout.write(`\n${figures}\n`);
  if (write) writeToReadme(figures, [titles.bare, titles.load, ...parts.map(({ title }) => title(plan))]);
  const missed = missedBars(sections);
  for (const words of check ? missed : []) process.stderr.write(`${words}\n`);
  if (check && missed.length > 0) process.exitCode = 1;
}

if (profiled) process.stdout.write(await profile(profiled, await seedCatalog(join(folder, "data"), shape), folder));
else await measureAndReport(version);
