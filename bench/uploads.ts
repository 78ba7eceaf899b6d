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

/** Noise that does not pack: just under the most that an upload may have. */
export async function largestPicture(): Promise<Blob> {
  const pixels = Buffer.alloc(side * side * 3, crypto.getRandomValues(new Uint8Array(60_000)));
  const bytes = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  if (bytes.length > limits.imageBytes || bytes.length < limits.imageBytes * 0.95) {
    throw new Error(`The picture has ${bytes.length} bytes, and should have a little under ${limits.imageBytes}.`);
  }
  return new Blob([new Uint8Array(bytes)]);
}

/** As a form whose length nobody tells: in chunks, of which the server cannot know how many come. */
export function chunked(picture: Blob): { headers: Record<string, string>; body: ReadableStream<Uint8Array> } {
  const head = '--frame\r\ncontent-disposition: form-data; name="image"; filename="photo.png"\r\n\r\n';
  const form = new Blob([head, picture, "\r\n--frame--\r\n"]).stream();
  return {
    headers: { "content-type": "multipart/form-data; boundary=frame" },
    // Through a stream of our own: the length of a blob's is known.
    body: form.pipeThrough(new TransformStream<Uint8Array, Uint8Array>()),
  };
}

function whole(picture: Blob): { body: FormData } {
  const body = new FormData();
  body.append("image", picture, "photo.png");
  return { body };
}

/** The most memory of a service that is sent as many of the picture at once as it takes. */
async function peakOf(folder: string, picture: Blob, requestOf: (picture: Blob) => RequestInit): Promise<number> {
  mkdirSync(folder);
  const service = await startService({ DATA_DIR: folder });
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const answer = await fetch(`${service.url}/api/upload`, { method: "POST", ...requestOf(picture) });
      await answer.arrayBuffer();
      if (answer.status !== 201) throw new Error(`An upload was answered with ${answer.status}.`);
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
