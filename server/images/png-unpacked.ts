import { createInflate } from "node:zlib";
import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import { giveBack } from "../memory/give-back.ts";
import { pngChunks, pngTypes } from "./clean-png.ts";
import { BrokenImage, cutShort } from "./pieces.ts";

/** Bytes that an encoder may add after the last line. */
const slackBytes = 64 * 1024;
/** No stream unpacks to more than this many times its length. */
const mostRatio = 1_032;
const pieceBytes = 256 * 1024;
/** The end of IHDR, the first chunk, with 13 bytes of data. */
const headerEnd = 33;

/**
 * Refuses a PNG that unpacks to more than its pixels need. A PNG can hold a thousand times its size, after its pixels
 * or in its colour profile, and any reader unpacks that: our decoder, in one call that cannot be stopped, and every
 * program that opens the stored file.
 */
export async function checkUnpacked(bytes: Buffer): Promise<void> {
  let profile: Buffer | undefined;
  let packed = 0;
  for (const chunk of pngChunks(bytes)) {
    if (chunk.type === pngTypes.data) packed += chunk.end - chunk.start;
    if (chunk.type !== pngTypes.profile) continue;
    if (profile) throw new BrokenImage("there is more than one colour profile");
    profile = bytes.subarray(chunk.start + 8, chunk.end - 4);
  }
  // The profile follows its name, which ends with a zero, and the number of the compression method.
  if (profile && (await unpacksBeyond([profile.subarray(profile.indexOf(0) + 2)], limits.imageProfileBytes))) {
    throw new Problem(
      "image_too_complex",
      `The colour profile unpacks to more than ${limits.imageProfileBytes / 1024 ** 2} MiB, the limit.`,
      { maxUnpackedBytes: limits.imageProfileBytes },
    );
  }
  const { width, height, bytes: needed } = pixelsOf(bytes);
  const most = needed + slackBytes;
  if (packed * mostRatio > most && (await unpacksBeyond(dataOf(bytes), most))) {
    throw new Problem(
      "image_too_complex",
      `The data unpacks to more than the ${needed} bytes that ${width} x ${height} pixels need.`,
      { width, height, maxUnpackedBytes: most },
    );
  }
}

/** How many samples a pixel has, by colour type. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The seven passes of an interlaced picture: the start of each, and its steps. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** How many bytes the unpacked lines of a picture need. */
function pixelsOf(bytes: Buffer): { width: number; height: number; bytes: number } {
  if (bytes.length < headerEnd) throw cutShort();
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const bits = (bytes[24] ?? 0) * (samples[bytes[25] ?? 0] ?? 0);
  const lines = (columns: number, rows: number) => (columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8)));
  if (bytes[28] !== 1) return { width, height, bytes: lines(width, height) };
  const steps = (length: number, start: number, step: number) => Math.max(0, Math.ceil((length - start) / step));
  const sizes = passes.map(([x, y, stepX, stepY]) => lines(steps(width, x, stepX), steps(height, y, stepY)));
  return { width, height, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/**
 * The data of a PNG in pieces that are worth a call: a file can hold a million chunks of a few bytes. All pieces use
 * the same memory, so each is valid until the next one is requested.
 */
function* dataOf(bytes: Buffer): Generator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  let size = 0;
  for (const { type, start, end } of pngChunks(bytes)) {
    if (type !== pngTypes.data) continue;
    for (let at = start + 8; at < end - 4; ) {
      const copied = bytes.copy(piece, size, at, end - 4);
      at += copied;
      size += copied;
      if (size < pieceBytes) continue;
      yield piece;
      size = 0;
    }
  }
  yield piece.subarray(0, size);
}

/** Discards the unpacked data as it arrives. Ignores damage: the decoder reports it better. */
async function unpacksBeyond(pieces: Iterable<Buffer>, most: number): Promise<boolean> {
  const inflate = createInflate({ chunkSize: pieceBytes });
  const closed = new Promise<void>((resolve) => inflate.once("close", resolve));
  let size = 0;
  let last: ArrayBufferLike | undefined;
  inflate.on("error", () => {});
  inflate.on("data", (part: Buffer) => {
    size += part.length;
    // Several parts share a buffer, which is free when a part has another one. Left to the garbage collector, the
    // buffers add up to a hundred megabytes.
    if (last && last !== part.buffer) giveBack(new Uint8Array(last));
    last = part.buffer;
    if (size > most) inflate.destroy();
  });
  for (const piece of pieces) {
    if (inflate.destroyed || inflate.readableEnded) break;
    await Promise.race([closed, new Promise<void>((resolve) => inflate.write(piece, () => resolve()))]);
  }
  inflate.end();
  await closed;
  return size > most;
}
