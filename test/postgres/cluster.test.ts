import { afterAll, beforeAll, expect, test } from "bun:test";
import { type AddressInfo, connect, createServer } from "node:net";
import postgres, { type Sql } from "postgres";
import { type Cluster, startCluster } from "../../cluster/cluster.ts";
import { createClient } from "../../contract/client.ts";
import type { Reader } from "../../server/db/db.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import type { PostgresSettings } from "../../server/db/postgres/postgres-settings.ts";
import { sql } from "../../server/db/sql.ts";
import { faultsOf } from "../../server/doctor/doctor.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { startApp } from "../start-app.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { rounds } from "../support/rounds.ts";
import { until } from "../support/until.ts";
import { commitsWaitFor } from "./commit-waits.ts";
import { settingsFor } from "./fresh-database.ts";
import { startTransactionPooler } from "./transaction-pooler.ts";
import { lostWrites, makeItems, startWriters } from "./writers.ts";

/** Three nodes that started together on an empty primary. Its synchronous standby is also their read replica. */
let cluster: Cluster;
let primary: Sql;
let standby: Sql;

const nodeUrls = () => cluster.nodes.map(({ url }) => url);

async function onDatabase<T>(work: (db: PostgresDb) => Promise<T>, more: Partial<PostgresSettings> = {}): Promise<T> {
  const db = await PostgresDb.open(settingsFor(cluster.url, more));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

beforeAll(async () => {
  // A standby that replays late keeps the locks of an autovacuum, and nobody could sign in meanwhile.
  const settings = { fsync: "off", autovacuum: "off" };
  cluster = await startCluster({ nodes: 3, settings, environment: { SEED: "demo" } });
  primary = postgres(cluster.primary.url(), { max: 1 });
  standby = postgres(cluster.standby.url(), { max: 1, onnotice: () => {} });
  await onDatabase((db) => db.write((tx) => insertProject(tx, "shop", "shop", "Shop")));
});

afterAll(async () => {
  await primary.end({ timeout: 0 });
  await standby.end({ timeout: 0 });
  await cluster.stop();
});

test("nodes that start together create the tables and the demo catalog once", async () => {
  const rows = await primary.unsafe("select version, count(*)::int as count from schema_version group by version");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ count }) => count === 1)).toBe(true);
  const { data } = await createClient(cluster.front.url).listProjects({});
  expect(data.map(({ id }) => id)).toEqual(["aurora-market", "borealis-outlet", "shop"]);
});

/** Writes on one node, then reads the item, its list and its tree on another. */
async function readsOwnWrites(times: number): Promise<void> {
  const apis = nodeUrls().map((url) => createClient(url));
  const { leaf, items } = await makeItems(cluster.front.url, "shop", 1);
  const itemId = items[0] as string;
  for (let round = 1; round <= times; round++) {
    const writer = apis[round % 3] as (typeof apis)[0];
    const reader = apis[(round + 1 + (round % 2)) % 3] as (typeof apis)[0];
    await writer.updateItem({ params: { itemId }, body: { quantity: round } });
    await writer.updateSubcategory({ params: { subcategoryId: leaf }, body: { name: `Leaf ${round}` } });
    const [item, list, tree] = await Promise.all([
      reader.getItem({ params: { itemId } }),
      reader.listItems({ params: { subcategoryId: leaf } }),
      reader.listCategories({ params: { projectId: "shop" } }),
    ]);
    expect(item.data.quantity).toBe(round);
    expect(list.data.items[0]?.quantity).toBe(round);
    expect(JSON.stringify(tree.data)).toContain(`"Leaf ${round}"`);
  }
}

const isStandby = async (reader: Reader) => (await reader.get(sql`select 1 from pg_stat_wal_receiver`)) !== undefined;

const standbyReads = async () => {
  const [row] = await standby.unsafe(
    "select tup_fetched::int as fetched from pg_stat_database where datname = current_database()",
  );
  return row?.fetched as number;
};

test("a write that one node acknowledged is visible to the next read on every node", async () => {
  const before = await standbyReads();
  await readsOwnWrites(40);
  await until(async () => (await standbyReads()) > before, "the standby serves reads");
});

test("a lagging replica is not used until it has caught up", async () => {
  await standby.unsafe("select pg_wal_replay_pause()");
  await readsOwnWrites(15);
  await standby.unsafe("select pg_wal_replay_resume()");
  await readsOwnWrites(5);
});

/** Runs `work` while commits wait for no standby, and then has them wait again. */
async function withoutSync(work: () => Promise<void>): Promise<void> {
  await primary.unsafe("alter system set synchronous_standby_names = ''");
  await primary.unsafe("select pg_reload_conf()");
  try {
    await work();
  } finally {
    await primary.unsafe("alter system reset synchronous_standby_names");
    await primary.unsafe("select pg_reload_conf()");
  }
}

