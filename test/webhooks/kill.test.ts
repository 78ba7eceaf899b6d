import { expect } from "bun:test";
import { createClient } from "../../contract/client.ts";
import { freeLeases } from "../support/free-leases.ts";
import { rounds } from "../support/rounds.ts";
import { type Service, startService } from "../support/start-service.ts";
import { until } from "../support/until.ts";
import { randomTest } from "../test-seed.ts";
import { isWhole, Receiver } from "./start-receiver.ts";

const kills = rounds(1, 5);

randomTest("a service that is killed delivers every acknowledged change, in order for each thing", async (random) => {
  const receiver = await Receiver.start();
  const settings = {
    SEED: "demo",
    WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}`,
    // The last pause is long, so that a message that is refused three times is not given up on a busy machine.
    WEBHOOK_RETRIES: [...Array(100).fill("0.1"), "3600"].join(" "),
  };
  let service: Service = await startService(settings);
  const { dataDir } = service;
  try {
    let api = createClient(service.url);
    const projectId = (await api.listProjects()).data[0]?.id ?? "";
    const category = await api.createCategory({ params: { projectId }, body: { name: "Kill" } });
    const leaf = (await api.createSubcategory({ params: { categoryId: category.data.id }, body: { name: "Kill" } }))
      .data;
    await api.createWebhook({
      params: { projectId },
      body: { url: receiver.url, events: ["item.created", "item.updated"] },
    });
    await receiver.behave("flaky");

    const acknowledged = new Map<string, number[]>();
    const write = async (stopped: () => boolean) => {
      try {
        while (!stopped()) {
          const { data: item } = await api.createItem({ params: { subcategoryId: leaf.id }, body: { name: "Item" } });
          const steps = [0];
          acknowledged.set(item.id, steps);
          for (let step = 1; step <= 3; step++) {
            await api.updateItem({ params: { itemId: item.id }, body: { quantity: step } });
            steps.push(step);
          }
        }
      } catch (error) {
        if (!stopped()) throw error;
      }
    };
    for (let kill = 0; kill < kills; kill++) {
      let killed = false;
      const writer = write(() => killed);
      const enough = acknowledged.size + 4 + random.below(12);
      await until(() => acknowledged.size >= enough, "the service has written this much");
      killed = true;
      await service.stop("SIGKILL");
      await writer;
      await freeLeases(dataDir, "webhooks");
      service = await startService({ ...settings, DATA_DIR: dataDir });
      api = createClient(service.url);
    }
    await receiver.behave("ok");
    // At least once: messages in flight when the service died are sent again. Waiting saves may be folded into one.
    const isKnown = ([id, steps]: [string, number[]]) =>
      receiver.storyOf(id).some(({ data }) => (data.after.quantity as number) >= (steps.at(-1) ?? 0));
    await receiver.until(() => [...acknowledged].every(isKnown));
    for (const id of acknowledged.keys()) expect(isWhole(receiver.storyOf(id))).toBeTrue();
  } finally {
    await service.stop("SIGKILL");
    await receiver.stop();
  }
});
