import { limits } from "../../contract/limits.ts";
import { Problem } from "../http/problem.ts";
import { cleanAvif } from "./clean-avif.ts";
import { cleanGif, gifBlocks } from "./clean-gif.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanPng, withoutTexts } from "./clean-png.ts";
import { cleanWebp, webpChunks } from "./clean-webp.ts";
import type { Extension } from "./image-kinds.ts";
import { cutShort } from "./pieces.ts";
import { checkUnpacked } from "./png-unpacked.ts";

const cleaners: Record<Extension, (bytes: Buffer) => Buffer> = {
  jpg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
  gif: cleanGif,
  avif: cleanAvif,
};

/**
 * Checks the parts of a file against the limits before a decoder sees it: the number of frames, and the size that it
 * unpacks to. Removes, in place, the parts that no decoder needs.
 */
export async function checkParts(bytes: Buffer, extension: Extension): Promise<Buffer> {
  return brokenIfCut(async () => {
    if (extension === "gif") checkFrames(gifBlocks(bytes), ({ kind }) => kind === "picture");
    if (extension === "webp") checkFrames(webpChunks(bytes), ({ name }) => name === "ANMF");
    if (extension !== "png") return bytes;
    const shorter = withoutTexts(bytes);
    await checkUnpacked(shorter);
    return shorter;
  });
}

function checkFrames<T>(parts: Iterable<T>, isFrame: (part: T) => boolean): void {
  let frames = 0;
  for (const part of parts) {
    if (!isFrame(part) || ++frames <= limits.animationFrames) continue;
    throw new Problem("image_too_large", `The animation has more than ${limits.animationFrames} frames.`, {
      maxFrames: limits.animationFrames,
    });
  }
}

/**
 * Removes metadata and anything after the end of the picture. The pixels are not encoded again, so no quality is lost.
 * Works in place and overwrites `bytes`.
 */
export async function clean(bytes: Buffer, extension: Extension): Promise<Buffer> {
  return brokenIfCut(async () => cleaners[extension](bytes));
}

async function brokenIfCut<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // A length points past the end of the file.
    if (error instanceof RangeError) throw cutShort();
    throw error;
  }
}
