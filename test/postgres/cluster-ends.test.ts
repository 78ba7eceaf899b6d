import { expect, test } from "bun:test";
import { connect } from "node:net";
import { until } from "../until.ts";

const cluster = new URL("../../cluster/cluster.ts", import.meta.url).pathname;
const program = `
  const { startCluster } = await import(${JSON.stringify(cluster)});
  const { primary, standby, nodes } = await startCluster({ nodes: 2, settings: { fsync: "off" } });
  await nodes[1].pause();
  await standby.pause();
  console.log([primary.port, standby.port, ...nodes.map(({ url }) => new URL(url).port)].join());
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

test("all of a cluster ends with the program that started it, what is paused too, though that is killed", async () => {
  const parent = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" });
  const { value } = await parent.stdout.getReader().read();
  const ports = new TextDecoder().decode(value).trim().split(",").map(Number);
  expect(ports).toHaveLength(4);
  for (const port of ports) expect(await answers(port)).toBe(true);
  parent.kill("SIGKILL");
  for (const port of ports) await until(async () => !(await answers(port)), `nobody listens on ${port}`);
});
