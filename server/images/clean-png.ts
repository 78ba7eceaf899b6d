import { cutShort, Keeper } from "./pieces.ts";

/**
 * What a picture needs to be drawn as it was meant. Text, Exif and times are left out, and so is what makes a PNG
 * move, because the decoder that proves a picture looks at the first frame alone.
 */
const kept = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS"],
  ...["gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "sBIT", "pHYs"],
]);

const signatureBytes = 8;
const frameBytes = 12;

export function cleanPng(bytes: Buffer): Buffer {
  const keeper = new Keeper(bytes);
  keeper.keep(0, signatureBytes);
  for (let at = signatureBytes; ; ) {
    if (at + frameBytes > bytes.length) throw cutShort();
    const name = bytes.toString("latin1", at + 4, at + 8);
    const end = at + frameBytes + bytes.readUInt32BE(at);
    if (end > bytes.length) throw cutShort();
    if (kept.has(name)) keeper.keep(at, end);
    if (name === "IEND") return keeper.kept();
    at = end;
  }
}
