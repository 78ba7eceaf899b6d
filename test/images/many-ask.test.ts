import { afterAll, beforeAll, expect, test } from "bun:test";
import { ImageQueue } from "../../server/images/image-queue.ts";
import type { ImageStore } from "../../server/images/image-store.ts";
import { VariantMaker } from "../../server/images/variants.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { corners, formOf } from "./pictures.ts";

const bounds = { slots: 2, pixels: 50_000_000, waiting: 100, waitingOfOne: 100, timeoutMs: 60_000 };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function upload(width: number): Promise<string> {
  const bytes = await corners(width, 80).png().toBuffer();
  const { url } = (await app.api.uploadImage({ form: formOf(bytes) })).data;
  return /[0-9a-f]{64}/.exec(url)?.[0] ?? "";
}

test("however many new variants are requested at once, few files are in memory at a time", async () => {
  const hashes = await Promise.all([80, 90, 100, 110, 120, 130].map(upload));
  const { store, inbox } = app.images;
  let reading = 0;
  let mostAtOnce = 0;
  let read = 0;
  const counting = Object.create(store, {
    open: { value: store.open.bind(store) },
    prepare: { value: store.prepare.bind(store) },
    put: { value: store.put.bind(store) },
    bytes: {
      value: async (name: string) => {
        read++;
        mostAtOnce = Math.max(mostAtOnce, ++reading);
        // Gives other requests the chance to start if the limit failed.
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
        try {
          return await store.bytes(name);
        } finally {
          reading--;
        }
      },
    },
  }) as ImageStore;
  const maker = new VariantMaker(counting, inbox, new ImageQueue(bounds));
  const asker = { address: () => "here", pay: () => {} };
  const asked = { width: 64, format: "webp", fit: "width", fx: 5, fy: 5 } as const;
  const many = Array.from({ length: 20 }, () => hashes).flat();
  const found = await Promise.all(many.map((hash) => maker.find({ hash, extension: "png" }, asked, asker)));
  expect(found.filter((one) => one === undefined)).toEqual([]);
  expect(mostAtOnce).toBeLessThanOrEqual(2);
  // Read once for the size and once for the variant.
  expect(read).toBe(2 * hashes.length);
  expect(await maker.find({ hash: "0".repeat(64), extension: "png" }, asked, asker)).toBeUndefined();
});
