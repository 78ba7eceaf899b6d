import { afterAll, beforeAll, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import postgres from "postgres";
import { PostgresDb } from "../../server/db/postgres/postgres.ts";
import { openSocket } from "../../server/db/postgres/postgres-connection.ts";
import { setUpFault } from "../../server/db/postgres/postgres-errors.ts";
import { sql } from "../../server/db/sql.ts";
import { insertProject } from "../../server/projects/projects.sql.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";
import { settingsFor } from "./fresh-database.ts";

/** The old primary, which was not fenced, and the promoted standby. */
let old: PostgresServer;
let promoted: PostgresServer;

beforeAll(async () => {
  old = await PostgresServer.create({ fsync: "off" });
  promoted = old.standby("standby");
  old.configure({ synchronous_standby_names: "standby" });
  await old.start();
  await promoted.start();
});

afterAll(async () => {
  await Promise.all([old.remove(), promoted.remove()]);
});

const both = (first = old, second = promoted) =>
  `postgres://${old.credentials}@${first.host},${second.host}/postgres?target_session_attrs=read-write`;
const open = (url: string) => PostgresDb.open(settingsFor(url));
const nameOf = async (db: PostgresDb) =>
  (await db.read((reader) => reader.get<{ name: string }>(sql`select display_name as name from projects`)))?.name;
const rename = (db: PostgresDb, name: string) =>
  db.write((tx) => tx.run(sql`update projects set display_name = ${name} where id = 'shop'`));
const refusal = (url: string) =>
  open(url).then(
    async (db) => {
      await db.close();
      return "it was opened";
    },
    (error: unknown) => setUpFault(error),
  );

async function promote(): Promise<void> {
  const outside = postgres(promoted.url(), { max: 1 });
  await outside.unsafe("select pg_promote(true, 60)");
  await outside.end();
}

/** An address that leads to one server first and to another later, like that of a proxy. */
async function startDetour(first: PostgresServer) {
  let target = first;
  const sockets = new Set<Socket>();
  const server: Server = createServer(async (socket) => {
    const other = await openSocket("127.0.0.1", target.port);
    for (const each of [socket, other]) {
      sockets.add(each);
      each.on("error", () => {});
    }
    socket.pipe(other).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `postgres://${old.credentials}@127.0.0.1:${(server.address() as { port: number }).port}/postgres`,
    leadTo(other: PostgresServer): void {
      target = other;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    stop: () => server.close(),
  };
}

test("a node that is connected to the old primary detects that another one was promoted", async () => {
  const node = await open(both());
  await node.write((tx) => insertProject(tx, "shop", "shop", "105"));
  expect(await nameOf(node)).toBe("105");
  await promote();
  const other = await open(promoted.url());
  await rename(other, "1000000");
  await until(
    async () => (await nameOf(node).catch(() => undefined)) === "1000000",
    "the node reads from the new primary",
  );
  await rename(node, "1000001");
  expect(await nameOf(other)).toBe("1000001");
  await node.close();
  await other.close();
});

test("a node that starts while both accept writes uses the one with the higher timeline", async () => {
  for (const url of [both(), both(promoted, old)]) {
    const node = await open(url);
    expect(await nameOf(node)).toBe("1000001");
    await node.close();
  }
});

test("a node that has seen the higher timeline does not go back, and says why", async () => {
  const detour = await startDetour(promoted);
  const nodes = [await open(both()), await open(detour.url)];
  for (const node of nodes) expect(await nameOf(node)).toBe("1000001");
  await promoted.kill();
  detour.leadTo(old);
  for (const node of nodes) {
    let words: string | undefined;
    await until(async () => {
      const outcome = await nameOf(node).catch((error) => error);
      expect(outcome).not.toBe("105");
      words = setUpFault(outcome);
      return words?.includes("left behind by a failover") ?? false;
    }, "a refusal in words");
    expect(words).toContain("timeline 1, and timeline 2 has been in use");
  }
  await promoted.start();
  detour.leadTo(promoted);
  for (const node of nodes) {
    await until(async () => (await nameOf(node).catch(() => undefined)) === "1000001", "the node works again");
    await node.close();
  }
  detour.stop();
});

test("a server that was detected as outdated remembers that, and new nodes refuse it under any address", async () => {
  await promoted.kill();
  const words = "left behind by a failover: it is on timeline 1, and timeline 2 has been in use";
  for (const url of [both(), old.url()]) {
    await until(async () => (await refusal(url))?.includes(words) ?? false, "a refusal in words");
  }
  await promoted.start();
  expect(await refusal(both())).toBe("it was opened");
});

test("a server of another cluster is refused by a running node, and by a node that starts with it among its hosts", async () => {
  const stranger = await PostgresServer.createStranger({ fsync: "off" });
  await stranger.start();
  const detour = await startDetour(promoted);
  const node = await open(detour.url);
  const password = old.credentials.split(":")[1];
  const outside = postgres(stranger.url(), { max: 1 });
  await outside.unsafe(`alter role catalog password '${password}'`);
  await outside.end();
  detour.leadTo(stranger);
  await until(async () => {
    const words = setUpFault(await nameOf(node).catch((error) => error));
    return words?.includes("belongs to another cluster") ?? false;
  }, "a refusal in words");
  expect(await refusal(both(promoted, stranger))).toContain("belong to different clusters");
  await node.close();
  detour.stop();
  await stranger.remove();
});
