import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { startApp } from "../start-app.ts";
import { lastingPort } from "../support/free-port.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { whenOver } from "../support/when-over.ts";
import { type FreshDatabase, freshDatabase, settingsFor } from "./fresh-database.ts";
import { lostWrites, makeItems, startWriters } from "./writers.ts";

/** Debian installs it outside of the path of other users than root. */
const program = Bun.which("pgbouncer", { PATH: `${process.env.PATH}:/usr/sbin` });
if (program === null) console.warn("No pgbouncer on this machine: the service behind it is not tested.");

let database: FreshDatabase;
let port: number;
let running: { stop(): Promise<void> } | undefined;
beforeAll(async () => {
  database = await freshDatabase();
  port = await lastingPort();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(() => database.drop());

/** Starts pgbouncer as it is installed, but for its address and its mode. */
async function startPgbouncer(mode: "session" | "transaction", of = database.url): Promise<string> {
  const url = new URL(of);
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const file = join(folder, "pgbouncer.ini");
  const target = `host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}`;
  writeFileSync(
    file,
    `[databases]
${url.pathname.slice(1)} = ${target} dbname=${url.pathname.slice(1)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  );
  // It does not run as root.
  const user = userInfo().uid === 0 ? ["-u", "nobody"] : [];
  const child = Bun.spawn([program as string, ...user, file], { stdout: "ignore", stderr: "pipe" });
  const forget = whenOver(() => child.kill("SIGKILL"));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`It ended: ${await new Response(child.stderr).text()}`);
    return listens();
  }, "pgbouncer listens");
  running = {
    async stop() {
      child.kill("SIGKILL");
      await child.exited;
      forget();
    },
  };
  url.port = String(port);
  return url.href;
}

const listens = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false)).on("connect", () => socket.end());
  });

const startNode = async (url: string, transactionPooler = false) =>
  startApp(
    {},
    { database: { db: await PostgresDb.open(settingsFor(url, { transactionPooler })), remove: async () => {} } },
  );

describe.skipIf(program === null)("behind pgbouncer", () => {
  test.each(["session", "transaction"] as const)(
    "that pools by %s, the service works as the guide says",
    async (mode) => {
      const url = await startPgbouncer(mode);
      const node = await startNode(url, mode === "transaction");
      const other = await startNode(url, mode === "transaction");
      const { items } = await makeItems(node.url, "shop", 4);
      const events = await fetch(`${other.url}/api/projects/shop/events`);
      const writers = startWriters([node.url, other.url], items);
      await until(() => writers.acknowledged() > 60, "there are writes");
      await writers.stop();
      expect([...writers.answers.statuses.keys()]).toEqual([200]);
      expect(await lostWrites(other.url, writers.written)).toEqual([]);
      await node.api.updateItem({ params: { itemId: items[0] ?? "" }, body: { name: "Heard" } });
      let heard = "";
      for await (const chunk of events.body as ReadableStream<Uint8Array>) {
        heard += new TextDecoder().decode(chunk);
        if (heard.includes("Heard")) break;
      }
      for (const each of [node, other]) await each.stop();
    },
  );

  test("that pools by transaction, without the setting for it, the service does not start and names the setting", async () => {
    const url = await startPgbouncer("transaction");
    await expect(PostgresDb.open(settingsFor(url))).rejects.toThrow("Set DATABASE_POOLER=transaction");
  });

  test("while PostgreSQL is down, a start does not wait for as long as pgbouncer does", async () => {
    const server = await PostgresServer.create({ fsync: "off" });
    await server.start();
    const url = await startPgbouncer("session", server.url());
    await (await PostgresDb.open(settingsFor(url))).close();
    await server.stop();
    await expect(PostgresDb.open(settingsFor(url))).rejects.toThrow("The database cannot be reached.");
    await server.remove();
  });
});
