import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FoundItemPage } from "../contract/found-items.ts";
import { startService } from "../test/support/start-service.ts";
import { until } from "../test/support/until.ts";
import { random, searchedItem, singleFields, typedSearches } from "./catalog-texts.ts";
import { spreadOf } from "./in-turns.ts";
import { peakMb, residentMb } from "./processes.ts";
import type { Line } from "./report.ts";
import { type SeededCatalog, seedCatalog } from "./seed-catalog.ts";

const shapeOf = (items: number) => ({ items, trees: Math.max(1, items / 50_000), itemsOfBigLeaf: items / 50 });
const patchesPerSecond = 100;
/** Until the memory is measured: the garbage collector takes its time. */
const restMs = 20_000;
/** Edits one after the other, in rounds. */
const [rounds, edits] = [5, 1_000];

type Service = Awaited<ReturnType<typeof startService>>;

const single = (value: number) => ({ median: value, low: value, high: value });
const path = (query: Record<string, string>) => `/api/projects/bench/items?${new URLSearchParams(query)}`;

/** Asks again while the index is being made. */
async function ask(service: Service, query: Record<string, string>): Promise<{ ms: number; page: FoundItemPage }> {
  const started = performance.now();
  for (;;) {
    const response = await fetch(service.url + path(query));
    const page = (await response.json()) as FoundItemPage;
    if (response.ok) return { ms: performance.now() - started, page };
    if (response.status !== 503) throw new Error(`search: ${response.status}`);
  }
}

