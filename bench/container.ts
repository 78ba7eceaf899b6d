import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startService } from "../test/support/start-service.ts";
import { contests } from "./against-bare.ts";
import { bulkSpeed } from "./bulk-speed.ts";
import { editorsHeld } from "./editors-held.ts";
import { peakMb } from "./processes.ts";
import type { Line } from "./report.ts";
import { type SeededCatalog, seedCatalog } from "./seed-catalog.ts";
import { LoadFile, wrk } from "./wrk.ts";

const limitMb = 512;

/** A control group of the system with a limit on memory, as a container has. */
type Container = { processes: string; remove(): void };

/**
 * The whole work of the bench against a service that lives in a container of 512 MB and knows that from the system alone.
 * Whoever takes more is killed there, and so is the bench.
 */
export async function inContainer(
  folder: string,
  shape: Parameters<typeof seedCatalog>[1],
  seconds: number,
  say: (words: string) => void,
): Promise<Line[]> {
  const container = makeContainer();
  if (!container) {
    say("a container of 512 MB: skipped, because no control group can be made here (it takes root, on Linux)");
    return [];
  }
  try {
    say(`a container of ${limitMb} MB: making ${shape.items.toLocaleString("en")} items`);
    const catalog = await seedCatalog(join(folder, "contained"), shape);
    const service = await startService({ DATA_DIR: catalog.dataDir }, { within: container.processes });
    await wholeWork(catalog, service.url, folder, seconds, say);
    const peak = peakMb(service.pid);
    await service.stop();
    return [
      {
        work: `all of it in a container of ${limitMb} MB`,
        bar: { value: limitMb, kind: "at most" },
        figure: { median: peak, low: peak, high: peak },
        unit: "MB",
        details: "resident, the most ever; whoever takes more than the container has is killed",
      },
    ];
  } finally {
    container.remove();
  }
}

async function wholeWork(
  catalog: SeededCatalog,
  url: string,
  folder: string,
  seconds: number,
  say: (words: string) => void,
): Promise<void> {
  for (const [seed, contest] of contests.entries()) {
    say(`in the container: ${contest.work}`);
    await wrk(url, new LoadFile(join(folder, "contained.load"), contest.load(catalog)), seconds, seed);
  }
  await bulkSpeed(catalog, url, 10);
  await editorsHeld(catalog, url, folder, { warmUpMs: 1_000, measuredMs: 1_500 }, say);
}

/** Undefined where this user, or this system, has none to give. */
function makeContainer(): Container | undefined {
  const old = existsSync("/sys/fs/cgroup/memory");
  const path = `/sys/fs/cgroup/${old ? "memory/" : ""}catalog-bench-${process.pid}`;
  try {
    mkdirSync(path);
  } catch {
    return undefined;
  }
  const limit = join(path, old ? "memory.limit_in_bytes" : "memory.max");
  if (!existsSync(limit)) {
    rmdirSync(path);
    return undefined;
  }
  writeFileSync(limit, String(limitMb * 1024 * 1024));
  return {
    processes: join(path, "cgroup.procs"),
    remove() {
      // Of a failed run, something may still be ending in it.
      if (readFileSync(join(path, "cgroup.procs"), "utf8") === "") rmdirSync(path);
    },
  };
}
