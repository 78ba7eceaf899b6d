import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { limits } from "../../contract/limits.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { corners, formOf, frames } from "./pictures.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function upload(bytes: Uint8Array) {
  const response = await fetch(`${app.url}/api/upload`, { method: "POST", body: formOf(bytes) });
  const body = (await response.json()) as { url?: string; code?: string; detail?: string };
  return { status: response.status, ...body };
}

function chunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(content.length, 0);
  body.copy(bytes, 4);
  bytes.writeInt32BE(Bun.hash.crc32(body) | 0, body.length + 4);
  return bytes;
}

const width = 64;
const height = 48;
const lines = Buffer.alloc((1 + 3 * width) * height);

/** A black picture in 8-bit RGB whose data unpacks to these bytes, in chunks of this size. */
function png(unpacked: Buffer, { chunkBytes = 1 << 20, before = [] as Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const packed = deflateSync(unpacked);
  const data: Buffer[] = [];
  for (let at = 0; at < packed.length; at += chunkBytes) data.push(chunk("IDAT", packed.subarray(at, at + chunkBytes)));
  const start = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([start, chunk("IHDR", header), ...before, ...data, chunk("IEND", Buffer.alloc(0))]);
}

const named = (content: Buffer) => Buffer.concat([Buffer.from("name\0\0", "latin1"), deflateSync(content)]);
const zeros = Buffer.alloc(32 * 1024 * 1024);

describe("a PNG that unpacks to more than it shows", () => {
  for (const chunkBytes of [1 << 20, 3]) {
    test(`is refused for data after its last line, in chunks of ${chunkBytes}`, async () => {
      expect(await upload(png(Buffer.concat([lines, zeros]), { chunkBytes }))).toMatchObject({
        status: 413,
        code: "image_too_complex",
        detail: `The data unpacks to more than the ${lines.length} bytes that 64 x 48 pixels need.`,
        width,
        height,
      });
    });
  }

  test("is refused for its colour profile", async () => {
    const profile = chunk("iCCP", named(zeros));
    expect(await upload(png(lines, { before: [profile] }))).toMatchObject({
      status: 413,
      code: "image_too_complex",
      detail: "The colour profile unpacks to more than 4 MiB, the limit.",
      maxUnpackedBytes: limits.imageProfileBytes,
    });
  });

  test("is refused for two colour profiles", async () => {
    const profile = chunk("iCCP", named(Buffer.alloc(1000)));
    expect(await upload(png(lines, { before: [profile, profile] }))).toMatchObject({
      status: 400,
      code: "image_broken",
    });
  });

  test("loses its texts, like every picture", async () => {
    const texts = [chunk("zTXt", named(zeros)), chunk("zTXt", named(zeros))];
    const { status, url = "" } = await upload(png(lines, { before: texts }));
    expect(status).toBe(201);
    expect(Buffer.from(await (await fetch(url)).bytes()).equals(png(lines))).toBe(true);
  });

  test("is accepted if an encoder left a few extra bytes", async () => {
    expect((await upload(png(Buffer.concat([lines, Buffer.alloc(100)])))).status).toBe(201);
  });

  test("valid PNGs of every depth and colour type, interlaced or not, at odd sizes are accepted", async () => {
    for (const [x, y] of [
      [1, 1],
      [3, 7],
      [37, 5],
      [101, 67],
    ] as const) {
      const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
      const picture = await sharp({ create: { width: x, height: y, channels: 3, background: "red", noise } })
        .png()
        .toBuffer();
      for (const progressive of [false, true]) {
        for (const made of [
          sharp(picture),
          sharp(picture).ensureAlpha(0.5),
          sharp(picture).greyscale(),
          sharp(picture).toColourspace("rgb16"),
        ]) {
          expect((await upload(await made.png({ progressive }).toBuffer())).status).toBe(201);
        }
        for (const colours of [2, 4, 16, 200]) {
          const bytes = await sharp(picture).png({ palette: true, colours, progressive }).toBuffer();
          expect((await upload(bytes)).status).toBe(201);
        }
      }
    }
  });

  test("a real colour profile is kept", async () => {
    const bytes = await corners().withIccProfile("p3").png().toBuffer();
    const { status, url = "" } = await upload(bytes);
    expect(status).toBe(201);
    expect((await sharp(await (await fetch(url)).bytes()).metadata()).icc).toBeDefined();
  });
});

describe("an animation of very many frames", () => {
  /** Repeats the last frame of a GIF, with its control block. */
  function longGif(gif: Buffer, times: number): Buffer {
    const at = gif.lastIndexOf("!\xf9", gif.length, "latin1");
    return Buffer.concat([
      gif.subarray(0, at),
      ...new Array<Buffer>(times).fill(gif.subarray(at, -1)),
      gif.subarray(-1),
    ]);
  }

  function longWebp(webp: Buffer, times: number): Buffer {
    const at = webp.lastIndexOf("ANMF");
    const long = Buffer.concat([webp.subarray(0, at), ...new Array<Buffer>(times).fill(webp.subarray(at))]);
    long.writeUInt32LE(long.length - 8, 4);
    return long;
  }

  test.each([
    ["gif", longGif],
    ["webp", longWebp],
  ] as const)("as %s is refused before anything is decoded", async (format, long) => {
    const short = await frames(2, format);
    expect(await upload(long(short, limits.animationFrames))).toMatchObject({
      status: 413,
      code: "image_too_large",
      detail: "The animation has more than 2000 frames.",
      maxFrames: 2_000,
    });
    expect((await upload(long(short, 20))).status).toBe(201);
  });
});

test("refused uploads leave no files", () => {
  expect(readdirSync(join(app.images.store.location, "incoming"))).toEqual([]);
});
