import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { languageCodes } from "../contract/languages.ts";
import type { BareAnswers } from "./bare-server.ts";
import { itemBody, type Random, random, searchTerms, singleFields } from "./catalog-texts.ts";
import { type Effort, inTurns, medianOf, type Result, ratios, type Server, spreadOf } from "./in-turns.ts";
import { startYardstick } from "./processes.ts";
import type { Line } from "./report.ts";
import type { SeededCatalog } from "./seed-catalog.ts";
import { type Content, jsonContents, type Load, LoadFile, noContent } from "./wrk.ts";

const samples = 200;
/** Searches repeat: people look for the same things, and page through the results. */
const commonSearches = 1_000;
/** More than the service can cache. */
const differentSearches = 20_000;
const editors = 64;
const differentBodies = 4_096;
const differentReaders = 20_000;

/** A copy of the database for the server that only stores, made before the service opens it. */
export const storedIn = "storing.db";

export type Contest = {
  name: string;
  work: string;
  bar?: number;
  /** The answer is so large that copying it before sending takes noticeable time. */
  large?: true;
  /** Each path is requested from the service once before the measurement. */
  seenBefore?: true;
  load(catalog: SeededCatalog): Load;
};

/** Reads come first, because the writes change the catalog. */
export const contests: readonly Contest[] = [
  { name: "get", work: "GET one item", bar: 0.6, seenBefore: true, load: getItem },
  {
    name: "get-read",
    work: "the same, each read from the database",
    load: (catalog) => ({ ...getItem(catalog), contents: uncachedContents(random(4)) }),
  },
  {
    name: "list",
    work: "list, 20 items of a subcategory of 20,000, no filter",
    bar: 0.5,
    load: ({ bigLeafId }) => ({
      method: "GET",
      paths: [`/api/subcategories/${bigLeafId}/items`],
      contents: noContent,
    }),
  },
  {
    name: "list-built",
    work: "the same, each answer built anew (no two alike)",
    load: ({ bigLeafId }) => ({
      method: "GET",
      paths: [`/api/subcategories/${bigLeafId}/items`],
      contents: uncachedContents(random(5)),
    }),
  },
  {
    name: "search",
    work: `the same with \`search\`, ${commonSearches.toLocaleString("en")} terms that come again`,
    bar: 0.25,
    load: (catalog) => searchItems(catalog, commonSearches),
  },
  {
    name: "search-built",
    work: `the same, ${differentSearches.toLocaleString("en")} terms: each answer built anew`,
    load: (catalog) => searchItems(catalog, differentSearches),
  },
  {
    name: "tree",
    work: "GET a tree of 1,000 nodes",
    bar: 0.8,
    large: true,
    load: ({ categoryIds }) => ({
      method: "GET",
      paths: [`/api/categories/${categoryIds[0]}`],
      contents: noContent,
    }),
  },
  { name: "patch", work: "PATCH one field, durable, random items", bar: 0.5, load: patchItem },
  {
    name: "autosave",
    work: "the same, 64 editors each on one item",
    bar: 0.5,
    load: (catalog) => {
      const source = random(8);
      return {
        ...patchItem(catalog),
        paths: Array.from({ length: editors }, () => `/api/items/${source.pick(catalog.itemIds)}`),
        order: "turn",
      };
    },
  },
  { name: "post", work: "POST item, durable", bar: 0.35, load: postItem },
];

/** wrk takes seconds to read more paths. From a larger catalog, items are taken at regular intervals. */
const mostPaths = 100_000;

function itemPaths(itemIds: readonly string[]): string[] {
  const step = Math.ceil(itemIds.length / mostPaths);
  return itemIds.filter((_, index) => index % step === 0).map((id) => `/api/items/${id}`);
}

export function getItem({ itemIds }: SeededCatalog): Load {
  return { method: "GET", paths: itemPaths(itemIds), contents: noContent };
}

function searchItems({ bigLeafId }: SeededCatalog, terms: number): Load {
  return {
    method: "GET",
    paths: searchTerms(terms, random(6)).map(
      ({ term, lang }) =>
        `/api/subcategories/${bigLeafId}/items?search=${encodeURIComponent(term)}${lang === "ru" ? "&lang=ru" : ""}`,
    ),
    contents: noContent,
  };
}

export function patchItem({ itemIds }: SeededCatalog): Load {
  return {
    method: "PATCH",
    paths: itemPaths(itemIds),
    contents: jsonContents(singleFields(differentBodies, random(7))),
  };
}

