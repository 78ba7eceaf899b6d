import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { startFront } from "./front.ts";
import { PostgresServer } from "./postgres-server.ts";
import { ServiceNode } from "./service-node.ts";

const standbyName = "standby";
const streamingPatienceMs = 60_000;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

type Options = {
  nodes?: number;
  port?: number;
  /** For the nodes, beside where the database is. */
  environment?: Record<string, string>;
  /** For both servers. */
  settings?: Record<string, string>;
};

/**
 * A whole cluster on this machine: a primary that acknowledges nothing before its standby has it, any number of nodes,
 * and a front that goes round. Takes nothing but the npm packages.
 */
export async function startCluster({ nodes: count = 3, port = 0, environment = {}, settings = {} }: Options = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "catalog-cluster-"));
  // The same for every node, as everywhere.
  const secretsKey = randomBytes(32).toString("base64");
  const primary = await PostgresServer.create(settings);
  const standby = primary.standby(standbyName);
  primary.configure({ synchronous_standby_names: standbyName });
  await primary.start();
  await standby.start();
  await streaming(primary);
  const url = `postgres://${primary.credentials}@${primary.host},${standby.host}/postgres?target_session_attrs=read-write`;
  const nodes = Array.from(
    { length: count },
    () =>
      new ServiceNode({
        SEED: "none",
        DATA_DIR: dataDir,
        SECRETS_KEY: secretsKey,
        ...environment,
        DATABASE_URL: url,
        DATABASE_REPLICA_URLS: standby.url(),
      }),
  );
  // All at once, as a deployment starts them: one of them makes the tables.
  await Promise.all(nodes.map((node) => node.start()));
  const front = startFront(nodes, port);
  return {
    primary,
    standby,
    nodes,
    front,
    url,
    /** What Patroni does when the primary is gone: the standby takes over and waits for nobody. */
    async promote(): Promise<void> {
      const sql = postgres(standby.url(), { max: 1 });
      await sql.unsafe("select pg_promote(true, 30)");
      await sql.end();
    },
    async stop(): Promise<void> {
      front.stop();
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all([standby.remove(), primary.remove()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Until the standby is connected, no commit on the primary ends. */
async function streaming(primary: PostgresServer): Promise<void> {
  const sql = postgres(primary.url(), { max: 1 });
  const end = performance.now() + streamingPatienceMs;
  for (;;) {
    const [row] = await sql.unsafe(
      "select count(*)::int as standbys from pg_stat_replication where sync_state = 'sync'",
    );
    if (row?.standbys > 0) break;
    if (performance.now() > end) throw new Error("The standby does not stream from the primary.");
    await Bun.sleep(50);
  }
  await sql.end();
}
