import { afterAll, beforeAll, expect, test } from "bun:test";
import sharp from "sharp";
import { limits } from "../../contract/limits.ts";
import { rounds } from "../support/rounds.ts";
import { type Service, startService } from "../support/start-service.ts";

let service: Service;
let file: Blob;

beforeAll(async () => {
  const side = 2600;
  const pixels = Buffer.alloc(side * side * 3, crypto.getRandomValues(new Uint8Array(60_000)));
  const picture = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(picture.length).toBeLessThan(limits.imageBytes);
  expect(picture.length).toBeGreaterThan(limits.imageBytes * 0.95);
  file = new Blob([new Uint8Array(picture)]);
  service = await startService();
});
afterAll(async () => {
  await service.stop();
});

test("many uploads of the largest size at once are all accepted, as one picture", async () => {
  const answers = await Promise.all(
    Array.from({ length: rounds(12, 50) }, async () => {
      const form = new FormData();
      form.append("image", file, "photo.png");
      const response = await fetch(`${service.url}/api/upload`, { method: "POST", body: form });
      return { status: response.status, body: (await response.json()) as { url: string } };
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
});
