import { expect, test } from "bun:test";
import { join } from "node:path";
import { DatabaseUnavailable, type Db } from "../server/db/db.ts";
import { sql } from "../server/db/sql.ts";
import { SqliteDb } from "../server/db/sqlite/sqlite.ts";
import { insertUndo, unfinishedUndos } from "../server/history/undos.sql.ts";
import { createLog, type Log } from "../server/http/logger.ts";
import { Problem } from "../server/http/problem.ts";
import { type Held, LeasedWork } from "../server/log/leased-work.ts";
import { NotMine } from "../server/log/leases.sql.ts";
import { insertProject } from "../server/projects/projects.sql.ts";
import { startApp } from "./start-app.ts";
import { replacing } from "./support/replacing.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { TestClock } from "./test-clock.ts";
import { Receiver } from "./webhooks/start-receiver.ts";

/** A database that no longer answers writes when the test says so. */
async function failingDb(): Promise<{ db: Db; fail(): void }> {
  const whole = new SqliteDb(join(temporaryFolder(), "catalog.db"));
  await whole.write((tx) => insertProject(tx, "shop", "shop", "Shop"));
  let fails = false;
  const write: Db["write"] = (work) =>
    fails ? Promise.reject(new DatabaseUnavailable("no answer")) : whole.write(work);
  const db = replacing<Db>(whole, { write });
  return {
    db,
    fail: () => {
      fails = true;
    },
  };
}

/** Two nodes on one database with an undo to do. Each works on it until the test ends its work. */
async function twoNodes() {
  const { db } = await failingDb();
  await db.write((tx) => insertUndo(tx, undo, { owner: "", term: 0 }, 0));
  const clock = new TestClock();
  const log = createLog("silent");
  const begun: (Held & { node: number; end(): void })[] = [];
  const nodes = [0, 1].map((node) => {
    const work = (held: Held) => new Promise<void>((end) => begun.push({ ...held, node, end }));
    const kind = { table: "undos", waiting: unfinishedUndos, work, mostPieces: 9, detail: "" } as const;
    return new LeasedWork({ db, log, clock }, kind);
  });
  const stop = async () => {
    for (const { end } of begun) end();
    for (const node of nodes) await node.close();
    await db.close();
  };
  return { db, clock, begun, stop };
}

const undo = {
  id: "undo-a",
  change_set: "a",
  project_key: 1,
  actor: "someone",
  request: "",
  holder_kind: "anyone",
  holder_key: 0,
  source: { set: "a" },
  at: 0,
} as const;

const beatOf = (db: Db) =>
  db.read(async (reader) => (await reader.get<{ lease_beat: number }>(sql`select lease_beat from undos`))?.lease_beat);

test("work that takes longer than a lease stays with its node", async () => {
  const { db, clock, begun, stop } = await twoNodes();
  await clock.passUntil(500, () => begun.length > 0, "a node takes it");
  for (let beats = 0; beats < 4; beats++) {
    const before = (await beatOf(db)) ?? 0;
    await clock.passUntil(500, async () => ((await beatOf(db)) ?? 0) > before, "the lease is renewed");
  }
  expect(begun).toHaveLength(1);
  expect(begun[0]?.signal.aborted).toBe(false);
  await stop();
});

test("work that somebody has stopped, or that another node has, is told so", async () => {
  const { db, clock, begun, stop } = await twoNodes();
  await clock.passUntil(500, () => begun.length > 0, "a node takes it");
  await db.write((tx) => tx.run(sql`update undos set lease_term = lease_term + 1`));
  await clock.passUntil(500, () => begun[0]?.signal.aborted === true, "it is told");
  expect(begun[0]?.signal.reason).toBeInstanceOf(NotMine);
  await stop();
});

test("what cannot go on now is tried again, and the log says why", async () => {
  const { db } = await failingDb();
  await db.write((tx) => insertUndo(tx, undo, { owner: "", term: 0 }, 0));
  const clock = new TestClock();
  const said: string[] = [];
  const log = replacing<Log>(createLog("silent"), {
    warn(entry: unknown, words?: string) {
      said.push(`${words}: ${(entry as { err: Error }).err.message}`);
    },
  });
  let tries = 0;
  const work = async () => {
    tries++;
    throw tries === 1 ? new NotMine() : new Problem("unavailable", "No room for pictures.");
  };
  const kind = { table: "undos", waiting: unfinishedUndos, work, mostPieces: 9, detail: "" };
  const node = new LeasedWork({ db, log, clock }, kind as ConstructorParameters<typeof LeasedWork>[1]);
  await clock.passUntil(500, () => tries > 2, "it is tried again");
  expect([...new Set(said)]).toEqual(["goes on with undos later: No room for pictures."]);
  await node.close();
  await db.close();
});

test("a service that has leases stops also while the database does not answer", async () => {
  const receiver = await Receiver.start();
  const { db, fail } = await failingDb();
  const clock = new TestClock();
  const webhooks = { allow: [`127.0.0.1:${receiver.port}`], timeoutMs: 60_000, retryMs: [1_000] };
  const app = await startApp({ webhooks }, { clock, database: { db, remove: async () => {} } });
  await app.api.createWebhook({ params: { projectId: "shop" }, body: { url: receiver.url } });
  await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Phones" } });
  await clock.passUntil(1_000, () => receiver.messages().length > 0, "a message arrives");
  fail();
  expect(await app.stop()).toBeUndefined();
  await receiver.stop();
});
