import { afterAll, beforeAll, expect, test } from "bun:test";
import { changeEvent, eventsPath } from "../../contract/live.ts";
import { listen } from "../live/sse-client.ts";
import { startWebhooksApp, type WebhooksApp, webhookCalls } from "../webhooks/webhooks-scenario.ts";
import { Imports } from "./import-run.ts";

let at: WebhooksApp;
beforeAll(async () => {
  at = await startWebhooksApp();
});
afterAll(async () => {
  await at.app.stop();
  await at.receiver.stop();
});
const { add, createItem } = webhookCalls(() => at);

test("listeners and webhooks get one event for an import, and every other change as always", async () => {
  const imports = new Imports(at.app.url);
  const client = await listen(at.app.url + eventsPath("shop"));
  await client.until(({ event }) => event === "ready");
  await add();
  const first = await createItem("Before");
  const lines = Array.from({ length: 450 }, (_, row) => `E-${row},${at.leaf},Item ${row}`);
  const run = await imports.run(`key,subcategoryId,name\n${lines.join("\n")}\n`);
  const last = await createItem("After");
  await client.until(({ event, data }) => event === "change" && (data as { id: string }).id === last.id);
  const changes = client.events.filter(({ event }) => event === "change").map(({ data }) => changeEvent.parse(data));
  expect(changes.map(({ kind, action, id }) => [kind, action, id])).toEqual([
    ["item", "create", first.id],
    ["import", "create", run.id],
    ["item", "create", last.id],
  ]);
  expect(changes[1]).toMatchObject({ changeSetId: run.changeSetId, after: { rows: 450, created: 450, refused: 0 } });
  const messages = await at.receiver.until((all) => all.length >= 3);
  expect(messages.map(({ type }) => type).sort() as string[]).toEqual([
    "import.created",
    "item.created",
    "item.created",
  ]);
  client.close();
});

test("a listener that comes back after an import gets its event once", async () => {
  const imports = new Imports(at.app.url);
  const client = await listen(at.app.url + eventsPath("shop"));
  const { id: position } = await client.until(({ event }) => event === "ready");
  client.close();
  const run = await imports.run(`subcategoryId,name\n${at.leaf},One\n${at.leaf},Two\n`);
  const back = await listen(at.app.url + eventsPath("shop"), position);
  await back.until(({ event, data }) => event === "change" && (data as { id: string }).id === run.id);
  expect(back.events.filter(({ event }) => event === "change")).toHaveLength(1);
  back.close();
});
