import { afterEach, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { storeUnavailable } from "../../server/images/image-store.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";
import { corners } from "./pictures.ts";

let app: TestApp;
afterEach(() => app.stop());

const unhandledRejections: unknown[] = [];
process.on("unhandledRejection", (error) => unhandledRejections.push(error));

const leftovers = () => readdirSync(join(app.images.store.location, "incoming"));

/** A form whose files arrive completely, and whose end is held back until `ready`. */
function slowForm(files: Buffer[], ready: () => Promise<void>, end: string): ReadableStream<Uint8Array> {
  const head = '\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\n\r\n';
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from("--x"));
      for (const file of files) controller.enqueue(Buffer.concat([Buffer.from(head), file, Buffer.from("\r\n--x")]));
      await ready();
      controller.enqueue(Buffer.from(end));
      controller.close();
    },
  });
}

const send = (body: ReadableStream<Uint8Array>) =>
  fetch(`${app.url}/api/uploads`, {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body,
  });

test("a store that fails while files still arrive is a 503, without unhandled rejections", async () => {
  app = await startApp();
  let failures = 0;
  app.images.store.put = async () => {
    failures++;
    throw storeUnavailable(new Error("the disk is full"));
  };
  const picture = await corners().png().toBuffer();
  const failed = () => until(() => failures > 0, "the store has failed");
  const response = await send(slowForm([picture, picture], failed, "--\r\n"));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "unavailable" });
  expect(response.headers.get("retry-after")).not.toBeNull();
  await Bun.sleep(0);
  expect(unhandledRejections).toEqual([]);
  await until(() => leftovers().length === 0, "no files are left");
});

test("a form that is refused while its first file is stored leaves no pending promise", async () => {
  app = await startApp();
  const { promise: stored, resolve: failNow } = Promise.withResolvers<void>();
  const { promise: complete, resolve: isComplete } = Promise.withResolvers<void>();
  const order: string[] = [];
  let failing = false;
  app.images.store.put = async () => {
    failing = true;
    await stored;
    order.push("the store has failed");
    throw storeUnavailable(new Error("the disk is full"));
  };
  const picture = await corners().png().toBuffer();
  const ready = () => until(() => failing, "the store is used").then(isComplete);
  const answer = send(slowForm([picture], ready, "\r\nno name\r\n\r\n\r\n--x--\r\n"));
  void answer.then(() => order.push("answered"));
  await complete;
  // These are sent after the whole form, and are answered before it.
  for (let later = 0; later < 5; later++) expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  expect(order).toEqual([]);
  failNow();
  expect([(await answer).status, leftovers()]).toEqual([400, []]);
  // Nothing of the form is in progress after the answer.
  expect(order).toEqual(["the store has failed", "answered"]);
  await Bun.sleep(0);
  expect(unhandledRejections).toEqual([]);
});
