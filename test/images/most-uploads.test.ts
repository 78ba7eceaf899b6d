import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";
import { corners, formOf } from "./pictures.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ proxies: 1 });
});
afterAll(() => app.stop());

const most = 50;
const arriving = () => readdirSync(join(app.images.store.location, "incoming")).length;

test("an address with fifty uploads at a time gets a 429 for more, with or without a length, and other addresses do not", async () => {
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
  await until(() => arriving() === most, "all uploads have started");
  const upload = () => fetch(`${app.url}/api/upload`, { method: "POST", body: formOf(picture) });
  const refused = await upload();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
  expect(await refused.json()).toMatchObject({
    code: "rate_limited",
    detail: "50 uploads of yours are already in progress.",
  });
  const chunked = await fetch(`${app.url}/api/upload`, { method: "POST", headers, body: slow() });
  expect(chunked.status).toBe(429);
  // Everything else works, and so do uploads from other addresses, up to sixty in all.
  const from = (address: string, body: ReadableStream | FormData = formOf(picture)) =>
    fetch(`${app.url}/api/upload`, {
      method: "POST",
      headers: { "x-forwarded-for": address, ...(body instanceof FormData ? {} : headers) },
      body,
    });
  expect((await from("192.0.2.1")).status).toBe(201);
  const others = Array.from({ length: 10 }, (_, index) => from(`192.0.2.${index}`, slow()));
  await until(() => arriving() === most + 10, "the others have started too");
  const last = await from("192.0.2.99");
  expect([last.status, (await last.json()).detail]).toEqual([503, "60 uploads are already in progress."]);
  expect((await fetch(`${app.url}/api/projects`)).status).toBe(200);
  end();
  expect(new Set((await Promise.all([...sent, ...others])).map(({ status }) => status))).toEqual(new Set([201]));
  expect((await upload()).status).toBe(201);
  // Refused uploads do not count any more either.
  for (let i = 0; i <= most; i++) {
    expect((await fetch(`${app.url}/api/upload`, { method: "POST", body: formOf("words") })).status).toBe(415);
  }
  expect(arriving()).toBe(0);
});
