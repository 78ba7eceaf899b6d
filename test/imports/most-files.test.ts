import { afterAll, beforeAll, expect, test } from "bun:test";
import { type AccessApp, startAccessApp } from "../access/access-scenario.ts";
import { until } from "../support/until.ts";

let app: AccessApp;
beforeAll(async () => {
  app = await startAccessApp();
});
afterAll(() => app.stop());

const path = "/api/projects/shop/imports?dryRun=true";
const table = "name\nLamp\n";

test("one who sends four files at a time gets a 429 for more, and others can still send theirs", async () => {
  const who = await app.key({ role: "editor", project: "shop" });
  const other = await app.key({ role: "editor", project: "shop" });
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
  const slow = (name: string) =>
    new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(Buffer.from("name\n"));
        await goOn;
        controller.enqueue(Buffer.from(`${name}\n`));
        controller.close();
      },
    });
  const send = (by: typeof who, body: string | ReadableStream) =>
    by.send(path, { method: "POST", headers: { "content-type": "text/csv" }, body });
  const sent = Array.from({ length: 4 }, (_, i) => send(who, slow(`Item ${i}`)));
  // Refused at once or not at all: a file that is taken is answered, so this ends.
  await until(async () => (await send(who, table)).status === 429, "further files are refused");
  const refused = await send(who, table);
  expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toMatchObject([
    429,
    "5",
    { code: "rate_limited", detail: "4 files of yours are already being sent or read." },
  ]);
  expect((await send(other, table)).status).toBeLessThan(300);
  end();
  for (const { status } of await Promise.all(sent)) expect(status).toBeLessThan(300);
  expect((await send(who, table)).status).toBeLessThan(300);
});
