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

// Each picture is one job for one core, and the queue decides how many run; what libvips would cache between jobs
// is never asked for again.
sharp.cache(false);
sharp.concurrency(1);

/** A picture that is proven and clean. */
export type ReadyImage = {
  /** Whether its file is for the store to take in; else the store has it already. */
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

/** Of one core. 200 megapixels of a GIF take 3; with the wait for a turn it stays below a proxy's patience. */
const decodeSeconds = 15;

/**
 * From a file of unknown bytes to a picture. What cannot be shown to be one is thrown as a `Problem`. The file is
 * stored as it came, minus its metadata; it is encoded again only where its pixels must change: to stand upright, or
 * because browsers do not agree on its colours (CMYK).
 *
 * The name is the hash of what is stored and not of what was sent: the same picture with other metadata is the same
 * file, and anyone can check a file against its name.
 */
export async function ingest(
  file: string,
  size: number,
  store: ImageStore,
  queue: ImageQueue,
  { address, signal }: Sender,
): Promise<ReadyImage> {
  const kind = kindOf(await head(file));
  if (!kind) {
    throw new Problem("not_an_image", "The bytes are not those of a JPEG, PNG, WebP, GIF or AVIF.");
  }
  return queue.run(address, async ({ memory, claim }) => {
    // Whoever has gone while they waited would not hear of it.
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

/** In turns with all other requests: 20 MiB take tens of milliseconds. */
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

/** Width, height and frames as the head of the file tells them, held against the limits before anything is decoded. */
async function readHeader(bytes: Buffer, kind: ImageKind): Promise<Header> {
  const metadata = await asProblem(() => sharp(bytes, { limitInputPixels: false, animated: true }).metadata());
  if (metadata.format !== kind.format || (kind.extension === "avif" && metadata.compression !== "av1")) {
    throw new Problem("not_an_image", `It looks like ${kind.type}, and the decoder finds ${metadata.format} in it.`);
  }
  const { width, height } = declaredSize(metadata, kind, bytes);
  const frames = metadata.pages ?? 1;
  const tooLarge = (maxPixels: number, words: string) =>
    new Problem("image_too_large", `${words}; ${maxPixels / 1e6} megapixels are taken.`, {
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

/** The decoder passes over the screen that a GIF declares and looks at its frames; browsers do make room for it. */
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
    // Even a warning of the decoder: what is stored must be whole.
    failOn: "warning",
    animated: header.frames > 1,
    limitInputPixels: limits.animationPixels,
    sequentialRead: true,
  };
  const isCmyk = header.space === "cmyk";
  if ((header.orientation ?? 1) > 1 || isCmyk || (kind.extension === "avif" && isAvifSequence(bytes))) {
    return encodedAgain(bytes, header, kind, isCmyk, options);
  }
  const cleaned = await clean(bytes, kind.extension);
  const { width, height } = header;
  const proof = sharp(cleaned, options).timeout({ seconds: decodeSeconds });
  if (kind.extension === "jpg") {
    // Lines come one after the other, so the last pixel needs all before it. Shrinking to a few would be cheaper still,
    // but a JPEG is then decoded in part, and damage goes unseen.
    proof.extract({ left: width - 1, top: height - 1, width: 1, height: 1 });
  } else {
    proof.resize(8, 8, { fit: "fill" });
  }
  // Every pixel is needed for these few, so a decode that succeeds has read the file to its end, and no more than a
  // few lines of it are in memory at a time.
  await proof.raw().toBuffer();
  return cleaned;
}

/** High enough that nobody sees the second encoding. */
const quality = 92;

function encodedAgain(
  bytes: Buffer,
  header: Header,
  kind: ImageKind,
  isCmyk: boolean,
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

/** What the decoder and the readers of the file formats throw is the file's fault; they throw plain errors alone. */
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
    const [words = ""] = (error as Error).message.split("\n");
    throw new Problem("image_broken", `The picture cannot be read: ${words.replace(/\S*\/\S*/g, "the file")}.`);
  }
}
