import { once } from "node:events";
import { crc32, createDeflate } from "node:zlib";
import sharp from "sharp";

/** The end of a PNG's first chunk, which has the size of the picture. */
const headEnd = 8 + 25;
const bombBytes = 1024 ** 3;

function chunk(type: string, data: Uint8Array): Buffer {
  const name = Buffer.from(type, "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data, crc32(name)));
  return Buffer.concat([length, name, data, sum]);
}

/** A gigabyte of zeros, compressed to a megabyte. */
async function bomb(): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const packed: Buffer[] = [];
  deflate.on("data", (bytes: Buffer) => packed.push(bytes));
  const zeros = Buffer.alloc(4 * 1024 ** 2);
  for (let sent = 0; sent < bombBytes; sent += zeros.length) {
    if (!deflate.write(zeros)) await once(deflate, "drain");
  }
  const ended = once(deflate, "end");
  deflate.end();
  await ended;
  return Buffer.concat(packed);
}

/** PNGs of 100 x 100 pixels whose colour profile or pixel data unpacks to a gigabyte. */
export async function pngBombs(): Promise<Blob[]> {
  const packed = await bomb();
  const plain = await sharp({ create: { width: 100, height: 100, channels: 3, background: "#808080" } })
    .png()
    .toBuffer();
  const [head, rest] = [plain.subarray(0, headEnd), plain.subarray(headEnd)];
  const profile = chunk("iCCP", Buffer.concat([Buffer.from("profile\0\0", "latin1"), packed]));
  return [
    new Blob([new Uint8Array(Buffer.concat([head, profile, rest]))]),
    new Blob([new Uint8Array(Buffer.concat([head, chunk("IDAT", packed), chunk("IEND", new Uint8Array())]))]),
  ];
}

/** The same PNG with a different gamma, so that each one is a new picture. */
export function variedPng(picture: Blob, count: number): Blob {
  const gamma = Buffer.alloc(4);
  gamma.writeUInt32BE(45_455 + count);
  return new Blob([picture.slice(0, headEnd), new Uint8Array(chunk("gAMA", gamma)), picture.slice(headEnd)]);
}

/** A GIF of one pixel and 800,000 frames, 18 MB. */
export function longGif(): Blob {
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const head = Buffer.from([...Buffer.from("GIF89a"), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  return new Blob([
    new Uint8Array(head),
    new Uint8Array(Buffer.alloc(800_000 * frame.length, frame)),
    new Uint8Array([0x3b]),
  ]);
}

/** A photo with noise, as from a camera. */
export async function photo(width: number, height: number): Promise<Blob> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const grain = await sharp({ create: { width: 500, height: 375, channels: 3, background: "#888", noise } })
    .png()
    .toBuffer();
  const bytes = await sharp(grain)
    .resize(width, height, { kernel: "cubic", fit: "fill" })
    .jpeg({ quality: 84 })
    .toBuffer();
  return new Blob([new Uint8Array(bytes)]);
}
