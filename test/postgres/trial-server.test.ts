import { expect, test } from "bun:test";
import { createServer } from "node:net";
import postgres from "postgres";
import { answersOn } from "../support/answers-on.ts";
import { childrenOf } from "../support/children-of.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";

const server = new URL("../support/postgres-server.ts", import.meta.url).pathname;
const program = `
  const { PostgresServer } = await import(${JSON.stringify(server)});
  const server = await PostgresServer.create({ fsync: "off" });
  await server.start();
  console.log(server.port);
  await new Promise(() => {});
`;

async function started() {
  const parent = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" });
  const { value } = await parent.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  expect(await answersOn(port)).toBe(true);
  return { parent, port, gone: () => until(async () => !(await answersOn(port)), "the server has ended") };
}

test("a test server ends when the program that started it is killed", async () => {
  const { parent, gone } = await started();
  parent.kill("SIGKILL");
  await gone();
});

test("it also ends when the children of that program are killed, as after a test timeout", async () => {
  const { parent, gone } = await started();
  for (const pid of childrenOf(parent.pid)) process.kill(pid, "SIGKILL");
  await gone().finally(() => parent.kill("SIGKILL"));
});

const listening = (port: number) =>
  new Promise<{ close(): Promise<void> }>((resolve, reject) => {
    const taker = createServer();
    taker.once("error", reject);
    taker.listen(port, "127.0.0.1", () =>
      resolve({ close: () => new Promise((closed) => void taker.close(() => closed())) }),
    );
  });

test("a server whose port is taken before its first start uses another, and its standby connects there", async () => {
  const primary = await PostgresServer.create({ fsync: "off" });
  const standby = primary.standby("standby");
  const wanted = primary.port;
  const taker = await listening(wanted);
  try {
    await primary.start();
    expect(primary.port).not.toBe(wanted);
    await standby.start();
    const sql = postgres(primary.url(), { max: 1 });
    const streams = async () => (await sql.unsafe("select 1 from pg_stat_replication")).length === 1;
    await until(streams, "the standby streams");
    await sql.end();
  } finally {
    await Promise.all([standby.remove(), primary.remove()]);
    await taker.close();
  }
});

test("a server that has run before keeps its port, and waits until it is free", async () => {
  const server = await PostgresServer.create({ fsync: "off" });
  try {
    await server.start();
    const { port } = server;
    await server.stop();
    const taker = await listening(port);
    const starting = server.start();
    await until(() => server.log().includes("Address already in use"), "the server has found its port taken");
    await taker.close();
    await starting;
    expect(server.port).toBe(port);
    expect(await answersOn(port)).toBe(true);
  } finally {
    await server.remove();
  }
});
