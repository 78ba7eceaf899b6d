import type { PostgresServer } from "../test/support/postgres-server.ts";
import type { Cluster } from "./cluster.ts";
import type { ServiceNode } from "./service-node.ts";

/** What a fault acts on. */
export type Stage = {
  cluster: Cluster;
  /** A whole number from 0 to `end` - 1. */
  below: (end: number) => number;
  /** Waits for a random time while the clients continue. */
  hold: () => Promise<void>;
  /** Resolves once every node acknowledges writes again. */
  recovered: () => Promise<void>;
  /** Cuts every connection on which a client waits. */
  cutClients: () => void;
};

export type Fault = { name: string; run: (stage: Stage) => Promise<void> };

const waitPatienceMs = 60_000;
const hourMs = 3_600_000;
const clockJumps = [-48, -25, -1, 0, 1, 25, 48].map((hours) => hours * hourMs);

const ofNodes = "application_name = 'catalog'";
const waitingForStandby = `${ofNodes} and wait_event = 'SyncRep'`;
const terminate = (server: PostgresServer) =>
  server.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofNodes}`);

const anyNode = ({ cluster, below }: Stage) => cluster.nodes[below(cluster.nodes.length)] as ServiceNode;

async function restart(node: ServiceNode): Promise<void> {
  await node.stop("SIGKILL");
  await node.start();
}

/**
 * While the standby is away, every commit waits for it. An administrator, a timeout or a cut connection ends the wait, and
 * the commit is only on the primary.
 */
async function endWaits({ cluster, below, hold }: Stage): Promise<void> {
  const end = below(3) === 0 ? "pg_terminate_backend" : "pg_cancel_backend";
  const patience = performance.now() + waitPatienceMs;
  for (let ended = 0; ended === 0; ) {
    if (performance.now() > patience) throw new Error("No commit waits for the standby.");
    const rows = await cluster.primary.query(`select ${end}(pid) from pg_stat_activity where ${waitingForStandby}`);
    ended = rows.length;
  }
  await hold();
}

/** There are two primaries now. Nodes that start or reconnect must find the right one. */
async function besideOldPrimary(stage: Stage): Promise<void> {
  const { cluster, hold, recovered } = stage;
  await restart(anyNode(stage));
  await hold();
  await terminate(cluster.primary);
  await recovered();
  await cluster.rejoin();
}

/** When a fault returns, it is over: all servers and nodes run, and the standby has everything. */
export const disturbances: readonly Fault[] = [
  {
    name: "kill a node",
    async run(stage) {
      const node = anyNode(stage);
      await node.stop("SIGKILL");
      await stage.hold();
      await node.start();
    },
  },
  {
    name: "pause a node",
    async run(stage) {
      const resume = await anyNode(stage).pause();
      await stage.hold();
      await resume();
    },
  },
  {
    name: "pause the primary",
    async run({ cluster, hold }) {
      const resume = await cluster.primary.pause();
      await hold();
      await resume();
    },
  },
  {
    name: "pause the standby",
    async run({ cluster, hold }) {
      const resume = await cluster.standby.pause();
      await hold();
      await resume();
    },
  },
  {
    name: "kill the primary",
    async run({ cluster, hold }) {
      await cluster.primary.kill();
      await hold();
      await cluster.primary.start();
    },
  },
  {
    name: "kill the standby",
    async run({ cluster, hold }) {
      await cluster.standby.kill();
      await hold();
      await cluster.standby.start();
    },
  },
  {
    name: "cut connections to the database",
    async run({ cluster, hold }) {
      await terminate(cluster.primary);
      await hold();
      // Replay on the standby may cancel this statement, which is one more cut.
      await Promise.allSettled([terminate(cluster.primary), terminate(cluster.standby)]);
    },
  },
  {
    name: "cut connections of clients",
    async run({ cutClients, hold }) {
      cutClients();
      await hold();
      cutClients();
    },
  },
  {
    name: "cancel waits",
    async run(stage) {
      const { cluster } = stage;
      await cluster.standby.kill();
      await endWaits(stage);
      await cluster.standby.start();
    },
  },
  {
    name: "move clocks",
    async run({ cluster, below, hold }) {
      for (const node of cluster.nodes) node.moveClock(clockJumps[below(clockJumps.length)] ?? 0);
      await hold();
    },
  },
];

/** After these the standby is the primary. */
export const failOvers: readonly Fault[] = [
  {
    name: "fail over",
    async run({ cluster, recovered }) {
      await cluster.primary.kill();
      await cluster.promote();
      await recovered();
      await cluster.rejoin();
    },
  },
  {
    name: "fail over behind cancelled waits",
    async run(stage) {
      const { cluster } = stage;
      await cluster.standby.kill();
      await endWaits(stage);
      await cluster.primary.kill();
      await cluster.standby.start();
      await cluster.promote();
      await stage.recovered();
      await cluster.rejoin();
    },
  },
  {
    name: "an old primary comes back",
    async run(stage) {
      const { cluster, recovered } = stage;
      await cluster.primary.kill();
      await cluster.promote();
      await recovered();
      // It does not know that it is no longer the primary.
      await cluster.standby.start();
      await besideOldPrimary(stage);
    },
  },
  {
    name: "an old primary wakes up",
    async run(stage) {
      const { cluster, recovered } = stage;
      const resume = await cluster.primary.pause();
      await cluster.promote();
      await recovered();
      await resume();
      await besideOldPrimary(stage);
    },
  },
];

export const faults: readonly Fault[] = [...disturbances, ...failOvers];
