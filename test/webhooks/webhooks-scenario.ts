import { startApp } from "../start-app.ts";
import { TestClock } from "../test-clock.ts";
import { type Message, Receiver } from "./start-receiver.ts";

export const second = 1_000;
export const hour = 3_600_000;
/** Longer than any test lets pass during a request, except the test of a hanging target. */
export const timeoutMs = 10 * hour;
/** Four attempts within ten seconds; a target that fails for more than an hour is dead. */
const retryMs = [second, 2 * second, 5 * second, hour];

export type WebhooksApp = Awaited<ReturnType<typeof startWebhooksApp>>;

/** An app with a leaf, a test clock, and a receiver that it may send to. */
export async function startWebhooksApp() {
  const receiver = await Receiver.start();
  const clock = new TestClock();
  const app = await startApp({ webhooks: { allow: [`127.0.0.1:${receiver.port}`], timeoutMs, retryMs } }, { clock });
  const category = await app.api.createCategory({ params: { projectId: "shop" }, body: { name: "Phones" } });
  const leaf = await app.api.createSubcategory({ params: { categoryId: category.data.id }, body: { name: "Leaf" } });
  return { app, receiver, clock, leaf: leaf.data.id };
}

/** The calls that webhook tests make, in their current app. */
export function webhookCalls(at: () => WebhooksApp) {
  const deliveriesOf = async (webhookId: string) =>
    (await at().app.api.listWebhookDeliveries({ params: { webhookId } })).data.deliveries;
  const state = async (webhookId: string) => (await at().app.api.getWebhook({ params: { webhookId } })).data;
  return {
    deliveriesOf,
    state,
    async add(body: { url?: string; events?: ("item.created" | "item.deleted")[] } = {}) {
      const { app, receiver } = at();
      return (await app.api.createWebhook({ params: { projectId: "shop" }, body: { url: receiver.url, ...body } }))
        .data;
    },
    async createItem(name: string) {
      const { app, leaf } = at();
      return (await app.api.createItem({ params: { subcategoryId: leaf }, body: { name } })).data;
    },
    untilDelivered: (webhookId: string, count: number) =>
      at().clock.passUntil(
        0,
        async () => (await deliveriesOf(webhookId)).filter(({ state }) => state === "delivered").length === count,
        `${count} deliveries are noted`,
      ),
    /** With `passMs`, that much time passes between two checks. */
    async untilState(webhookId: string, wanted: string, passMs = 0) {
      let webhook = await state(webhookId);
      const isWanted = async () => {
        webhook = await state(webhookId);
        return webhook.state === wanted;
      };
      await at().clock.passUntil(passMs, isWanted, `the webhook is ${wanted}`);
      return webhook;
    },
  };
}

/** Sorted, because the order of different things is not guaranteed. */
export const idsOf = (messages: readonly Message[]) => messages.map(({ data }) => data.id).sort();

export const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: { problem?: { status: number; errors?: { pointer: string; message: string }[] } }) => reason,
  );
  return error?.problem;
};
