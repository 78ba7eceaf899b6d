import { PostgresServer } from "../test/support/postgres-server.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { until } from "../test/support/until.ts";
import { startFront } from "./front.ts";
import { ServiceNode } from "./service-node.ts";

const standbyName = "standby";
const promotionPatienceMs = 120_000;
const recoveryConflict = "40001";

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

type Options = {
  nodes?: number;
  port?: number;
  /** Settings of the nodes, in addition to the address of the database. */
  environment?: Record<string, string>;
  /** Settings of both database servers. */
  settings?: Record<string, string>;
};

/**
 * A whole cluster on this machine: a primary that acknowledges nothing before its standby has it, several nodes, and a
 * front that sends requests to them in turn. Needs only the npm packages.
 */
export async function startCluster({ nodes: count = 3, port = 0, environment = {}, settings = {} }: Options = {}) {
  const dataDir = temporaryFolder();
  let primary = await PostgresServer.create(settings);
  let standby = primary.standby(standbyName);
  primary.configure({ synchronous_standby_names: standbyName });
  await primary.start();
  await standby.start();
  await streaming(primary);
  const url = `postgres://${primary.credentials}@${primary.host},${standby.host}/postgres?target_session_attrs=read-write`;
  const nodes = Array.from(
    { length: count },
    () =>
      new ServiceNode({
        DATA_DIR: dataDir,
        ...environment,
        DATABASE_URL: url,
        // Either server may become the standby. A primary is not used as a replica.
        DATABASE_REPLICA_URLS: `${primary.url()} ${standby.url()}`,
      }),
  );
  // All at once, as in a deployment: one of them creates the tables.
  await Promise.all(nodes.map((node) => node.start()));
  const front = startFront(nodes, port);
  return {
    /** The server that accepts writes, or did until it died. */
    get primary() {
      return primary;
    },
    get standby() {
      return standby;
    },
    nodes,
    front,
    url,
    dataDir: environment.DATA_DIR ?? dataDir,
    /** What Patroni does when the primary is gone: the standby takes over and waits for no standby. */
    async promote(): Promise<void> {
      await promoted(standby);
      [primary, standby] = [standby, primary];
    },
    /** What Patroni then does with the old primary: it becomes the standby of the new one, which waits for it from then on. */
    async rejoin(): Promise<void> {
      await standby.follow(primary, standbyName);
      standby.configure({ synchronous_standby_names: "" });
      await standby.start();
      primary.configure({ synchronous_standby_names: standbyName });
      await primary.query("select pg_reload_conf()");
      await streaming(primary);
      while (!(await waitsFor(standby, primary)));
    },
    async stop(): Promise<void> {
      front.stop();
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all([standby.remove(), primary.remove()]);
    },
  };
}

/** Replaying the log may conflict with this statement and cancel it. */
const promoted = (standby: PostgresServer): Promise<void> =>
  until(
    async () => {
      try {
        const [row] = await standby.query("select not pg_is_in_recovery() or pg_promote() as done");
        return row?.done === true;
      } catch (error) {
        if ((error as { code?: string }).code !== recoveryConflict) throw error;
        return false;
      }
    },
    "the standby takes over",
    promotionPatienceMs,
  );

/** No commit on the primary ends before the standby is connected. */
const streaming = (primary: PostgresServer): Promise<void> =>
  until(async () => {
    const rows = await primary.query("select 1 from pg_stat_replication where sync_state = 'sync'");
    return rows.length > 0;
  }, "the standby streams from the primary");

/**
 * The primary is configured to wait, but only a waiting commit shows that its processes have read the settings. When that
 * commit ends, the standby has everything committed before, including commits that did not wait.
 */
async function waitsFor(standby: PostgresServer, primary: PostgresServer): Promise<boolean> {
  const resume = await standby.pause();
  let ended = false;
  const commit = primary.query("select pg_logical_emit_message(true, 'cluster', '')").finally(() => {
    ended = true;
  });
  try {
    const waiting = "query like '%pg_logical_emit_message%' and wait_event = 'SyncRep'";
    while (!ended) {
      const rows = await primary.query(`select 1 from pg_stat_activity where ${waiting} and pid <> pg_backend_pid()`);
      if (rows.length > 0) return true;
    }
    return false;
  } finally {
    await resume();
    await commit;
  }
}