test("a dead replica is not used until it is back", async () => {
  await withoutSync(async () => {
    await cluster.standby.kill();
    await readsOwnWrites(15).finally(() => cluster.standby.start());
  });
  await readsOwnWrites(5);
});

test.each([
  [
    "a restart",
    async () => {
      await cluster.standby.kill();
      await cluster.standby.start();
    },
  ],
  [
    "a crash of one of its processes",
    async () => {
      const starts = () => cluster.standby.log().split("ready to accept read-only connections").length;
      const before = starts();
      const [backend] = await standby.unsafe("select pid from pg_stat_activity where backend_type = 'checkpointer'");
      process.kill(backend?.pid, "SIGKILL");
      await until(() => starts() > before, "the standby has started again");
    },
  ],
])("a replica that shows less after %s than before is not used until it has caught up", async (_, restart) => {
  const { leaf, items } = await makeItems(cluster.front.url, "shop", 1);
  const itemId = items[0] as string;
  const showsLess = async (db: PostgresDb) => {
    const app = await startApp({}, { database: { db, remove: async () => {} } });
    const api = createClient(app.url);
    await primary.unsafe("checkpoint");
    const [at] = await primary.unsafe("select pg_current_wal_lsn()::text as position");
    const replayed = async () =>
      (await standby.unsafe("select pg_last_wal_replay_lsn() >= $1::pg_lsn as done", [at?.position]))[0]?.done;
    await until(replayed, "the standby has replayed the checkpoint");
    // A standby that restarts replays again what came after its own last checkpoint.
    await standby.unsafe("checkpoint");
    await primary.unsafe("update items set quantity = 7 where id = $1", [itemId]);
    await until(async () => {
      const { quantity, onStandby } = await db.read(async (reader) => ({
        quantity: (await reader.get<{ quantity: number }>(sql`select quantity from items where id = ${itemId}`))
          ?.quantity,
        onStandby: await isStandby(reader),
      }));
      expect(quantity).toBe(7);
      return onStandby;
    }, "the standby serves reads");
    // From now on, it replays an hour late.
    await standby.unsafe("alter system set recovery_min_apply_delay = '1h'");
    await standby.unsafe("select pg_reload_conf()");
    await restart();
    const [shown] = await standby.unsafe("select quantity from items where id = $1", [itemId]);
    expect(shown?.quantity).not.toBe(7);
    for (let read = 1; read <= 3; read++) {
      const { data } = await api.listItems({ params: { subcategoryId: leaf } });
      expect(data.items.map(({ quantity }) => quantity)).toEqual([7]);
    }
    await app.stop();
  };
  await withoutSync(() =>
    onDatabase(showsLess, { replicaUrls: [cluster.standby.url()] }).finally(async () => {
      await standby.unsafe("alter system reset recovery_min_apply_delay");
      await standby.unsafe("select pg_reload_conf()");
    }),
  );
  await readsOwnWrites(5);
});

test("a node whose replica is always a moment behind keeps nothing old in memory", async () => {
  const shelves = await Promise.all(Array.from({ length: 4 }, () => makeItems(cluster.front.url, "shop", 1)));
  const writer = createClient(cluster.front.url);
  await standby.unsafe("alter system set recovery_min_apply_delay = '3ms'");
  await standby.unsafe("select pg_reload_conf()");
  const behind = async (db: PostgresDb) => {
    const app = await startApp({}, { database: { db, remove: async () => {} } });
    const api = createClient(app.url);
    const listed = async (leaf: string) =>
      (await api.listItems({ params: { subcategoryId: leaf } })).data.items[0]?.quantity;
    let isOver = false;
    const reading = async (leaf: string) => {
      while (!isOver) await listed(leaf);
    };
    const writing = async (leaf: string, itemId: string) => {
      for (let quantity = 1; quantity <= rounds(60, 1_000); quantity++) {
        await writer.updateItem({ params: { itemId }, body: { quantity } });
        expect(await listed(leaf)).toBe(quantity);
      }
    };
    const readers = shelves.flatMap(({ leaf }) => [reading(leaf), reading(leaf)]);
    await Promise.all(shelves.map(({ leaf, items }) => writing(leaf, items[0] as string))).finally(() => {
      isOver = true;
    });
    await Promise.all(readers);
    await app.stop();
  };
  try {
    await withoutSync(() => onDatabase(behind, { replicaUrls: [cluster.standby.url()] }));
  } finally {
    await standby.unsafe("alter system reset recovery_min_apply_delay");
    await standby.unsafe("select pg_reload_conf()");
  }
});

