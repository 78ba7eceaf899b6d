import { expect, test } from "bun:test";
import { connect } from "node:net";
import { until } from "../until.ts";

const server = new URL("../../cluster/postgres-server.ts", import.meta.url).pathname;
const program = `
  const { PostgresServer } = await import(${JSON.stringify(server)});
  const server = await PostgresServer.create({ fsync: "off" });
  await server.start();
  console.log(server.port);
  await new Promise(() => {});
`;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

async function started() {
  const parent = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" });
  const { value } = await parent.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  expect(await answers(port)).toBe(true);
  return { parent, port, gone: () => until(async () => !(await answers(port)), "the server has ended") };
}

test("a PostgreSQL of the tests ends with the program that started it, though that is killed", async () => {
  const { parent, gone } = await started();
  parent.kill("SIGKILL");
  await gone();
});

test("and when the children of that program are killed, as those of a test that takes too long are", async () => {
  const { parent, gone } = await started();
  const { stdout } = Bun.spawnSync(["ps", "-o", "pid=", "--ppid", String(parent.pid)]);
  for (const pid of stdout.toString().trim().split(/\s+/)) process.kill(Number(pid), "SIGKILL");
  await gone().finally(() => parent.kill("SIGKILL"));
});
