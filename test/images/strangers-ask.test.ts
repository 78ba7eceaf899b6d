import { afterEach, expect, test } from "bun:test";
import sharp from "sharp";
import { focalSteps, imageWidths } from "../../contract/constants.ts";
import { ImageQueue } from "../../server/images/image-queue.ts";
import { VariantMaker } from "../../server/images/variants.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { until } from "../support/until.ts";
import { corners, formOf } from "./pictures.ts";

let app: TestApp;
let end = () => {};
afterEach(async () => {
  end();
  await app.stop();
});

async function upload(width: number, height = 80): Promise<string> {
  return (await app.api.uploadImage({ form: formOf(await corners(width, height).png().toBuffer()) })).data.url;
}

/** Blocks all image processing until `end` is called. Returns how many jobs are running. */
function standStill(): () => number {
  const { store } = app.images;
  const bytes = store.bytes.bind(store);
  let reading = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  end = resolve;
  store.bytes = async (name) => {
    reading++;
    await promise;
    reading--;
    return bytes(name);
  };
  return () => reading;
}

/** Queries for different variants. */
function variantQueries(count: number): string[] {
  const all = imageWidths.flatMap((w) =>
    Array.from({ length: focalSteps + 1 }, (_, step) => `?w=${w}&fit=cover&fx=${step / focalSteps}`),
  );
  return all.slice(0, count);
}

test("an upload does not wait for variants, however many are requested", async () => {
  app = await startApp();
  const url = await upload(200);
  expect((await fetch(`${url}?w=64`)).status).toBe(200);
  const reading = standStill();
  const asked = variantQueries(60).map((wish) => fetch(url + wish));
  await until(() => reading() > 0, "variants are being made");
  await upload(90);
  end();
  for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status);
});

test("when the queue is full, requests for new variants get a 503, and stored ones are served", async () => {
  app = await startApp();
  // The smallest variants of several pictures, because all that wait are made in the end.
  const pictures = await Promise.all([200, 210, 220, 230, 240, 250, 260].map((width) => upload(width)));
  for (const picture of pictures) expect((await fetch(`${picture}?w=64`)).status).toBe(200);
  const [url = ""] = pictures;
  const wanted = pictures.flatMap((picture) => variantQueries(focalSteps + 1).map((wish) => picture + wish));
  const reading = standStill();
  const asked = wanted.map((each) => fetch(each));
  await until(() => reading() > 0, "variants are being made");
  const refused = await Promise.any(
    asked.map(async (answer) => {
      const response = await answer;
      if (response.status !== 503) throw new Error("not refused");
      return response;
    }),
  );
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(refused.headers.get("cache-control")).toBe("no-store");
  expect(await refused.json()).toMatchObject({ code: "unavailable" });
  expect((await fetch(`${url}?w=64`)).status).toBe(200);
  expect((await fetch(url)).status).toBe(200);
  // Unknown names do not use up the queue.
  expect((await fetch(`${url.replace(/[0-9a-f]{64}/, "0".repeat(64))}?w=64`)).status).toBe(404);
  end();
  await Promise.all(asked);
  expect((await fetch(wanted.at(-1) ?? "")).status).toBe(200);
});

test("a variant that takes too long gets a 503, and is there for the next request", async () => {
  app = await startApp();
  const hash = /[0-9a-f]{64}/.exec(await upload(90))?.[0] ?? "";
  standStill();
  const { store, inbox } = app.images;
  const queue = new ImageQueue({ slots: 1, pixels: 1e6, waiting: 9, waitingOfOne: 9, timeoutMs: 60_000 });
  const maker = new VariantMaker(store, inbox, queue, 1);
  const patient = new VariantMaker(store, inbox, queue);
  const asked = { width: 64, format: "webp", fit: "width", fx: 5, fy: 5 } as const;
  const find = (from: VariantMaker) =>
    from.find({ hash, extension: "png" }, asked, { address: () => "here", pay: () => {} });
  await expect(find(maker)).rejects.toMatchObject({ code: "unavailable", headers: { "retry-after": "5" } });
  end();
  expect(await find(patient)).toMatchObject({ name: `${hash}.w64.webp` });
});

test("with rate limits, an address pays for the variants made for it, and for nothing else", async () => {
  const rateLimits = { requests: 1_000, saves: 1_000, address: 200 };
  app = await startApp({ rateLimits, proxies: 1 }, { now: () => 1_700_000_080_000 });
  const url = await upload(2_000, 1_000);
  const ask = (query: string, address = "198.51.100.7") =>
    fetch(url + query, { headers: { "x-forwarded-for": address } });
  // Two megapixels read and two written cost 62 of 200, plus one for the size.
  expect((await ask("?format=webp")).status).toBe(200);
  for (let i = 0; i < 300; i++) await (await ask("?format=webp")).arrayBuffer();
  expect((await ask("?format=avif")).status).toBe(429);
  const refused = await ask("?w=1920&format=avif");
  expect(await refused.json()).toMatchObject({ code: "rate_limited" });
  expect(refused.headers.get("retry-after")).toBe("20");
  expect((await ask("?w=64")).status).toBe(200);
  expect((await ask("?format=webp")).status).toBe(200);
  expect((await ask("?format=jpeg", "198.51.100.8")).status).toBe(200);
});

test("an AVIF that is too expensive becomes a WebP, and no variant is larger than its encoder allows", async () => {
  app = await startApp();
  const url = await upload(6_000, 3_000);
  const large = await fetch(`${url}?w=2560&format=avif`);
  expect([large.status, large.headers.get("content-type")]).toEqual([200, "image/webp"]);
  const small = await fetch(`${url}?w=640&format=avif`);
  expect([small.status, small.headers.get("content-type")]).toEqual([200, "image/avif"]);
  const { width = 0, height = 0 } = await sharp(await (await fetch(`${url}?format=jpeg`)).bytes()).metadata();
  expect(width / height).toBeCloseTo(2, 2);
  expect(width * height).toBeLessThanOrEqual(16_000_000);
});
