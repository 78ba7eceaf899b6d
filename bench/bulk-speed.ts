import { random } from "./catalog-texts.ts";
import { spreadOf } from "./in-turns.ts";
import type { Line } from "./report.ts";
import type { SeededCatalog } from "./seed-catalog.ts";

const itemsPerCall = 1_000;
const bar = 20_000;

/** One editor who repeatedly changes 1,000 items at once. The next call is sent when the last one is on disk. */
export async function bulkSpeed({ itemIds }: SeededCatalog, url: string, calls: number): Promise<Line> {
  const source = random(10);
  const bodies = Array.from({ length: calls + 1 }, () => {
    const ids = new Set<string>();
    while (ids.size < itemsPerCall) ids.add(source.pick(itemIds));
    return JSON.stringify({ itemIds: [...ids], data: { quantity: source.below(1_000_000) + 1_000 } });
  });
  const rates: number[] = [];
  for (const body of bodies) {
    const started = performance.now();
    const response = await fetch(`${url}/api/items/bulk`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body,
    });
    if (response.status !== 204) throw new Error(`bulk PATCH: ${response.status} ${await response.text()}`);
    rates.push(itemsPerCall / ((performance.now() - started) / 1_000));
  }
  return {
    work: "bulk PATCH of 1,000 items, durable",
    bar: { value: bar, kind: "at least" },
    figure: spreadOf(rates.slice(1)),
    unit: "items/s",
    details: `${calls} calls, one after the other`,
  };
}
