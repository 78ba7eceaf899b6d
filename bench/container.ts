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

/** A Linux control group with a memory limit, as for a container. */
type Container = { processes: string; remove(): void };

/**
 * The whole benchmark against a service in a container of 512 MB, which it learns only from the system. A process that
 * uses more is killed, which also ends the benchmark.
 */
export async function inContainer(
  folder: string,
  shape: Parameters<typeof seedCatalog>[1],
  seconds: number,
  say: (words: string) => void,
): Promise<Line[]> {
  const container = makeContainer();
  if (!container) {
    say("container of 512 MB: skipped, because no control group can be created (this needs root on Linux)");
    return [];
  }
  try {
    say(`container of ${limitMb} MB: creating ${shape.items.toLocaleString("en")} items`);
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
        details: "peak resident memory; a process that exceeds the limit is killed",
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

/** Undefined if this user or system cannot create one. */
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
      // A process of a failed run may still be ending in it.
      if (readFileSync(join(path, "cgroup.procs"), "utf8") === "") rmdirSync(path);
    },
  };
}
