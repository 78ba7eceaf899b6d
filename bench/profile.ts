import { readdirSync } from "node:fs";
import { join } from "node:path";
import { startService } from "../test/support/start-service.ts";
import type { Contest } from "./against-bare.ts";
import type { SeededCatalog } from "./seed-catalog.ts";
import { LoadFile, wrk } from "./wrk.ts";

const seconds = 6;
const sampleEveryMicroseconds = 250;
const shown = 25;

type Node = { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] };
type CpuProfile = { nodes: Node[]; samples: number[] };

/**
 * Shows where the service spends its time under one of the loads, by function. Counts samples, not the profile's
 * microseconds, which assign every pause of the load to the function that ran last.
 */
export async function profile(contest: Contest, catalog: SeededCatalog, folder: string): Promise<string> {
  const service = await startService(
    { DATA_DIR: catalog.dataDir },
    { runtimeFlags: ["--cpu-prof", `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${sampleEveryMicroseconds}`] },
  );
  const load = new LoadFile(join(folder, "profile.load"), contest.load(catalog));
  const { perSecond } = await wrk(service.url, load, seconds, 1);
  await service.stop();
  const file = readdirSync(folder).find((name) => name.endsWith(".cpuprofile"));
  if (file === undefined) throw new Error("Bun wrote no profile.");
  const { nodes, samples } = (await Bun.file(join(folder, file)).json()) as CpuProfile;
  // The first part is the startup, and code that is not compiled yet.
  const counted = samples.slice(Math.floor(samples.length * 0.4));
  const { self, total } = count(nodes, counted);
  const list = (counts: Map<string, number>) =>
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, shown)
      .map(([name, count]) => `${((100 * count) / counted.length).toFixed(1).padStart(6)} %  ${name}`)
      .join("\n");
  return `${contest.work}: ${Math.round(perSecond)}/s while sampled, ${counted.length} samples\n
In the function itself\n${list(self)}\n
With what it calls\n${list(total)}\n`;
}

function count(nodes: readonly Node[], samples: readonly number[]) {
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const self = new Map<string, number>();
  const total = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const sample of samples) {
    add(self, names.get(sample) ?? "");
    const stack = new Set<string>();
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) stack.add(names.get(id) ?? "");
    for (const name of stack) add(total, name);
  }
  return { self, total };
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: Node): string {
  const location = url === "" ? "native" : `${url.split("/").slice(-2).join("/")}:${lineNumber + 1}`;
  return `${functionName || "(anonymous)"}  ${location}`;
}
