import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { limits } from "../contract/limits.ts";
import { startService } from "../test/support/start-service.ts";
import { spreadOf } from "./in-turns.ts";
import { peakMb } from "./processes.ts";
import type { Line } from "./report.ts";

const atOnce = 50;
const side = 2_600;

/** Noise that cannot be compressed, just under the size limit of an upload. */
export async function largestPicture(): Promise<Blob> {
  const pixels = Buffer.alloc(side * side * 3, crypto.getRandomValues(new Uint8Array(60_000)));
  const bytes = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  if (bytes.length > limits.imageBytes || bytes.length < limits.imageBytes * 0.95) {
    throw new Error(`The picture has ${bytes.length} bytes, and should have slightly fewer than ${limits.imageBytes}.`);
  }
  return new Blob([new Uint8Array(bytes)]);
}

/** A form without a length, in chunks, so that the server cannot know its size in advance. */
export function chunked(picture: Blob): { headers: Record<string, string>; body: ReadableStream<Uint8Array> } {
  const head = '--frame\r\ncontent-disposition: form-data; name="image"; filename="photo.png"\r\n\r\n';
  const form = new Blob([head, picture, "\r\n--frame--\r\n"]).stream();
  return {
    headers: { "content-type": "multipart/form-data; boundary=frame" },
    // Through another stream, because the length of a blob's stream is known.
    body: form.pipeThrough(new TransformStream<Uint8Array, Uint8Array>()),
  };
}

function whole(picture: Blob): { body: FormData } {
  const body = new FormData();
  body.append("image", picture, "photo.png");
  return { body };
}

/** The peak memory of a service that receives the largest number of uploads at once. */
async function peakOf(folder: string, picture: Blob, requestOf: (picture: Blob) => RequestInit): Promise<number> {
  mkdirSync(folder);
  const service = await startService({ DATA_DIR: folder });
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const answer = await fetch(`${service.url}/api/upload`, { method: "POST", ...requestOf(picture) });
      await answer.arrayBuffer();
      if (answer.status !== 201) throw new Error(`An upload got status ${answer.status}.`);
    }),
  );
  const peak = peakMb(service.pid);
  await service.stop();
  rmSync(folder, { recursive: true });
  return peak;
}

export async function uploads(folder: string): Promise<Line[]> {
  const picture = await largestPicture();
  const line = (work: string, peak: number): Line => ({
    work,
    bar: { value: 300, kind: "at most" },
    figure: spreadOf([peak]),
    unit: "MB",
    details: `resident, the most; each a picture of ${Math.round(picture.size / 1024 ** 2)} MB`,
  });
  return [
    line(`memory, ${atOnce} uploads at once`, await peakOf(join(folder, "uploads"), picture, whole)),
    line(`memory, ${atOnce} chunked uploads at once`, await peakOf(join(folder, "chunked"), picture, chunked)),
  ];
}