test("a replica that shows a write before it is confirmed does not move a follower of the log past it", async () => {
  const writer = postgres(cluster.primary.url(), { max: 1 });
  let commit: Promise<unknown> | undefined;
  const follow = async (db: PostgresDb) => {
    await commitsWaitFor(cluster.primary, "nobody");
    const written = Promise.withResolvers<number>();
    commit = writer.begin(async (sql) => {
      await sql`update projects set name = 'Waits' where id = 'shop'`;
      const [row] = await sql`select pg_current_xact_id()::text::float8 as id`;
      written.resolve(row?.id);
    });
    const showing = (sql: Sql) => sql.unsafe("select 1 from projects where name = 'Waits'");
    await until(async () => (await showing(standby)).length > 0, "the standby shows the write");
    let horizon = 0;
    await until(
      () =>
        db.read(async (reader) => {
          horizon = await reader.horizon();
          return isStandby(reader);
        }),
      "the standby serves a read",
    );
    expect(horizon).toBeLessThanOrEqual(await written.promise);
    expect(await showing(primary)).toHaveLength(0);
  };
  try {
    await onDatabase(follow, { replicaUrls: [cluster.standby.url()] });
  } finally {
    await primary.unsafe("alter system reset synchronous_standby_names");
    await primary.unsafe("select pg_reload_conf()");
    await commit;
    await writer.end();
  }
});

test("reads on a replica work through a pooler in transaction mode", async () => {
  const pooler = await startTransactionPooler({ host: "127.0.0.1", port: cluster.standby.port }, 3);
  const read = (db: PostgresDb) =>
    db.read(async (reader) => {
      const name = (await reader.get<{ name: string }>(sql`select name from projects where id = 'shop'`))?.name;
      return { name, onStandby: await isStandby(reader) };
    });
  const reads = async (db: PostgresDb) => {
    let round = 0;
    await until(async () => {
      const name = `Round ${++round}`;
      await primary.unsafe("update projects set name = $1 where id = 'shop'", [name]);
      const found = await Promise.all(Array.from({ length: 20 }, () => read(db)));
      expect(new Set(found.map((each) => each.name))).toEqual(new Set([name]));
      return found.every(({ onStandby }) => onStandby);
    }, "the standby serves twenty reads at once");
  };
  const url = cluster.standby.url().replace(`:${cluster.standby.port}`, `:${pooler.port}`);
  await onDatabase(reads, { replicaUrls: [url], transactionPooler: true }).finally(() => pooler.stop());
});

test.each(["", " behind a pooler in transaction mode"])(
  "an address that leads to several replicas%s, of which one lags, shows nothing old",
  async (behind) => {
    const other = await PostgresServer.create({ fsync: "off" });
    await other.follow(cluster.primary, "other");
    await other.start();
    // The first connection is the one on which a node asks.
    let count = 0;
    const balancer = createServer((socket) => {
      const server = connect((count++ === 0 ? cluster.standby : other).port, "127.0.0.1");
      for (const [one, end] of [
        [socket, server],
        [server, socket],
      ] as const) {
        one.pipe(end);
        one.on("error", () => end.destroy());
      }
    });
    await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
    const { port } = balancer.address() as AddressInfo;
    const pooler = behind ? await startTransactionPooler({ host: "127.0.0.1", port }, 2) : undefined;
    const rename = (name: string) => primary.unsafe("update projects set name = $1 where id = 'shop'", [name]);
    const read = (db: PostgresDb) =>
      db.read(async (reader) => ({
        name: (await reader.get<{ name: string }>(sql`select name from projects where id = 'shop'`))?.name,
        server: (await reader.get<{ port: number }>(sql`select inet_server_port() as port`))?.port,
      }));
    const reads = async (db: PostgresDb) => {
      await rename("Balanced");
      // The pooler uses both servers in turn, so a read never begins on the one that was asked.
      if (!pooler) await until(async () => (await read(db)).server === other.port, "the other standby serves a read");
      await other.query("select pg_wal_replay_pause()");
      for (let round = 1; round <= 10; round++) {
        await rename(`Balanced ${round}`);
        const found = await Promise.all(Array.from({ length: 4 }, () => read(db)));
        expect(found.map(({ name }) => name)).toEqual(found.map(() => `Balanced ${round}`));
      }
    };
    try {
      const url = cluster.standby.url().replace(`:${cluster.standby.port}/`, `:${pooler?.port ?? port}/`);
      await onDatabase(reads, { replicaUrls: [url], transactionPooler: pooler !== undefined });
    } finally {
      pooler?.stop();
      balancer.close();
      await other.remove();
    }
  },
);

