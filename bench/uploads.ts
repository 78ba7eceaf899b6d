import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { limits } from "../contract/limits.ts";
import { peakMb, startService } from "./processes.ts";
import type { Line } from "./report.ts";
import { spreadOf } from "./turns.ts";

const atOnce = 50;
const side = 2_600;

/** Noise that does not pack: just under the most that an upload may have. */
async function largestPicture(): Promise<Blob> {
  const pixels = Buffer.alloc(side * side * 3, crypto.getRandomValues(new Uint8Array(60_000)));
  const bytes = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  if (bytes.length > limits.imageBytes || bytes.length < limits.imageBytes * 0.95) {
    throw new Error(`The picture has ${bytes.length} bytes, and should have a little under ${limits.imageBytes}.`);
  }
  return new Blob([new Uint8Array(bytes)]);
}

export async function uploads(folder: string): Promise<Line[]> {
  const dataDir = join(folder, "uploads");
  mkdirSync(dataDir);
  const picture = await largestPicture();
  const service = await startService(dataDir);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const form = new FormData();
      form.append("image", picture, "photo.png");
      const answer = await fetch(`${service.url}/api/upload`, { method: "POST", body: form });
      await answer.arrayBuffer();
      if (answer.status !== 201) throw new Error(`An upload was answered with ${answer.status}.`);
    }),
  );
  const peak = peakMb(service.pid);
  await service.stop();
  rmSync(dataDir, { recursive: true });
  return [
    {
      work: `memory, ${atOnce} uploads at once`,
      bar: { value: 300, kind: "at most" },
      figure: spreadOf([peak]),
      unit: "MB",
      details: `resident, the most; each a picture of ${Math.round(picture.size / 1024 ** 2)} MB`,
    },
  ];
}
