import { join } from "node:path";
import { startService } from "../test/support/start-service.ts";
import { getItem, patchItem, postItem, uncachedContents } from "./against-bare.ts";
import { random } from "./catalog-texts.ts";
import { type Effort, inTurns, medianOf, type Result, ratios, type Server, spreadOf } from "./in-turns.ts";
import type { Line } from "./report.ts";
import { type SeededCatalog, seedCatalog } from "./seed-catalog.ts";
import { type Load, LoadFile } from "./wrk.ts";

const bar = { value: 1.5, kind: "at most" } as const;
const renameBar = { value: 1.2, kind: "at most" } as const;
/** At every size, a tenth of all items is in one leaf, and there are 20 items for each subcategory. */
const shapeOf = (items: number) => ({ items, trees: Math.max(1, items / 20_000), itemsOfBigLeaf: items / 10 });

export type GrowthSizes = { small: number; large: number; renames: number };

type Side = { catalog: SeededCatalog; server: Server };
type Work = { name: string; load(side: Side): Promise<Load> | Load };

const works: readonly Work[] = [
  { name: "GET one item", load: ({ catalog }) => getItem(catalog) },
  {
    name: "first page",
    load: ({ catalog }) => ({
      method: "GET",
      paths: [`/api/subcategories/${catalog.bigLeafId}/items`],
      contents: uncachedContents(random(11)),
    }),
  },
  { name: "last pages by cursor", load: lastPages },
  { name: "PATCH one field", load: ({ catalog }) => patchItem(catalog) },
  { name: "POST item", load: ({ catalog }) => postItem(catalog) },
];

/**
 * Compares the time per request in a large catalog with that in a small one, in turns. Answers are not cached (CACHE_MB=1,
 * and every list request is different), because the lists would otherwise show the speed of the cache.
 */
export async function growth(
  folder: string,
  sizes: GrowthSizes,
  effort: Effort,
  say: (words: string) => void,
): Promise<Line[]> {
  const stops: (() => Promise<unknown>)[] = [];
  const side = async (items: number): Promise<Side> => {
    say(`growth: making ${items.toLocaleString("en")} items`);
    const catalog = await seedCatalog(join(folder, `growth-${items}`), shapeOf(items));
    const server = await startService({ DATA_DIR: catalog.dataDir, CACHE_MB: "1" });
    stops.push(server.stop);
    return { catalog, server };
  };
  try {
    const small = await side(sizes.small);
    const large = await side(sizes.large);
    // Pending disk writes from the seeding would disturb the first figures.
    await Bun.spawn(["sync"]).exited;
    const lines: Line[] = [];
    for (const work of works) {
      say(`growth: ${work.name}`);
      lines.push(await grown(work, small, large, folder, effort));
    }
    say("growth: renaming a subcategory id");
    lines.push(await renames(large, sizes));
    return lines;
  } finally {
    for (const stop of stops) await stop();
  }
}

async function grown(work: Work, small: Side, large: Side, folder: string, effort: Effort): Promise<Line> {
  const name = work.name.replaceAll(" ", "-");
  const target = async (side: Side, size: string) => ({
    server: side.server,
    load: new LoadFile(join(folder, `${size}-${name}.load`), await work.load(side)),
  });
  const [smallResults = [], largeResults = []] = await inTurns(
    [await target(small, "small"), await target(large, "large")],
    effort,
  );
  return {
    work: work.name,
    bar,
    figure: spreadOf(ratios(smallResults, largeResults)),
    unit: "times",
    details: `${microseconds(largeResults)} against ${microseconds(smallResults)}`,
  };
}

/** The time per request of the service, with 64 busy connections. */
const microseconds = (results: readonly Result[]) =>
  `${Math.round(1_000_000 / medianOf(results, "perSecond")).toLocaleString("en")} µs`;

/** The cursors of the last pages of the big leaf, found by following the links as a client does. */
async function lastPages({ catalog, server }: Side): Promise<Load> {
  const list = `/api/subcategories/${catalog.bigLeafId}/items`;
  const follow = async (query: string) => {
    const response = await fetch(`${server.url}${list}?${query}`);
    const { total } = (await response.json()) as { total: number };
    const link = response.headers.get("link");
    return { total, cursor: link === null ? undefined : /[?&]cursor=([^&>]+)/.exec(link)?.[1] };
  };
  const stride = 500;
  let { total, cursor } = await follow(`limit=${stride}`);
  for (let passed = stride; cursor !== undefined && passed < total - stride; passed += stride) {
    ({ cursor } = await follow(`limit=${stride}&cursor=${cursor}`));
  }
  const paths: string[] = [];
  while (cursor !== undefined) {
    paths.push(`${list}?limit=20&cursor=${cursor}`);
    ({ cursor } = await follow(`limit=20&cursor=${cursor}`));
  }
  return { method: "GET", paths: paths.slice(-20), contents: uncachedContents(random(12)) };
}

/** Renames the leaf with a tenth of all items and an empty leaf alternately, one request at a time. */
async function renames({ catalog, server }: Side, sizes: GrowthSizes): Promise<Line> {
  const full = { name: "full", id: catalog.bigLeafId, times: [] as number[] };
  const empty = { name: "empty", id: catalog.emptyLeafId, times: [] as number[] };
  for (let round = 0; round < sizes.renames; round++) {
    for (const leaf of round % 2 === 0 ? [full, empty] : [empty, full]) {
      const id = `${leaf.name}-${round}`;
      const started = performance.now();
      const response = await fetch(`${server.url}/api/subcategories/${leaf.id}`, {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id }),
      });
      await response.text();
      leaf.times.push(performance.now() - started);
      if (!response.ok) throw new Error(`rename: ${response.status}`);
      leaf.id = id;
    }
  }
  const fullMs = spreadOf(full.times).median;
  const emptyMs = spreadOf(empty.times).median;
  const ratio = fullMs / emptyMs;
  return {
    work: `rename a subcategory id that holds ${(sizes.large / 10).toLocaleString("en")} items, against an empty one`,
    bar: renameBar,
    figure: { median: ratio, low: ratio, high: ratio },
    unit: "times",
    details: `${fullMs.toFixed(2)} ms against ${emptyMs.toFixed(2)} ms, medians of ${sizes.renames}`,
  };
}
