import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { random, singleFields } from "./catalog-texts.ts";
import type { EditorsPlan, EditorsResult } from "./editors-load.ts";
import type { Line } from "./report.ts";
import type { SeededCatalog } from "./seed-catalog.ts";

const generator = new URL("./editors-load.ts", import.meta.url).pathname;
const p99LimitMs = 50;
const cadenceMs = 500;
const firstTry = 1_000;
/** The search ends when the largest number that held and the smallest that did not are this close. */
const precision = 1.06;

export type EditorsEffort = { warmUpMs: number; measuredMs: number };

/** The largest number of editors that the service holds, found by doubling and then halving the interval. */
export async function editorsHeld(
  { itemIds }: SeededCatalog,
  url: string,
  folder: string,
  effort: EditorsEffort,
  say: (words: string) => void,
): Promise<Line> {
  const source = random(13);
  const plan = {
    port: Number(new URL(url).port),
    paths: Array.from({ length: 20_000 }, () => `/api/items/${source.pick(itemIds)}`),
    bodies: singleFields(4_096, source),
    cadenceMs,
    ...effort,
  };
  const most = openFiles() - 500;
  let held: (EditorsResult & { editors: number }) | undefined;
  let tooMany = Number.POSITIVE_INFINITY;
  for (;;) {
    const low = held?.editors ?? 0;
    const editors = Math.min(
      most,
      tooMany === Number.POSITIVE_INFINITY ? Math.max(firstTry, low * 2) : Math.round((low + tooMany) / 2 / 10) * 10,
    );
    const result = await attempt({ ...plan, editors }, join(folder, "editors.json"), say);
    if (isHeld(result)) held = { ...result, editors };
    else tooMany = editors;
    if (held?.editors === most || tooMany / (held?.editors ?? 0) <= precision || tooMany <= 20) break;
  }
  const editors = held?.editors ?? 0;
  return {
    work: `editors held, a PATCH every ${cadenceMs} ms each, p99 under ${p99LimitMs} ms and no error`,
    bar: undefined,
    figure: { median: editors, low: editors, high: editors },
    unit: editors === most ? "editors at least (no more connections may be opened here)" : "editors",
    details: held
      ? `${Math.round((editors * 1_000) / cadenceMs).toLocaleString("en")} PATCH/s, p50 ${held.p50.toFixed(1)} ms, p99 ${held.p99.toFixed(1)} ms, slowest ${held.max.toFixed(0)} ms`
      : "",
  };
}

const isHeld = ({ p99, errors, answered }: EditorsResult) => errors === 0 && answered > 0 && p99 < p99LimitMs;

/** A short delay of the machine must not end the search: a close failure is tried twice more, and two of three count. */
async function attempt(plan: EditorsPlan, path: string, say: (words: string) => void): Promise<EditorsResult> {
  writeFileSync(path, JSON.stringify(plan));
  const results: EditorsResult[] = [];
  for (;;) {
    const result = await runEditors(path);
    results.push(result);
    say(
      `${plan.editors} editors: p99 ${result.p99.toFixed(1)} ms, ${result.errors} errors, ${isHeld(result) ? "held" : "not held"}`,
    );
    const good = results.filter(isHeld).length;
    const bad = results.length - good;
    if (bad === 0 || good === 2 || bad === 2 || result.p99 > 5 * p99LimitMs) return result;
  }
}

/** Runs the editors of a plan in a separate process. */
export async function runEditors(path: string): Promise<EditorsResult> {
  const child = Bun.spawn([process.execPath, generator, path], { stdout: "pipe", stderr: "inherit" });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`editors-load.ts exited with ${child.exitCode}: ${output}`);
  return JSON.parse(output) as EditorsResult;
}

/** The number of files that a process may open. Each editor needs a connection. */
function openFiles(): number {
  if (process.platform !== "linux") return 4_000;
  return Number(/Max open files\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? 1_024);
}
