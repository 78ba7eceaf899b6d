import { cutShort, Keeper } from "./pieces.ts";

/** The name of a chunk as the number that its four letters make: there can be a million chunks, and as many strings. */
const typeOf = (name: string): number => Buffer.from(name, "latin1").readUInt32BE();

/**
 * What a picture needs to be drawn as it was meant. Text, Exif and times are left out, and so is what makes a PNG
 * move, because the decoder that proves a picture looks at the first frame alone.
 */
const kept = new Set(
  [
    ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS"],
    ...["gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "sBIT", "pHYs"],
  ].map(typeOf),
);
/** And what tells how a picture stands. */
const readable = new Set([...kept, typeOf("eXIf")]);

export const pngTypes = { data: typeOf("IDAT"), profile: typeOf("iCCP"), end: typeOf("IEND") };

const signatureBytes = 8;
const frameBytes = 12;

/** Eight bytes of length and name, what it holds, and four of checksum. */
type Chunk = { type: number; start: number; end: number };

export function* pngChunks(bytes: Buffer): Generator<Chunk> {
  for (let at = signatureBytes; ; ) {
    if (at + frameBytes > bytes.length) throw cutShort();
    const type = bytes.readUInt32BE(at + 4);
    const end = at + frameBytes + bytes.readUInt32BE(at);
    if (end > bytes.length) throw cutShort();
    yield { type, start: at, end };
    if (type === pngTypes.end) return;
    at = end;
  }
}

function keepOnly(bytes: Buffer, types: ReadonlySet<number>): Buffer {
  const keeper = new Keeper(bytes);
  keeper.keep(0, signatureBytes);
  for (const { type, start, end } of pngChunks(bytes)) if (types.has(type)) keeper.keep(start, end);
  return keeper.kept();
}

export const cleanPng = (bytes: Buffer): Buffer => keepOnly(bytes, kept);

/** Before anything reads the file: texts are packed, and a reader of metadata would unpack them without a bound. */
export const withoutTexts = (bytes: Buffer): Buffer => keepOnly(bytes, readable);