export function postItem({ leafIds }: SeededCatalog): Load {
  const source = random(9);
  return {
    method: "POST",
    paths: leafIds.map((id) => `/api/subcategories/${id}/items`),
    contents: jsonContents(Array.from({ length: differentBodies }, () => JSON.stringify(itemBody(source)))),
  };
}

/**
 * The service caches answers by language. A reader who prefers two languages that the catalog does not have gets the
 * default texts in a separate answer. There are more such readers here than cached answers.
 */
export function uncachedContents(source: Random): Content[] {
  const foreign = [...languageCodes].filter((code) => code !== "en" && code !== "ru");
  const pairs = new Set<string>();
  while (pairs.size < differentReaders) pairs.add(`${source.pick(foreign)},${source.pick(foreign)}`);
  return [...pairs].map((languages) => ({ headers: { "accept-language": languages } }));
}

/**
 * Compares the service with a bare server that sends the same bytes. For a write, also with a bare server that ignores
 * the body and with one that only stores. For a large answer, also with one that sends it without a copy.
 */
export async function runContest(
  contest: Contest,
  catalog: SeededCatalog,
  service: Server,
  folder: string,
  effort: Effort,
): Promise<Line[]> {
  const load = contest.load(catalog);
  const file = new LoadFile(join(folder, `${contest.name}.load`), load);
  const answers = await sampleAnswers(service.url, load);
  const writes = load.contents[0]?.body !== undefined;
  const bareOf = async (readsBody: boolean, sends: BareAnswers["sends"] = "bytes") => {
    const path = join(folder, `${contest.name}.${readsBody ? "reads" : "ignores"}.${sends}.json`);
    writeFileSync(path, JSON.stringify({ ...answers, readsBody, sends } satisfies BareAnswers));
    return startYardstick("bare-server.ts", path);
  };
  const bare = await bareOf(writes);
  const beside = writes ? [await bareOf(false), await startYardstick("storing-server.ts", join(folder, storedIn))] : [];
  if (contest.large) beside.push(await bareOf(false, "blobs"));
  try {
    if (contest.seenBefore) await requestEach(service.url, load.paths);
    const [ours = [], yardstick = [], other = [], storing = []] = await inTurns(
      [service, bare, ...beside].map((server) => ({ server, load: file })),
      effort,
    );
    const line = (work: string, one: typeof ours, two: typeof ours, bar?: number): Line => ({
      work,
      bar: bar === undefined ? undefined : { value: bar, kind: "at least" },
      figure: spreadOf(ratios(one, two)),
      unit: "of bare",
      details: `${perSecond(one)} against ${perSecond(two)}, p99 ${medianOf(one, "p99Ms").toFixed(1)} ms${cpuTimes(one, two)}`,
    });
    const lines = [line(contest.work, ours, yardstick, contest.bar)];
    if (contest.large)
      lines.push(line("  against a bare server that sends without a copy, as the service does", ours, other));
    if (writes) {
      lines.push(line("  against a bare server that ignores the body", ours, other));
      lines.push(line("  a server that stores it and does nothing else", storing, yardstick));
    }
    return lines;
  } finally {
    for (const server of [bare, ...beside]) await server.stop();
  }
}

async function requestEach(url: string, paths: readonly string[]): Promise<void> {
  let next = 0;
  const ask = async () => {
    while (next < paths.length) await (await fetch(url + paths[next++])).bytes();
  };
  await Promise.all(Array.from({ length: 32 }, ask));
}

const perSecond = (results: readonly Result[]) =>
  `${Math.round(medianOf(results, "perSecond")).toLocaleString("en")}/s`;

/** CPU time is about the same on a busy and on a quiet machine, but does not include waiting for the disk. */
function cpuTimes(ours: readonly Result[], other: readonly Result[]): string {
  const [a, b] = [medianOf(ours, "cpuMicroseconds"), medianOf(other, "cpuMicroseconds")];
  return Number.isNaN(a) ? "" : `, processor ${a.toFixed(0)} µs against ${b.toFixed(0)} µs`;
}

async function sampleAnswers(url: string, load: Load): Promise<Omit<BareAnswers, "readsBody" | "sends">> {
  const source = random(4);
  const bodies: string[] = [];
  let status = 0;
  let contentType = "";
  for (let i = 0; i < samples; i++) {
    const { headers, body } = source.pick(load.contents);
    const response = await fetch(url + source.pick(load.paths), {
      method: load.method,
      ...(headers ? { headers } : {}),
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw new Error(`${load.method} ${response.url}: ${response.status} ${await response.text()}`);
    status = response.status;
    contentType = response.headers.get("content-type") ?? "";
    bodies.push(await response.text());
  }
  return { status, contentType, bodies };
}
