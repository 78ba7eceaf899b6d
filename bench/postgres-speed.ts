import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyCatalog } from "../server/copy/copy-catalog.ts";
import { PostgresDb } from "../server/db/postgres/postgres.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { PostgresServer } from "../test/support/postgres-server.ts";
import { startService } from "../test/support/start-service.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { getItem, patchItem } from "./against-bare.ts";
import { type Effort, inTurns, medianOf, type Result, ratios, spreadOf } from "./in-turns.ts";
import { mixedLoad } from "./mixed-load.ts";
import { startYardstick } from "./processes.ts";
import { circumstances, type Line, report } from "./report.ts";
import { seedCatalog } from "./seed-catalog.ts";
import { type Load, LoadFile, wrkVersion } from "./wrk.ts";

/**
 * Compares the service on PostgreSQL with a bare server that uses the same driver: the difference is the cost of the
 * contract, the history, the versions and fresh caches. Also runs two nodes under mixed load and checks every write.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    minutes: { type: "string", default: "10" },
    only: { type: "string" },
  },
});
const effort: Effort = { rounds: Number(values.rounds), seconds: Number(values.seconds), warmUpSeconds: 2 };
const started = performance.now();
const folder = temporaryFolder();
const server = await PostgresServer.create({ shared_buffers: "512MB" });

function line(work: string, bar: number, ours: readonly Result[], bare: readonly Result[]): Line {
  const speed = (results: readonly Result[]) => `${Math.round(medianOf(results, "perSecond"))}/s`;
  return {
    work,
    bar: { value: bar, kind: "at least" },
    figure: spreadOf(ratios(ours, bare)),
    unit: "of bare",
    details: `${speed(ours)} against ${speed(bare)}, p99 ${medianOf(ours, "p99Ms").toFixed(1)} ms`,
  };
}

await server.start();
const url = server.url();
const catalog = await seedCatalog(folder, { items: 20_000, trees: 1, itemsOfBigLeaf: 5_000 });
const from = new SqliteDb(join(folder, "catalog.db"));
const to = await PostgresDb.open({
  url,
  replicaUrls: [],
  pool: 4,
  statementTimeoutMs: 600_000,
  transactionPooler: false,
});
await copyCatalog(from, to, () => {});
await from.close();
await to.close();

const node = () => startService({ DATA_DIR: folder, DATABASE_URL: url });
const lines: Line[] = [];
if (values.only !== "mixed") {
  const service = await node();
  const bare = await startYardstick("bare-postgres.ts", url);
  const contest = async (work: string, bar: number, load: Load, name: string) => {
    const file = new LoadFile(join(folder, `${name}.load`), load);
    const [ours = [], theirs = []] = await inTurns(
      [service, bare].map((target) => ({ server: target, load: file })),
      effort,
    );
    lines.push(line(work, bar, ours, theirs));
  };
  await contest("GET one item, against the same SELECT", 0.65, getItem(catalog), "get");
  await contest("PATCH one field, durable, against one UPDATE", 0.6, patchItem(catalog), "patch");
  for (const child of [service, bare]) await child.stop();
}
if (values.only !== "speed") {
  const nodes = [await node(), await node()];
  const found = await mixedLoad(
    nodes.map((each) => each.url),
    catalog,
    Number(values.minutes) * 60_000,
  );
  process.stdout.write(`Two nodes, ${values.minutes} minutes of mixed load: ${JSON.stringify(found)}\n`);
  for (const child of nodes) await child.stop();
}
if (lines.length > 0) {
  const sections = [{ title: "On PostgreSQL", lines }];
  const minutes = (performance.now() - started) / 60_000;
  process.stdout.write(`${report(sections, circumstances(wrkVersion() ?? "no wrk", false, minutes))}\n`);
}
await server.remove();
