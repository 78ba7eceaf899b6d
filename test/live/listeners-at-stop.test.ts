import { expect, test } from "bun:test";
import { createClient } from "../../contract/client.ts";
import { eventsPath } from "../../contract/live.ts";
import { startService } from "../support/start-service.ts";
import { until } from "../support/until.ts";
import { listen } from "./sse-client.ts";

test("stopping the service ends all streams properly, and then the process", async () => {
  const service = await startService({ SEED: "demo" });
  const [project] = (await createClient(service.url).listProjects()).data;
  const client = await listen(service.url + eventsPath(project?.id ?? ""));
  await client.until(({ event }) => event === "ready");
  expect(await service.stop("SIGTERM")).toBe(0);
  await until(() => client.ended, "the stream has ended");
  expect(client.failure).toBeUndefined();
});
