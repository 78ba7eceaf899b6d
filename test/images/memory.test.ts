import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import sharp from "sharp";
import { limits } from "../../contract/limits.ts";
import { type Service, startService } from "../start-service.ts";

let service: Service;
let picture: Buffer;

/** The most memory that the process ever had. */
function peakMegabytes(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

beforeAll(async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const small = await sharp({ create: { width: 1000, height: 800, channels: 3, background: "#888", noise } })
    .png()
    .toBuffer();
  picture = await sharp(small).resize(5000, 4000, { kernel: "nearest" }).jpeg({ quality: 97 }).toBuffer();
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  rmSync(service.dataDir, { recursive: true });
});

test("fifty of the largest uploads at once stay under 300 MB", async () => {
  expect(picture.length).toBeLessThan(limits.imageBytes);
  expect(picture.length).toBeGreaterThan(limits.imageBytes * 0.6);
  // Zeros behind the end of the picture, to make it as large as it may be.
  const file = new Blob([new Uint8Array(picture), new Uint8Array(limits.imageBytes - picture.length)]);
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const form = new FormData();
      form.append("image", file, "photo.jpg");
      const response = await fetch(`${service.url}/api/upload`, { method: "POST", body: form });
      return { status: response.status, body: (await response.json()) as { url: string } };
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
  console.log(`peak: ${peakMegabytes(service.pid).toFixed(0)} MB`);
  expect(peakMegabytes(service.pid)).toBeLessThan(300);
}, 60_000);
