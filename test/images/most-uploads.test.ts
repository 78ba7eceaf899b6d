import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../until.ts";
import { corners, formOf } from "./pictures.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const most = 50;
const arriving = () => readdirSync(join(app.images.store.location, "incoming")).length;

test("past fifty uploads at a time one is told to come again, with a length or without", async () => {
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
  const picture = await corners().png().toBuffer();
  const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const slow = () =>
    new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(Buffer.concat([Buffer.from(head), picture]));
        await goOn;
        controller.enqueue(Buffer.from("\r\n--x--\r\n"));
        controller.close();
      },
    });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const sent = Array.from({ length: most }, () =>
    fetch(`${app.url}/api/upload`, { method: "POST", headers, body: slow() }),
  );
  await until(() => arriving() === most, "all uploads have begun");
  const upload = () => fetch(`${app.url}/api/upload`, { method: "POST", body: formOf(picture) });
  const refused = await upload();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await refused.json()).toMatchObject({ code: "unavailable", detail: "50 uploads are arriving already." });
  const chunked = await fetch(`${app.url}/api/upload`, { method: "POST", headers, body: slow() });
  expect(chunked.status).toBe(503);
  // Everything else goes on.
  expect((await fetch(`${app.url}/api/projects`)).status).toBe(200);
  end();
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([201]));
  expect((await upload()).status).toBe(201);
  // What was refused has given its place back too.
  for (let i = 0; i <= most; i++) {
    expect((await fetch(`${app.url}/api/upload`, { method: "POST", body: formOf("words") })).status).toBe(415);
  }
  expect(arriving()).toBe(0);
});
