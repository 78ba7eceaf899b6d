import { expect, test } from "bun:test";
import { answersOn } from "../support/answers-on.ts";
import { childrenOf } from "../support/children-of.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const module = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).pathname);
const program = (folder: string) => `
  const { PostgresServer } = await import(${module("test/support/postgres-server.ts")});
  const { ServiceNode } = await import(${module("cluster/service-node.ts")});
  const server = await PostgresServer.create({ fsync: "off" });
  // The nodes use SQLite files: without a PostgreSQL server they might end for another reason.
  const nodes = ["one", "other"].map((name) => new ServiceNode({ DATA_DIR: ${JSON.stringify(folder)} + name, SEED: "none" }));
  await Promise.all([server.start(), ...nodes.map((node) => node.start())]);
  await Promise.all([server.pause(), nodes[1].pause()]);
  console.log([server.port, ...nodes.map(({ url }) => new URL(url).port)].join());
  await new Promise(() => {});
`;

/** Ends the program with `end`, and waits until its servers and nodes no longer listen. */
async function endsWith(end: (parent: number) => void): Promise<void> {
  const folder = temporaryFolder();
  const parent = Bun.spawn([process.execPath, "-e", program(`${folder}/`)], { stdout: "pipe" });
  const { value } = await parent.stdout.getReader().read();
  const ports = new TextDecoder().decode(value).trim().split(",").map(Number);
  expect(ports).toHaveLength(3);
  for (const port of ports) expect(await answersOn(port)).toBe(true);
  end(parent.pid);
  for (const port of ports) await until(async () => !(await answersOn(port)), `nothing listens on ${port}`);
}

test("servers and nodes, even paused ones, end when the program that started them is killed", () =>
  endsWith((parent) => process.kill(parent, "SIGKILL")));

test("they also end when the children of that program are killed first, as after a test timeout", () =>
  endsWith((parent) => {
    for (const pid of [...childrenOf(parent), parent]) process.kill(pid, "SIGKILL");
  }));
