import { open } from "node:fs/promises";
import sharp, { type Metadata, type SharpOptions } from "sharp";
import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import { turn } from "../http/turns.ts";
import { checkParts, clean } from "./clean.ts";
import { isAvifSequence } from "./clean-avif.ts";
import { headBytes, type ImageKind, kindOf } from "./image-kinds.ts";
import type { ImageQueue } from "./image-queue.ts";
import { type ImageStore, storeUnavailable } from "./image-store.ts";
import { BrokenImage, ranOutOfTime } from "./pieces.ts";
import type { ReceivedFile } from "./received.ts";

// Each picture is one job for one core, and the queue decides how many run. Nothing that libvips caches between jobs is
// ever used again.
sharp.cache(false);
sharp.concurrency(1);

/** A picture that is checked and cleaned. */
export type ReadyImage = {
  /** Whether its file has to be put into the store; otherwise the store already has it. */
  isNew: boolean;
  name: string;
  hash: string;
  kind: ImageKind;
  bytes: number;
  width: number;
  height: number;
  animated: boolean;
};

type Sender = { address: string; signal: AbortSignal };

type Header = Metadata & { pixels: number; frames: number };

/** Seconds of one core. A GIF of 200 megapixels takes 3; with the wait for a turn it stays below a proxy's timeout. */
const decodeSeconds = 15;

/**
 * Makes a picture of a file of unknown bytes, or throws a `Problem`. The file is stored as sent, without its metadata.
 * It is encoded again only if its pixels must change: to be upright, or because browsers show CMYK differently.
 *
 * The name is the hash of the stored bytes, not of the sent ones: the same picture with other metadata is the same
 * file, and anyone can check a file against its name.
 */
export async function ingest(
  { path: file, size }: ReceivedFile,
  { store, queue }: { store: ImageStore; queue: ImageQueue },
  { address, signal }: Sender,
): Promise<ReadyImage> {
  const kind = kindOf(await head(file));
  if (!kind) {
    throw new Problem("not_an_image", "The file is not a JPEG, PNG, WebP, GIF or AVIF.");
  }
  return queue.run(address, async ({ memory, claim }) => {
    // A client that left while waiting gets no answer.
    signal.throwIfAborted();
    const read = await readInto(memory(), file, size);
    const bytes = await asProblem(() => checkParts(read, kind.extension));
    const header = await readHeader(bytes, kind);
    await claim(header.pixels);
    const stored = await asProblem(() => normalise(bytes, header, kind));
    const hash = await hashOf(stored);
    const name = `${hash}.${kind.extension}`;
    const isNew = await store.prepare(name, stored, file);
    const turned = (header.orientation ?? 1) >= 5;
    const height = header.pageHeight ?? header.height;
    return {
      isNew,
      name,
      hash,
      kind,
      bytes: stored.length,
      width: turned ? height : header.width,
      height: turned ? header.width : height,
      animated: header.frames > 1,
    };
  });
}

const hashedInATurn = 256 * 1024;

/** Yields to other requests in between: 20 MiB take tens of milliseconds. */
async function hashOf(bytes: Buffer): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for (let at = 0; at < bytes.length; at += hashedInATurn) {
    await turn();
    hasher.update(bytes.subarray(at, at + hashedInATurn));
  }
  return hasher.digest("hex");
}

async function readInto(memory: Buffer, file: string, size: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    for (let read = 0; read < size; ) {
      const { bytesRead } = await handle.read(memory, read, size - read, read);
      if (bytesRead === 0) throw new Error("The temporary file has become shorter.");
      read += bytesRead;
    }
    return memory.subarray(0, size);
  } catch (error) {
    throw storeUnavailable(error);
  } finally {
    await handle.close();
  }
}

