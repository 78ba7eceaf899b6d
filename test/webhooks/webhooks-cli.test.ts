import { expect, test } from "bun:test";
import { createClient } from "../../contract/client.ts";
import { webhooks } from "../../server/cli/webhooks.command.ts";
import { runCommand } from "../support/run-command.ts";
import { runProgram } from "../support/run-program.ts";
import { startService } from "../support/start-service.ts";
import { until } from "../support/until.ts";
import { Receiver } from "./start-receiver.ts";

test("the command line adds, lists, tests, pauses, replays, rotates and removes webhooks while the service runs", async () => {
  const receiver = await Receiver.start();
  const settings = { WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}` };
  const service = await startService({ ...settings, SEED: "demo" });
  const own = { ...settings, DATA_DIR: service.dataDir };
  const run = (...args: string[]) => runCommand(webhooks, args, own);
  try {
    const api = createClient(service.url);
    const projectId = (await api.listProjects()).data[0]?.id ?? "";
    const add = await runProgram("cli.ts", ["webhooks", "add", projectId, receiver.url, "category.created"], own);
    expect(add.code).toBe(0);
    const [, id = "", secret = ""] = /webhook (\w+)\..*\n(whsec_\S+)/.exec(add.output) ?? [];
    expect(secret).not.toBe("");
    await api.createCategory({ params: { projectId }, body: { name: "First" } });
    const [first] = await receiver.until((all) => all.length === 1);
    expect(first?.type).toBe("category.created");
    const line = `${id}\t${projectId}\t${receiver.url}\tactive\t0 waiting\tcategory.created`;
    await until(async () => (await run("list")).output.includes(line), "the webhook is listed, and nothing is waiting");
    expect((await run("test", id)).output).toContain("accepted the test event (200");
    expect((await run("pause", id)).code).toBe(0);
    expect((await run("list")).output).toContain("paused");
    expect((await run("replay", id, "2020-01-01T00:00:00Z")).code).toBe(0);
    expect((await run("resume", id)).code).toBe(0);
    await receiver.until((all) => all.filter(({ type }) => type === "category.created").length > 5);
    expect((await run("rotate", id)).output).toMatch(/whsec_\S+/);
    for (const args of [
      ["add", projectId, "http://10.0.0.1/"],
      ["add", "nowhere", receiver.url],
      ["add", projectId, receiver.url, "item.eaten"],
      ["replay", id, "nonsense"],
      ["remove", "nowhere"],
      ["dance"],
      ["constructor", "x"],
    ]) {
      expect([args, (await run(...args)).code]).toEqual([args, 1]);
    }
    expect((await run("remove", id)).code).toBe(0);
    expect((await run("list")).output).toBe("");
  } finally {
    await service.stop();
    await receiver.stop();
  }
});
