import { cleanAvif } from "./clean-avif.ts";
import { cleanGif } from "./clean-gif.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanPng } from "./clean-png.ts";
import { cleanWebp } from "./clean-webp.ts";
import type { Extension } from "./image-kinds.ts";
import { cutShort } from "./pieces.ts";

const cleaners: Record<Extension, (bytes: Buffer) => Buffer> = {
  jpg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
  gif: cleanGif,
  avif: cleanAvif,
};

/**
 * The same picture without metadata and without anything behind it, by leaving bytes out: the pixels are not encoded
 * again, so no quality is lost. Works in place, so `bytes` is no longer what it was.
 */
export function clean(bytes: Buffer, extension: Extension): Buffer {
  try {
    return cleaners[extension](bytes);
  } catch (error) {
    // A length that leads past the end of the file.
    if (error instanceof RangeError) throw cutShort();
    throw error;
  }
}
