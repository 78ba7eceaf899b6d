import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { createClient } from "../../contract/client.ts";
import { DatabaseUnavailable } from "../../server/db/db.ts";
import { NewerDatabase } from "../../server/db/migrate.ts";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import type { PostgresSettings } from "../../server/db/postgres/postgres-settings.ts";
import { sql } from "../../server/db/sql.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { startApp } from "../start-app.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";
import { settingsFor } from "./fresh-database.ts";
import { startTransactionPooler } from "./transaction-pooler.ts";
import { lostWrites, makeItems, startWriters } from "./writers.ts";

/** A separate server, because the tests break it. */
let server: PostgresServer;
let outside: Sql;

beforeAll(async () => {
  server = await PostgresServer.create({ fsync: "off" });
  await server.start();
  outside = postgres(server.url(), { max: 2, onnotice: () => {} });
  const db = await PostgresDb.open(settingsFor(server.url()));
  await db.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  await db.close();
});

afterAll(async () => {
  await outside.end({ timeout: 0 });
  await server.remove();
});

async function startNode(more: Partial<PostgresSettings> = {}) {
  const db = await PostgresDb.open(settingsFor(server.url(), more));
  return startApp({}, { database: { db, remove: async () => {} } });
}

test("connections are cut during transactions: each write is complete or absent, and the next one works", async () => {
  const node = await startNode();
  const { items } = await makeItems(node.url, "shop", 6);
  const writers = startWriters([node.url], items);
  for (let cut = 0; cut < 5; cut++) {
    const then = writers.acknowledged();
    await until(() => writers.acknowledged() > then + 40, "writes between cuts");
    await outside.unsafe("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'catalog'");
  }
  const then = writers.acknowledged();
  await until(() => writers.acknowledged() > then + 40, "there are writes after the last cut");
  await writers.stop();
  expect(writers.answers.withoutRetryAfter).toBe(0);
  expect([...writers.answers.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await lostWrites(node.url, writers.written)).toEqual([]);
  // Each item has the version of its last change: no write is incomplete.
  const torn = await outside.unsafe(
    `select i.id from items i left join changes c on c.seq = i.version
      where c.seq is null or (c.action = 'update' and c.after::json ->> 'quantity' <> i.quantity::text)`,
  );
  expect([...torn]).toEqual([]);
  expect(await node.doctor()).toEqual([]);
  await node.stop();
});

test("during a restart of PostgreSQL the answer is 503 with Retry-After, and then everything works again", async () => {
  const node = await startNode();
  const { items } = await makeItems(node.url, "shop", 4);
  const writers = startWriters([node.url], items);
  await until(() => writers.acknowledged() > 40, "some writes");
  await server.stop();
  await until(() => (writers.answers.statuses.get(503) ?? 0) > 10, "answers of 503");
  const ready = await fetch(`${node.url}/readyz`);
  expect([ready.status, ready.headers.has("retry-after")]).toEqual([503, true]);
  expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
  // A write that never reached the database was not done: its outcome is known.
  const refused = await fetch(`${node.url}/api/items/${items[0]}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: '{"name":"Lost"}',
  });
  expect((await refused.json()).code).toBe("unavailable");
  await server.start();
  const then = writers.acknowledged();
  await until(() => writers.acknowledged() > then + 40, "there are writes after the restart");
  await writers.stop();
  expect(writers.answers.withoutRetryAfter).toBe(0);
  expect(await lostWrites(node.url, writers.written)).toEqual([]);
  await node.stop();
});

test("writers of a locked row wait, and other requests work while a connection is free", async () => {
  const node = await startNode({ pool: 3, patience: { connection: 100, lock: 60_000 } });
  const { items } = await makeItems(node.url, "shop", 2);
  const [held, free] = items as [string, string];
  const patch = (itemId: string, quantity: number) =>
    fetch(`${node.url}/api/items/${itemId}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ quantity }),
    });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const locked = Promise.withResolvers<void>();
  const holder = outside.begin(async (tx) => {
    await tx.unsafe("select key from items where id = $1 for update", [held]);
    locked.resolve();
    await released;
  });
  await locked.promise;
  const waiting = async () =>
    (await outside.unsafe("select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'"))[0]?.n;
  const one = patch(held, 1);
  await until(async () => (await waiting()) === 1, "a writer waits for the row");
  expect((await patch(free, 1)).status).toBe(200);
  // Now all three connections wait for the row, and a fourth transaction gets none.
  const others = [patch(held, 2), patch(held, 3)];
  await until(async () => (await waiting()) === 3, "three that wait");
  const refused = await patch(free, 2);
  expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
  release();
  await holder;
  for (const answer of [one, ...others]) expect((await answer).status).toBe(200);
  expect((await patch(held, 4)).status).toBe(200);
  expect((await createClient(node.url).getItem({ params: { itemId: held } })).data.quantity).toBe(4);
  await node.stop();
});

