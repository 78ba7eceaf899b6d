import { expect } from "bun:test";
import postgres from "postgres";
import { type CatalogClient, createClient } from "../../contract/client.ts";
import { type Service, startService } from "../support/start-service.ts";
import { randomTest } from "../test-seed.ts";
import { isWhole, Receiver } from "../webhooks/start-receiver.ts";
import { freshDatabase } from "./fresh-database.ts";

randomTest(
  "when the node that delivers is killed, another takes over, omits nothing and keeps the changes of each thing in order",
  async () => {
    const receiver = await Receiver.start();
    const database = await freshDatabase();
    const settings = {
      DATABASE_URL: database.url,
      WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}`,
      // The last pause is long, so that a message that is refused three times is not given up on a busy machine.
      WEBHOOK_RETRIES: [...Array(100).fill("0.1"), "3600"].join(" "),
    };
    const first = await startService(settings);
    let second: Service | undefined;
    const outside = postgres(database.url, { max: 1 });
    const delivers = async () => (await outside.unsafe("select lease_owner from webhooks"))[0]?.lease_owner;
    try {
      const one = createClient(first.url);
      const params = { projectId: "shop" };
      const category = await one.createCategory({ params, body: { name: "Takeover" } });
      const leaf = (await one.createSubcategory({ params: { categoryId: category.data.id }, body: { name: "Leaf" } }))
        .data;
      await one.createWebhook({ params, body: { url: receiver.url, events: ["item.created", "item.updated"] } });
      const wanted: string[] = [];
      const lastStep = 3;
      const write = async (api: CatalogClient, count: number) => {
        for (let index = 0; index < count; index++) {
          const { data: item } = await api.createItem({ params: { subcategoryId: leaf.id }, body: { name: "Item" } });
          wanted.push(item.id);
          for (let step = 1; step <= lastStep; step++) {
            await api.updateItem({ params: { itemId: item.id }, body: { quantity: step } });
          }
        }
      };
      await write(one, 1);
      await receiver.until(() => receiver.messages().length > 0);
      const ofFirst = await delivers();
      second = await startService(settings);
      const other = createClient(second.url);
      await receiver.behave("flaky");
      await Promise.all([write(one, 10), write(other, 10)]);
      const killed = await delivers();
      const [dying, left] = killed === ofFirst ? [first, other] : [second, one];
      await dying.stop("SIGKILL");
      await write(left, 5);
      await receiver.behave("ok");
      await receiver.until(() =>
        wanted.every((id) => receiver.storyOf(id).some(({ data }) => data.after.quantity === lastStep)),
      );
      expect(await delivers()).not.toBe(killed);
      for (const id of wanted) expect(isWhole(receiver.storyOf(id))).toBeTrue();
    } finally {
      await first.stop("SIGKILL");
      await second?.stop("SIGKILL");
      await outside.end();
      await database.drop();
      await receiver.stop();
    }
  },
);
