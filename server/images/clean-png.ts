import { cutShort, Keeper } from "./pieces.ts";

/** A chunk's type as a number: a file can hold a million chunks, and four letters each would be a million strings. */
const typeOf = (name: string): number => Buffer.from(name, "latin1").readUInt32BE();

/**
 * The chunks that a picture needs to be drawn correctly. Text, Exif and times are left out, and so is animation,
 * because the decoder that checks a picture reads only the first frame.
 */
const drawnTypes = new Set(
  [
    ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS"],
    ...["gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "sBIT", "pHYs"],
  ].map(typeOf),
);
/** These, and Exif, which says how the picture is oriented. */
const readable = new Set([...drawnTypes, typeOf("eXIf")]);

export const pngTypes = { data: typeOf("IDAT"), profile: typeOf("iCCP"), end: typeOf("IEND") };

const signatureBytes = 8;
const frameBytes = 12;

/** Eight bytes of length and type, the data, and four bytes of checksum. */
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

export const cleanPng = (bytes: Buffer): Buffer => keepOnly(bytes, drawnTypes);

/** Runs before anything else reads the file: a reader of metadata would unpack packed texts without limit. */
export const withoutTexts = (bytes: Buffer): Buffer => keepOnly(bytes, readable);
