import { join } from "node:path";
import type { ImportRun } from "../contract/imports.ts";
import { copyCatalog } from "../server/copy/copy-catalog.ts";
import { PostgresDb } from "../server/db/postgres/postgres.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { PostgresServer } from "../test/support/postgres-server.ts";
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

/** A file with as many new items as `items`, in all leaves, in the order of the tree as an export has them. */
async function newRows(file: string, catalog: SeededCatalog, items: number): Promise<void> {
  const source = random(41);
  const writer = Bun.file(file).writer();
  writer.write("key,subcategoryId,name,name@ru,price,quantity,tags,simpleDescription,attribute.Colour\n");
  for (let row = 0; row < items; row++) {
    const { name, price = 0, quantity = 0, tags, simpleDescription = "", translations } = searchedItem(source);
    const leaf = catalog.leafIds[Math.floor((row * catalog.leafIds.length) / items)];
    const texts = [
      name,
      translations?.ru?.name ?? "",
      price,
      quantity,
      `"${(tags ?? []).join(", ")}"`,
      simpleDescription,
      "red",
    ];
    writer.write(`NEW-${row},${leaf},${texts.join(",")}\n`);
    if (row % 10_000 === 0) await writer.flush();
  }
  await writer.end();
}

/** Sends a file, and waits until it is imported. */
async function imported(service: Service, file: string): Promise<{ run: ImportRun; perSecond: number }> {
  const started = performance.now();
  const headers = { "content-type": "text/csv" };
  const body = Bun.file(file).stream();
  const sent = await fetch(`${service.url}/api/projects/bench/imports?again=true`, { method: "POST", headers, body });
  if (sent.status !== 202) throw new Error(`import: ${sent.status} ${await sent.text()}`);
  const { id } = (await sent.json()) as ImportRun;
  for (;;) {
    const run = (await (await fetch(`${service.url}/api/imports/${id}`)).json()) as ImportRun;
    if (run.state === "done") return { run, perSecond: (run.rows * 1_000) / (performance.now() - started) };
    if (run.state !== "running") throw new Error(`import: ${run.state} ${run.error}`);
    await Bun.sleep(100);
  }
}

type Say = (words: string) => void;

async function exportLines(service: Service, catalog: SeededCatalog, items: number, rounds: number): Promise<Line[]> {
  const idle = residentMb(service.pid);
  const speeds: number[] = [];
  for (let round = 0; round < rounds; round++) speeds.push(await exported(service, items, "csv"));
  const beyond = peakMb(service.pid) - idle;
  const workbook = await exported(service, items, "xlsx");
  const times = await savedBeside(service, catalog, exported(service, items, "csv"));
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
    saving("  PATCH beside it, p99", times),
    { work: "export, XLSX", bar: undefined, figure: single(workbook), unit: "rows/s", details: `${path}xlsx` },
  ];
}

const saving = (work: string, times: readonly number[]): Line => ({
  work,
  bar: { value: 100, kind: "at most" },
  figure: single(times[Math.floor(0.99 * times.length)] as number),
  unit: "ms",
  details: `${times.length} saves, ${patchesPerSecond} a second; the slowest: ${Math.round(times.at(-1) ?? 0)} ms`,
});

async function importLines(service: Service, catalog: SeededCatalog, folder: string, items: number): Promise<Line[]> {
  const idle = residentMb(service.pid);
  const same = join(folder, "same.csv");
  await Bun.write(same, await fetch(`${service.url}/api/projects/bench/export?format=csv`));
  const unchanged = await imported(service, same);
  const { created, changed, refused } = unchanged.run;
  const file = join(folder, "new.csv");
  await newRows(file, catalog, items);
  let made: Awaited<ReturnType<typeof imported>> | undefined;
  const work = imported(service, file).then((done) => {
    made = done;
  });
  const times = await savedBeside(service, catalog, work);
  await work;
  if (made?.run.created !== items) throw new Error(`import: ${made?.run.created} of ${items} items are new`);
  return [
    {
      work: "import of new items",
      bar: { value: 8_000, kind: "at least" },
      figure: single(made.perSecond),
      unit: "rows/s",
      details: `from the first byte to the last row, beside ${patchesPerSecond} PATCH/s`,
    },
    saving("  PATCH beside it, p99", times),
    {
      work: "import of an unchanged export",
      bar: { value: 0, kind: "at most" },
      figure: single(created + changed + refused),
      unit: "writes",
      details: `${Math.round(unchanged.perSecond).toLocaleString("en")} rows/s`,
    },
    {
      work: "  memory beyond idle, both imports",
      bar: { value: 300, kind: "at most" },
      figure: single(peakMb(service.pid) - idle),
      unit: "MB",
      details: `the peak; idle: ${Math.round(idle)} MB`,
    },
  ];
}

/** The same rows into PostgreSQL, which gets a smaller catalog: copying one takes longer than the import. */
async function importOnPostgres(folder: string, items: number): Promise<Line> {
  const dataDir = join(folder, "sheets-postgres");
  const catalog = await seedCatalog(dataDir, { items: 10_000, trees: 1, itemsOfBigLeaf: 1_000 }, searchedItem);
  const server = await PostgresServer.create({ shared_buffers: "512MB" });
  await server.start();
  try {
    const from = new SqliteDb(join(dataDir, "catalog.db"));
    const settings = { replicaUrls: [], pool: 4, statementTimeoutMs: 600_000, transactionPooler: false };
    const to = await PostgresDb.open({ url: server.url(), ...settings });
    await copyCatalog(from, to, () => {});
    await from.close();
    await to.close();
    const file = join(folder, "new-postgres.csv");
    await newRows(file, catalog, items);
    const service = await startService({ DATA_DIR: dataDir, DATABASE_URL: server.url() });
    try {
      const { run, perSecond } = await imported(service, file);
      return {
        work: "import of new items on PostgreSQL",
        bar: { value: 5_000, kind: "at least" },
        figure: single(perSecond),
        unit: "rows/s",
        details: `${run.created.toLocaleString("en")} rows; the database is on the same two cores`,
      };
    } finally {
      await service.stop();
    }
  } finally {
    await server.stop();
  }
}

/** A project as a spreadsheet, out and in. */
export async function sheetSpeed(folder: string, items: number, rounds: number, say: Say): Promise<Line[]> {
  say(`spreadsheets: making ${items.toLocaleString("en")} items`);
  const catalog = await seedCatalog(join(folder, "sheets"), shapeOf(items), searchedItem);
  await Bun.spawn(["sync"]).exited;
  const lines: Line[] = [];
  for (const part of [
    { name: "export", measure: (service: Service) => exportLines(service, catalog, items, rounds) },
    { name: "import", measure: (service: Service) => importLines(service, catalog, folder, items) },
  ]) {
    say(`spreadsheets: ${part.name}`);
    const service = await startService({ DATA_DIR: catalog.dataDir });
    try {
      await Bun.sleep(restMs);
      lines.push(...(await part.measure(service)));
    } finally {
      await service.stop();
    }
  }
  say("spreadsheets: import on PostgreSQL");
  lines.push(await importOnPostgres(folder, items / 5));
  return lines;
}