async function head(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Reads width, height and frames from the file's header, and checks them before anything is decoded. */
async function readHeader(bytes: Buffer, kind: ImageKind): Promise<Header> {
  const metadata = await asProblem(() => sharp(bytes, { limitInputPixels: false, animated: true }).metadata());
  if (metadata.format !== kind.format || (kind.extension === "avif" && metadata.compression !== "av1")) {
    throw new Problem("not_an_image", `The file starts like ${kind.type}, but the decoder finds ${metadata.format}.`);
  }
  const { width, height } = declaredSize(metadata, kind, bytes);
  const frames = metadata.pages ?? 1;
  const tooLarge = (maxPixels: number, actual: string) =>
    new Problem("image_too_large", `${actual}; the limit is ${maxPixels / 1e6} megapixels.`, {
      width,
      height,
      frames,
      maxPixels,
    });
  if (width * height > limits.imagePixels) {
    throw tooLarge(limits.imagePixels, `The picture has ${width} x ${height} pixels`);
  }
  if (width * height * frames > limits.animationPixels) {
    throw tooLarge(limits.animationPixels, `The animation has ${frames} frames of ${width} x ${height} pixels`);
  }
  return { ...metadata, frames, pixels: width * height * frames };
}

/** The decoder ignores the screen size that a GIF declares and uses its frames; browsers allocate the screen. */
function declaredSize(metadata: Metadata, kind: ImageKind, bytes: Buffer): { width: number; height: number } {
  const found = { width: metadata.width, height: metadata.pageHeight ?? metadata.height };
  if (kind.extension !== "gif") return found;
  return {
    width: Math.max(found.width, bytes.readUInt16LE(6)),
    height: Math.max(found.height, bytes.readUInt16LE(8)),
  };
}

async function normalise(bytes: Buffer, header: Header, kind: ImageKind): Promise<Buffer> {
  const options: SharpOptions = {
    // Even on a warning: a stored picture must be complete.
    failOn: "warning",
    animated: header.frames > 1,
    limitInputPixels: limits.animationPixels,
    sequentialRead: true,
  };
  const isCmyk = header.space === "cmyk";
  if ((header.orientation ?? 1) > 1 || isCmyk || (kind.extension === "avif" && isAvifSequence(bytes))) {
    return encodedAgain(bytes, { header, kind, isCmyk }, options);
  }
  const cleaned = await clean(bytes, kind.extension);
  const { width, height } = header;
  const proof = sharp(cleaned, options).timeout({ seconds: decodeSeconds });
  if (kind.extension === "jpg") {
    // Lines are decoded in order, so the last pixel needs all before it. Shrinking to a few pixels would be cheaper,
    // but then a JPEG is decoded only in part, and damage goes unnoticed.
    proof.extract({ left: width - 1, top: height - 1, width: 1, height: 1 });
  } else {
    proof.resize(8, 8, { fit: "fill" });
  }
  // These few pixels need every pixel of the file, so a successful decode has read it to its end, with only a few lines
  // in memory at a time.
  await proof.raw().toBuffer();
  return cleaned;
}

/** High enough that the second encoding is not visible. */
const quality = 92;

function encodedAgain(
  bytes: Buffer,
  { header, kind, isCmyk }: { header: Header; kind: ImageKind; isCmyk: boolean },
  options: SharpOptions,
): Promise<Buffer> {
  const upright = sharp(bytes, options).autoOrient().timeout({ seconds: decodeSeconds });
  const picture = isCmyk ? upright.toColourspace("srgb") : upright.keepIccProfile();
  switch (kind.extension) {
    case "jpg":
      return picture
        .jpeg({ quality, chromaSubsampling: header.chromaSubsampling === "4:4:4" ? "4:4:4" : "4:2:0" })
        .toBuffer();
    case "png":
      return picture.png().toBuffer();
    case "webp":
      return picture.webp({ quality, lossless: bytes.includes("VP8L", 0, "latin1") }).toBuffer();
    case "gif":
      return picture.gif().toBuffer();
    case "avif":
      return picture.avif({ quality: 70, effort: 2 }).toBuffer();
  }
}

/** Plain errors come from the decoder and the format readers, and mean that the file is bad; others are rethrown. */
export async function asProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BrokenImage) && (error as Error).constructor !== Error) throw error;
    if (ranOutOfTime(error)) {
      throw new Problem("image_too_complex", `The picture could not be decoded within ${decodeSeconds} seconds.`, {
        maxSeconds: decodeSeconds,
      });
    }
    const [reason = ""] = (error as Error).message.split("\n");
    const words = reason.split(" ").map((word) => (word.includes("/") ? "the file" : word));
    throw new Problem("image_broken", `The picture cannot be read: ${words.join(" ")}.`);
  }
}
