import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createClient } from "../../contract/client.ts";
import { startService } from "../start-service.ts";
import { until } from "../until.ts";
import { Receiver } from "./start-receiver.ts";

const cli = new URL("../../server/cli.ts", import.meta.url).pathname;

test("the command line adds, lists, tests, pauses, replays, rotates and removes, while the service runs", async () => {
  const receiver = await Receiver.start();
  const settings = { WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}` };
  const service = await startService({ ...settings, SEED: "demo" });
  const run = async (...args: string[]) => {
    const child = Bun.spawn([process.execPath, cli, "webhooks", ...args], {
      env: { ...process.env, ...settings, DATA_DIR: service.dataDir },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { code: await child.exited, out, err };
  };
  try {
    const api = createClient(service.url);
    const projectId = (await api.listProjects()).data[0]?.id ?? "";
    const add = await run("add", projectId, receiver.url, "category.created");
    expect(add.code).toBe(0);
    const [, id = "", secret = ""] = /webhook (\w+)\..*\n(whsec_\S+)/.exec(add.out) ?? [];
    expect(secret).not.toBe("");
    await api.createCategory({ params: { projectId }, body: { name: "First" } });
    const [first] = await receiver.until((all) => all.length === 1);
    expect(first?.type).toBe("category.created");
    const line = `${id}\t${projectId}\t${receiver.url}\tactive\t0 waiting\tcategory.created`;
    await until(async () => (await run("list")).out.includes(line), "it is listed, and nothing waits any more");
    expect((await run("test", id)).out).toContain("took it (200");
    expect((await run("pause", id)).code).toBe(0);
    expect((await run("list")).out).toContain("paused");
    expect((await run("replay", id, "2020-01-01T00:00:00Z")).code).toBe(0);
    expect((await run("resume", id)).code).toBe(0);
    await receiver.until((all) => all.filter(({ type }) => type === "category.created").length > 5);
    expect((await run("rotate", id)).out).toMatch(/whsec_\S+/);
    for (const args of [
      ["add", projectId, "http://10.0.0.1/"],
      ["add", "nowhere", receiver.url],
      ["add", projectId, receiver.url, "item.eaten"],
      ["replay", id, "nonsense"],
      ["remove", "nowhere"],
      ["dance"],
      ["constructor", "x"],
    ]) {
      const wrong = await run(...args);
      expect(wrong.code).toBe(1);
      expect(wrong.err).not.toContain("    at ");
    }
    expect((await run("remove", id)).code).toBe(0);
    expect((await run("list")).out).toBe("");
  } finally {
    await service.stop();
    rmSync(service.dataDir, { recursive: true });
    await receiver.stop();
  }
});