test("a hanging replica does not delay reads until the statement timeout, which may be an hour", async () => {
  const read = (db: PostgresDb) => db.read((reader) => reader.get(sql`select id from projects where id = 'shop'`));
  await onDatabase(
    async (db) => {
      const before = await standbyReads();
      await until(async () => {
        await read(db);
        return (await standbyReads()) > before;
      }, "the standby serves reads");
      const resume = await cluster.standby.pause();
      try {
        // First while the replica is known to be up to date, then while the node has to ask it.
        expect(await read(db)).toEqual({ id: "shop" });
        await primary.unsafe("set synchronous_commit = local; create table moved_on ()");
        expect(await read(db)).toEqual({ id: "shop" });
      } finally {
        await resume();
        await primary.unsafe("drop table moved_on; set synchronous_commit = on");
      }
    },
    { replicaUrls: [cluster.standby.url()], statementTimeoutMs: 3_600_000 },
  );
});

test("a transaction that starts earlier and commits later is seen too", async () => {
  const api = createClient(nodeUrls()[0] as string);
  const { leaf, items } = await makeItems(cluster.front.url, "shop", 2);
  const early = postgres(cluster.primary.url(), { max: 1 });
  const params = { subcategoryId: leaf };
  let commit = () => {};
  const waited = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const open = Promise.withResolvers<void>();
  // The statements of a node's write, sent by the test so that the transaction can stay open.
  const late = early.begin(async (sql) => {
    const [row] = await sql`select s.key from subcategories s where s.id = ${leaf}`;
    await sql`update items set quantity = 77 where id = ${items[0] as string}`;
    await sql`insert into touches (scopes) values (${`items:${row?.key}`})`;
    open.resolve();
    await waited;
  });
  await open.promise;
  await api.updateItem({ params: { itemId: items[1] as string }, body: { quantity: 5 } });
  const quantities = async () => (await api.listItems({ params })).data.items.map(({ quantity }) => quantity);
  expect(await quantities()).toEqual([0, 5]);
  expect(await quantities()).toEqual([0, 5]);
  commit();
  await late;
  expect(await quantities()).toEqual([77, 5]);
  await early.end();
});

test("nodes whose clocks differ by days agree on repeated requests and on times", async () => {
  const { leaf } = await makeItems(cluster.front.url, "shop", 0);
  const [right, ahead, behind] = cluster.nodes;
  ahead?.moveClock(48 * 3_600_000);
  behind?.moveClock(-48 * 3_600_000);
  const sendTo = (url = "") =>
    createClient(url).createItem({
      params: { subcategoryId: leaf },
      body: { name: "Once" },
      headers: { "idempotency-key": `once-${leaf}` },
    });
  try {
    const made = await sendTo(behind?.url);
    for (const node of [ahead, right, behind]) expect((await sendTo(node?.url)).data.id).toBe(made.data.id);
    const [row] = await primary`select max(at) > extract(epoch from now() - interval '1 hour') * 1000 as recent
      from changes where entity_id = ${made.data.id}`;
    expect(row?.recent).toBe(true);
  } finally {
    for (const node of cluster.nodes) node.moveClock(0);
  }
});

test("killing a node under load loses no acknowledged write", async () => {
  const { items } = await makeItems(cluster.front.url, "shop", 6);
  const writers = startWriters([cluster.front.url], items);
  await until(() => writers.acknowledged() > 60, "some writes");
  await cluster.nodes[1]?.stop("SIGKILL");
  const then = writers.acknowledged();
  await until(() => writers.acknowledged() > then + 60, "there are more writes without the node");
  await cluster.nodes[1]?.start();
  const back = writers.acknowledged();
  await until(() => writers.acknowledged() > back + 60, "there are more writes with the node again");
  await writers.stop();
  expect([...writers.answers.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await lostWrites(nodeUrls()[1] as string, writers.written)).toEqual([]);
});

test("when the primary dies and the standby takes over, nodes answer 503 meanwhile, lose no acknowledged write and need no restart", async () => {
  const { items } = await makeItems(cluster.front.url, "shop", 6);
  const writers = startWriters(nodeUrls(), items);
  await until(() => writers.acknowledged() > 60, "some writes");
  await cluster.primary.kill();
  await until(() => (writers.answers.statuses.get(503) ?? 0) > 20, "answers of 503");
  await cluster.promote();
  const then = writers.acknowledged();
  await until(() => writers.acknowledged() > then + 60, "there are writes after the failover");
  await writers.stop();
  expect(writers.answers.withoutRetryAfter).toBe(0);
  expect(writers.answers.lost).toBe(0);
  expect([...writers.answers.statuses.keys()].sort()).toEqual([200, 503]);
  for (const url of nodeUrls()) expect(await lostWrites(url, writers.written)).toEqual([]);
  await readsOwnWrites(10);
  expect(await onDatabase((db) => db.read(faultsOf))).toEqual([]);
});