test("a writer that waits too long for a locked row gets a 503", async () => {
  const node = await startNode({ patience: { connection: 60_000, lock: 50 } });
  const [itemId = ""] = (await makeItems(node.url, "shop", 1)).items;
  const patch = () =>
    fetch(`${node.url}/api/items/${itemId}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ quantity: 5 }),
    });
  await outside.begin(async (tx) => {
    await tx.unsafe("select key from items where id = $1 for update", [itemId]);
    const refused = await patch();
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
  });
  expect((await patch()).status).toBe(200);
  await node.stop();
});

test("a transaction that another client left open delays neither reads nor writes", async () => {
  const node = await startNode();
  const { leaf, items } = await makeItems(node.url, "shop", 3);
  const api = createClient(node.url);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = Promise.withResolvers<void>();
  const holder = outside.begin(async (tx) => {
    await tx.unsafe("select pg_current_xact_id()");
    begun.resolve();
    await released;
  });
  await begun.promise;
  for (let round = 1; round <= 20; round++) {
    await api.updateItem({ params: { itemId: items[round % 3] as string }, body: { quantity: round } });
    const { data } = await api.listItems({ params: { subcategoryId: leaf } });
    expect(data.items[round % 3]?.quantity).toBe(round);
  }
  release();
  await holder;
  await node.stop();
});

test("two nodes on one database under mixed load lose no update and report no error", async () => {
  const nodes = [await startNode(), await startNode()];
  const urls = nodes.map(({ url }) => url);
  const { leaf, items } = await makeItems(urls[0] as string, "shop", 4);
  const apis = urls.map((url) => createClient(url));
  let created = 0;
  const each = async (index: number) => {
    for (let round = 0; round < 60; round++) {
      const api = apis[(index + round) % 2] as (typeof apis)[0];
      const itemId = items[(index + round) % items.length] as string;
      // A comment with every request, a bulk update with every tenth, and items created and deleted, all on the same few rows.
      await api.createComment({ params: { itemId }, body: { text: `${index} ${round}` } });
      created++;
      if (round % 10 === 0) {
        await api.bulkUpdateItems({ body: { itemIds: [...items].reverse(), data: { discount: round % 100 } } });
        const { data } = await api.createItem({ params: { subcategoryId: leaf }, body: { name: "Passing" } });
        await api.deleteItem({ params: { itemId: data.id } });
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => each(index)));
  const found = await Promise.all(
    items.map(async (itemId) => (await apis[0]?.getItem({ params: { itemId } }))?.data.comments.length ?? 0),
  );
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(created);
  expect(await nodes[1]?.doctor()).toEqual([]);
  for (const node of nodes) await node.stop();
});

test("the service works through a pooler in transaction mode", async () => {
  const pooler = await startTransactionPooler({ host: "127.0.0.1", port: server.port }, 3);
  const url = server.url().replace(`:${server.port}`, `:${pooler.port}`);
  const db = await PostgresDb.open(settingsFor(url, { transactionPooler: true }));
  const node = await startApp({}, { database: { db, remove: async () => {} } });
  const { leaf, items } = await makeItems(node.url, "shop", 6);
  const writers = startWriters([node.url], items);
  await until(() => writers.acknowledged() > 150, "there are writes through the pooler");
  const api = createClient(node.url);
  const reads = items.flatMap((itemId) => Array.from({ length: 10 }, () => api.getItem({ params: { itemId } })));
  await Promise.all(reads);
  await writers.stop();
  expect([...writers.answers.statuses.keys()]).toEqual([200]);
  expect(await lostWrites(node.url, writers.written)).toEqual([]);
  const { data } = await api.listItems({ params: { subcategoryId: leaf } });
  expect(data.total).toBe(6);
  expect(pooler.servers).toBe(3);
  await node.stop();
  pooler.stop();
});

test("a commit on one node notifies the listeners of another", async () => {
  const [one, other] = [
    await PostgresDb.open(settingsFor(server.url())),
    await PostgresDb.open(settingsFor(server.url())),
  ];
  const notified = Promise.withResolvers<void>();
  other.onCommit(() => notified.resolve());
  await one.write((tx) => tx.run(sql`update projects set active = 1 where id = 'shop'`));
  await notified.promise;
  await one.close();
  await other.close();
});

test("changes in a dump from a cluster with higher transaction ids are renumbered, so that new changes come after old ones", async () => {
  await outside.unsafe("update changes set transaction_id = 1000000000000");
  const node = await startNode();
  const { items } = await makeItems(node.url, "shop", 1);
  const [last] = await outside.unsafe(
    "select entity_id as id from changes order by transaction_id desc, seq desc limit 1",
  );
  expect(last?.id).toBe(items[0] as string);
  await node.stop();
});

test("sessions in a dump from another cluster are ended, and the audit log says so", async () => {
  await outside.unsafe(
    "insert into users (id, name, folded_name, display_name, active, created_at) values ('u', 'u', 'u', 'u', 1, 0)",
  );
  await outside.unsafe(`insert into sessions (id, token_hash, user_key, created_at, seen_at, expires_at, address, user_agent)
    select 's', 's', key, 0, 0, 0, '', '' from users`);
  await (await startNode()).stop();
  const left = async () => (await outside.unsafe("select id from sessions")).map(({ id }) => id);
  expect(await left()).toEqual(["s"]);
  await outside.unsafe("update changes set transaction_id = 1000000000000");
  await (await startNode()).stop();
  expect(await left()).toEqual([]);
  const [entry] = await outside.unsafe("select event, actor from audit order by seq desc limit 1");
  expect(entry).toMatchObject({ event: "catalog_restored", actor: "database" });
});

test("a database of a newer version of the program is not changed", async () => {
  await outside.unsafe("insert into schema_version (version) values (9999)");
  await expect(PostgresDb.open(settingsFor(server.url()))).rejects.toBeInstanceOf(NewerDatabase);
  await outside.unsafe("delete from schema_version where version = 9999");
});

test("an unreachable server is reported with a clear message", async () => {
  await expect(PostgresDb.open(settingsFor("postgres://nobody@127.0.0.1:1/none"))).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  );
});
