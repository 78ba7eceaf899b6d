import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../until.ts";

const module = (name: string) => JSON.stringify(new URL(`../../cluster/${name}`, import.meta.url).pathname);
const program = (folder: string) => `
  const { PostgresServer } = await import(${module("postgres-server.ts")});
  const { ServiceNode } = await import(${module("service-node.ts")});
  const server = await PostgresServer.create({ fsync: "off" });
  // On files: a node without its database might end for that reason.
  const nodes = ["one", "other"].map((name) => new ServiceNode({ DATA_DIR: ${JSON.stringify(folder)} + name, SEED: "none" }));
  await Promise.all([server.start(), ...nodes.map((node) => node.start())]);
  await Promise.all([server.pause(), nodes[1].pause()]);
  console.log([server.port, ...nodes.map(({ url }) => new URL(url).port)].join());
  await new Promise(() => {});
`;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** Kills the program as `end` does, and waits until nobody listens where its servers and nodes did. */
async function endsWith(end: (parent: number) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "catalog-ends-"));
  const parent = Bun.spawn([process.execPath, "-e", program(`${folder}/`)], { stdout: "pipe" });
  const { value } = await parent.stdout.getReader().read();
  const ports = new TextDecoder().decode(value).trim().split(",").map(Number);
  expect(ports).toHaveLength(3);
  for (const port of ports) expect(await answers(port)).toBe(true);
  end(parent.pid);
  for (const port of ports) await until(async () => !(await answers(port)), `nobody listens on ${port}`);
  rmSync(folder, { recursive: true });
}

test("servers and nodes end with the program that started them, paused ones too, though it is killed", () =>
  endsWith((parent) => process.kill(parent, "SIGKILL")));

test("and when its children are killed before it, as those of a test that takes too long are", () =>
  endsWith((parent) => {
    const { stdout } = Bun.spawnSync(["ps", "-o", "pid=", "--ppid", String(parent)]);
    for (const pid of [...stdout.toString().trim().split(/\s+/), parent]) process.kill(Number(pid), "SIGKILL");
  }));