async function save(service: Service, id: string, body: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${service.url}/api/items/${id}`, { method: "PATCH", headers, body });
  await response.arrayBuffer();
}

/** Saves fields of random items, one after the other. Returns how long each took. */
async function saveMany(service: Service, catalog: SeededCatalog, count: number, seed: number): Promise<number> {
  const source = random(seed);
  const fields = singleFields(count, source);
  const started = performance.now();
  for (const field of fields) await save(service, source.pick(catalog.itemIds), field);
  return (performance.now() - started) / count;
}

/** Searches in one project with many items: as typed, with filters, sorts and facets, while it is edited. */
export async function searchSpeed(
  folder: string,
  items: number,
  queries: number,
  say: (words: string) => void,
): Promise<Line[]> {
  say(`search: making ${items.toLocaleString("en")} items`);
  const catalog = await seedCatalog(join(folder, "search"), shapeOf(items), searchedItem);
  say("search: making the index after a start");
  const making = await timeToMakeIndex(catalog.dataDir);
  const unsearchedDir = join(folder, "unsearched");
  cpSync(catalog.dataDir, unsearchedDir, { recursive: true });
  await Bun.spawn(["sync"]).exited;
  const settings = { DATA_DIR: catalog.dataDir };
  let service = await startService(settings);
  try {
    // Edits fill other caches; what they take is not the index.
    await saveMany(service, catalog, rounds * edits, 50);
    await Bun.sleep(restMs);
    const idle = residentMb(service.pid);
    say("search: the first one, which reads the index from disk");
    const first = await ask(service, { search: "phone" });
    const lines: Line[] = [making];
    say("search: as typed");
    const typed = await whileEdited(service, catalog, typedQueries(queries));
    const at = (share: number) => typed[Math.min(typed.length - 1, Math.floor(share * typed.length))] as number;
    const details = `${typed.length} searches, one after the other, beside ${patchesPerSecond} PATCH/s`;
    const time = (work: string, most: number, ms: number, more = "") =>
      lines.push({ work, bar: { value: most, kind: "at most" }, figure: single(ms), unit: "ms", details: more });
    time("search as typed, p50", 20, at(0.5), details);
    time("  p99", 80, at(0.99));
    time("  the slowest", 200, at(1));
    await Bun.sleep(restMs);
    const perMillion = ((residentMb(service.pid) - idle) * 1_000_000) / items;
    lines.push({
      work: "  memory beyond idle, for a million items",
      // With few items, most of it is what every search needs.
      bar: items < 1_000_000 ? undefined : { value: 150, kind: "at most" },
      figure: single(perMillion),
      unit: "MB",
      details: `resident, ${restMs / 1_000} s later; idle, after ${rounds * edits} edits: ${Math.round(idle)} MB`,
    });
    say("search: what it costs to follow the edits");
    lines.push(...(await costOfEdit(service, unsearchedDir, catalog)));
    say("search: a change is found by the next query");
    lines.push(await foundNext(service, catalog));
    say("search: filters, sorts and facets");
    for (const { work, query } of questions) {
      const times: number[] = [];
      for (let round = 0; round < 20; round++) times.push((await ask(service, query)).ms);
      lines.push({ work: `  ${work}`, bar: undefined, figure: spreadOf(times), unit: "ms", details: path(query) });
    }
    say("search: after a restart");
    await service.stop();
    service = await startService(settings);
    const again = await ask(service, { search: "phone" });
    time("  the first answer after a restart", 1_000, again.ms, `before it: ${Math.round(first.ms)} ms`);
    return lines;
  } finally {
    await service.stop();
  }
}

/** How long a service without an index takes to make it, and how much memory the process has at most. */
async function timeToMakeIndex(dataDir: string): Promise<Line> {
  rmSync(join(dataDir, "search"), { recursive: true });
  const service = await startService({ DATA_DIR: dataDir });
  try {
    const started = performance.now();
    const index = new Bun.Glob("search/*/index");
    await until(() => [...index.scanSync(dataDir)].length > 0, "the index is made", 3_600_000);
    const seconds = (performance.now() - started) / 1_000;
    const details = `in the background; the process has ${Math.round(peakMb(service.pid))} MB at most`;
    return { work: "making the index after a start", bar: undefined, figure: single(seconds), unit: "s", details };
  } finally {
    await service.stop();
  }
}

const questions: { work: string; query: Record<string, string> }[] = [
  {
    work: "a word that a twentieth of all items has, all facets",
    query: { search: "phone", facets: "tags,badges,currency,within,visible" },
  },
  { work: "a letter that half of all items have", query: { search: "b", facets: "tags,currency" } },
  {
    work: "filters and facets, no search",
    query: { priceMin: "5000", picture: "false", facets: "tags,badges,currency,within,visible" },
  },
  { work: "by name, in Russian", query: { sort: "name", lang: "ru", limit: "50" } },
  { work: "by what the buyer pays", query: { sort: "-pays", limit: "50" } },
  { work: "the middle of all items, by name", query: { sort: "name", limit: "50", page: "10000" } },
];

function typedQueries(count: number): Record<string, string>[] {
  const source = random(21);
  return typedSearches(count, source).map((search, number) =>
    number % 5 === 0 ? { search, facets: "tags,currency", limit: "50" } : { search, limit: "50" },
  );
}

/** The times of the queries, sorted, while others save a field a hundred times a second. */
async function whileEdited(
  service: Service,
  catalog: SeededCatalog,
  queries: readonly Record<string, string>[],
): Promise<number[]> {
  const source = random(22);
  const fields = singleFields(5_000, source);
  const saves: Promise<unknown>[] = [];
  const editing = setInterval(() => {
    saves.push(save(service, source.pick(catalog.itemIds), source.pick(fields)));
  }, 1_000 / patchesPerSecond);
  const times: number[] = [];
  for (const query of queries) times.push((await ask(service, query)).ms);
  clearInterval(editing);
  await Promise.all(saves);
  return times.sort((one, other) => one - other);
}

/**
 * What an edit takes longer than in a service that was never searched and has no index in memory, in turns on the same data;
 * and what the next search takes longer for each edit: it reads them all.
 */
async function costOfEdit(service: Service, unsearchedDir: string, catalog: SeededCatalog): Promise<Line[]> {
  const more: number[] = [];
  const shares: number[] = [];
  const unsearched = await startService({ DATA_DIR: unsearchedDir });
  try {
    await saveMany(unsearched, catalog, rounds * edits, 50);
    for (let round = 0; round < rounds; round++) {
      const without = await saveMany(unsearched, catalog, edits, 30 + round);
      const ofEdit = await saveMany(service, catalog, edits, 30 + round);
      more.push(100 * (ofEdit / without - 1));
      const { ms: following } = await ask(service, { search: "phone" });
      const next: number[] = [];
      for (let i = 0; i < 20; i++) next.push((await ask(service, { search: "phone" })).ms);
      shares.push((100 * (following - spreadOf(next).median)) / (edits * ofEdit));
    }
  } finally {
    await unsearched.stop();
  }
  const details = `${rounds} times ${edits} PATCHes, one after the other`;
  return [
    {
      work: "  what the index adds to a PATCH",
      bar: { value: 3, kind: "at most" },
      figure: spreadOf(more),
      unit: "%",
      details: `${details}, in turns with a service that was never searched`,
    },
    {
      work: "  what a PATCH adds to the next search",
      bar: undefined,
      figure: spreadOf(shares),
      unit: "%",
      details: `of the time of a PATCH; ${details}`,
    },
  ];
}

async function foundNext(service: Service, catalog: SeededCatalog): Promise<Line> {
  let found = 0;
  const changes = 50;
  for (let round = 0; round < changes; round++) {
    const id = catalog.itemIds[(round * 9_973) % catalog.itemIds.length] as string;
    await save(service, id, JSON.stringify({ name: `Zyxwvut ${"abcdefghij"[round % 10]}${round}qq` }));
    const { page } = await ask(service, { search: `zyxwvut ${"abcdefghij"[round % 10]}${round}qq` });
    if (page.items.some((item) => item.id === id)) found++;
  }
  return {
    work: "  changes found by the next search",
    bar: { value: changes, kind: "at least" },
    figure: single(found),
    unit: `of ${changes}`,
    details: "",
  };
}
