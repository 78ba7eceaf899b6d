import { expect } from "bun:test";
import { rmSync } from "node:fs";
import { createClient } from "../../contract/client.ts";
import { randomTest } from "../seed.ts";
import { type Service, startService } from "../start-service.ts";
import { until } from "../until.ts";
import { Receiver } from "./start-receiver.ts";

const kills = 5;

randomTest(
  "a service that is killed again and again delivers every change that it acknowledged, each thing's in order",
  async (random) => {
    const receiver = await Receiver.start();
    const settings = {
      SEED: "demo",
      WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}`,
      // The last pause is for a machine that has much else to do: what is refused thrice must not be given up by then.
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
        service = await startService({ ...settings, DATA_DIR: dataDir });
        api = createClient(service.url);
      }
      await receiver.behave("ok");
      const wanted = [...acknowledged].flatMap(([id, steps]) => steps.map((step) => `${id} ${step}`));
      const taken = () => receiver.messages().map(({ data }) => `${data.id} ${data.after.quantity}`);
      await receiver.until(() => new Set(taken()).isSupersetOf(new Set(wanted)));
      for (const [id, steps] of acknowledged) {
        // At least once: what was on its way when the service died comes again, and never before what precedes it.
        const got = receiver.messages().filter(({ data }) => data.id === id);
        const first = steps.map((step) => got.findIndex(({ data }) => data.after.quantity === step));
        expect(first).toEqual([...first].sort((one, other) => one - other));
      }
    } finally {
      await service.stop("SIGKILL");
      rmSync(dataDir, { recursive: true });
      await receiver.stop();
    }
  },
);
