import { startService } from "../test/support/start-service.ts";
import { spreadOf } from "./in-turns.ts";
import type { Line } from "./report.ts";
import type { SeededCatalog } from "./seed-catalog.ts";

/** From the start of the process to the first item that it serves, with the database in the disk cache. */
export async function startToFirstAnswer({ dataDir, itemIds }: SeededCatalog, starts: number): Promise<Line> {
  const times: number[] = [];
  for (let start = 0; start < starts; start++) {
    const started = performance.now();
    const service = await startService({ DATA_DIR: dataDir });
    const response = await fetch(`${service.url}/api/items/${itemIds[0]}`);
    await response.text();
    times.push(performance.now() - started);
    if (response.status !== 200) throw new Error(`The first answer was a ${response.status}.`);
    await service.stop();
  }
  return {
    work: "start to first answer",
    bar: undefined,
    figure: spreadOf(times),
    unit: "ms",
    details: `median of ${starts}`,
  };
}
