import { join } from "node:path";
import { startService } from "../test/support/start-service.ts";
import { random, searchedItem, singleFields } from "./catalog-texts.ts";
import { spreadOf } from "./in-turns.ts";
import { peakMb, residentMb } from "./processes.ts";
import type { Line } from "./report.ts";
import { type SeededCatalog, seedCatalog } from "./seed-catalog.ts";

const shapeOf = (items: number) => ({ items, trees: Math.max(1, items / 50_000), itemsOfBigLeaf: items / 50 });
const patchesPerSecond = 100;
/** The memory at rest is measured when the start is over. */
const restMs = 5_000;

type Service = Awaited<ReturnType<typeof startService>>;

const single = (value: number) => ({ median: value, low: value, high: value });

/** Reads an export to its end, and returns its rows per second. */
async function exported(service: Service, items: number, format: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${service.url}/api/projects/bench/export?format=${format}`);
  if (!response.ok) throw new Error(`export: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const piece of response.body as ReadableStream<Uint8Array>) bytes += piece.length;
  // Less than a name, a price and an id for each item cannot be the whole file.
  if (format === "csv" && bytes < 100 * items) throw new Error(`export: ${bytes} bytes`);
  return (items * 1_000) / (performance.now() - started);
}

/** Saves single fields until `work` ends, and returns how long each took, the shortest first. */
async function savedBeside(service: Service, catalog: SeededCatalog, work: Promise<unknown>): Promise<number[]> {
  const source = random(31);
  const fields = singleFields(1_000, source);
  const headers = { "content-type": "application/json" };
  const times: number[] = [];
  const pending = new Set<Promise<void>>();
  let goes = true;
  void work.finally(() => {
    goes = false;
  });
  const started = performance.now();
  for (let sent = 0; goes; sent++) {
    const save = async () => {
      const at = performance.now();
      const init = { method: "PATCH", headers, body: source.pick(fields) };
      await (await fetch(`${service.url}/api/items/${source.pick(catalog.itemIds)}`, init)).arrayBuffer();
      times.push(performance.now() - at);
    };
    const saving = save().finally(() => pending.delete(saving));
    pending.add(saving);
    await Bun.sleep(Math.max(0, started + ((sent + 1) * 1_000) / patchesPerSecond - performance.now()));
  }
  await Promise.all(pending);
  return times.sort((one, other) => one - other);
}

/** A project as a spreadsheet. */
export async function sheetSpeed(
  folder: string,
  items: number,
  rounds: number,
  say: (words: string) => void,
): Promise<Line[]> {
  say(`spreadsheets: making ${items.toLocaleString("en")} items`);
  const catalog = await seedCatalog(join(folder, "sheets"), shapeOf(items), searchedItem);
  await Bun.spawn(["sync"]).exited;
  const service = await startService({ DATA_DIR: catalog.dataDir });
  try {
    await Bun.sleep(restMs);
    const idle = residentMb(service.pid);
    say("spreadsheets: export");
    const speeds: number[] = [];
    for (let round = 0; round < rounds; round++) speeds.push(await exported(service, items, "csv"));
    const beyond = peakMb(service.pid) - idle;
    const workbooks = [await exported(service, items, "xlsx")];
    say("spreadsheets: export beside editors");
    const work = exported(service, items, "csv");
    const times = await savedBeside(service, catalog, work);
    const p99 = times[Math.floor(0.99 * times.length)] as number;
    const path = "/api/projects/bench/export?format=";
    return [
      {
        work: "export, CSV",
        bar: { value: 40_000, kind: "at least" },
        figure: spreadOf(speeds),
        unit: "rows/s",
        details: `${path}csv, compressed`,
      },
      {
        work: "  memory beyond idle",
        bar: { value: 300, kind: "at most" },
        figure: single(beyond),
        unit: "MB",
        details: `the peak; idle: ${Math.round(idle)} MB`,
      },
      { work: "export, XLSX", bar: undefined, figure: spreadOf(workbooks), unit: "rows/s", details: `${path}xlsx` },
      {
        work: `PATCH beside an export, p99`,
        bar: { value: 100, kind: "at most" },
        figure: single(p99),
        unit: "ms",
        details: `${times.length} saves, ${patchesPerSecond} a second; the slowest: ${Math.round(times.at(-1) ?? 0)} ms`,
      },
    ];
  } finally {
    await service.stop();
  }
}
