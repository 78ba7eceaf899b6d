import { runProgram } from "../test/support/run-program.ts";
import { until } from "../test/support/until.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { Clients } from "./nemesis-clients.ts";
import { type Fault, faults, type Stage } from "./nemesis-faults.ts";
import type { Tally } from "./nemesis-requests.ts";

const projectId = "nemesis";
/** A node that acknowledges nothing for this long has not recovered. */
const recoveryPatienceMs = 120_000;
const writesOfRecovery = 5;
const shownFindings = 20;
const allClients = { writers: 6, readers: 3 };
/** What `catalog doctor` prints for a catalog without faults. */
const noFaults = "No faults found.";

type Options = {
  chosen?: readonly Fault[];
  /** A whole number from 0 to `end` - 1. */
  below: (end: number) => number;
  /** Called before each fault. Every selected fault is used before one is repeated. */
  another: () => boolean;
  longestHoldMs: number;
  clients?: { writers: number; readers: number };
  /** For both servers of the database. */
  settings?: Record<string, string>;
  say?: (words: string) => void;
};

export type Report = { injected: Map<string, number>; tally: Tally; doctor: string; stuck: string | undefined };

/** Injects faults into a new cluster while clients write and read. */
export async function runNemesis(options: Options): Promise<Report> {
  const cluster = await startCluster({
    nodes: 3,
    settings: options.settings ?? {},
    // Short timeouts, so that there is time for other faults.
    environment: { DATABASE_STATEMENT_TIMEOUT: "3" },
  });
  try {
    await catalog(cluster, "projects", "add", projectId, "Nemesis");
    return await play(cluster, options);
  } finally {
    await cluster.stop();
  }
}

async function play(
  cluster: Cluster,
  { chosen = faults, below, another, longestHoldMs, clients: counts = allClients, say = () => {} }: Options,
): Promise<Report> {
  const injected = new Map(chosen.map(({ name }) => [name, 0]));
  const clients = await Clients.start({ nodes: cluster.nodes, projectId, ...counts }, below);
  const stage: Stage = {
    cluster,
    below,
    hold: () => Bun.sleep(below(longestHoldMs)),
    recovered: () => recovered(cluster, clients.tally),
    cutClients: () => clients.cut(),
  };
  try {
    await stage.recovered();
    for (let left: Fault[] = []; another(); ) {
      if (left.length === 0) left = [...chosen];
      for (const { name, run } of left.splice(below(left.length), 1)) {
        say(name);
        injected.set(name, (injected.get(name) ?? 0) + 1);
        await run(stage);
        await stage.recovered();
      }
    }
    await clients.finish();
  } catch (error) {
    await clients.abandon();
    return { injected, tally: clients.tally, doctor: "not asked", stuck: (error as Error).message };
  }
  return { injected, tally: clients.tally, doctor: await catalog(cluster, "doctor"), stuck: undefined };
}

async function recovered(cluster: Cluster, tally: Tally): Promise<void> {
  const before = cluster.nodes.map((node) => tally.acknowledgedBy(node));
  for (const [index, node] of cluster.nodes.entries()) {
    const acknowledges = () => tally.acknowledgedBy(node) >= (before[index] ?? 0) + writesOfRecovery;
    await until(acknowledges, `node ${index + 1} acknowledges writes`, recoveryPatienceMs).catch((error: Error) => {
      throw new Error(`${error.message}: ${node.output.slice(-2_000)}`);
    });
  }
}

/** The output of a command of the service on the cluster's database and its folder of pictures. */
async function catalog(cluster: Cluster, ...args: string[]): Promise<string> {
  const { output } = await runProgram("cli.ts", args, { DATABASE_URL: cluster.url, DATA_DIR: cluster.dataDir });
  return output.trim();
}

/** A description of every fault; empty if there was none. */
export function faultsFound({ tally, doctor, stuck }: Report): string[] {
  const found = [...tally.lost, ...tally.doubled, ...tally.stale, ...tally.wrong];
  if (stuck !== undefined) found.unshift(stuck);
  else if (doctor !== noFaults) found.unshift(doctor);
  return found;
}

export function printed(report: Report): string {
  const { injected, tally, doctor } = report;
  const rows: [string, string | number][] = [
    ...injected,
    ["writes acknowledged", tally.acknowledged],
    ["writes refused (412)", tally.refused],
    ["writes of unknown outcome", tally.unknown],
    ["  settled later", tally.settled],
    ["reads compared", tally.reads],
    ["acknowledged and lost", tally.lost.size],
    ["doubled", tally.doubled.size],
    ["stale reads", tally.staleReads],
    ["wrong answers", tally.wrong.size],
    ["doctor", doctor],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const found = faultsFound(report);
  const shown = found.slice(0, shownFindings).map((words) => `  - ${words}`);
  if (found.length > shownFindings) shown.push(`  and ${found.length - shownFindings} more`);
  return ["", ...table, "", ...(found.length > 0 ? ["Found:", ...shown] : [noFaults]), ""].join("\n");
}
