import { freePort, startService } from "./processes.ts";
import type { Line } from "./report.ts";
import type { SeededCatalog } from "./seed-catalog.ts";
import { spreadOf } from "./turns.ts";

/** From the start of the process to the first item that it serves, over a database that the disk cache knows. */
export async function startToFirstAnswer({ dataDir, itemIds }: SeededCatalog, starts: number): Promise<Line> {
  const times: number[] = [];
  for (let start = 0; start < starts; start++) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/api/items/${itemIds[0]}`;
    const started = performance.now();
    const starting = startService(dataDir, { PORT: String(port) });
    await firstAnswer(url);
    times.push(performance.now() - started);
    await (await starting).stop();
  }
  return {
    work: "start to first answer",
    bar: undefined,
    figure: spreadOf(times),
    unit: "ms",
    details: `median of ${starts}`,
  };
}

async function firstAnswer(url: string): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(url);
      await response.text();
      if (response.status !== 200) throw new Error(`The first answer was a ${response.status}.`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "ECONNREFUSED") throw error;
      await Bun.sleep(1);
    }
  }
}
