import { cutShort, Keeper } from "./pieces.ts";

const needed = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);

const headerBytes = 12;
/** In the flags of VP8X: "there is Exif" and "there is XMP". */
const metadataFlags = 0b0000_1100;

type Chunk = { name: string; start: number; end: number };

export function* webpChunks(bytes: Buffer): Generator<Chunk> {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw cutShort();
  for (let at = headerBytes; at < end; ) {
    if (at + 8 > end) throw cutShort();
    const size = bytes.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (next > end) throw cutShort();
    yield { name: bytes.toString("latin1", at, at + 4), start: at, end: next };
    at = next;
  }
}

export function cleanWebp(bytes: Buffer): Buffer {
  const keeper = new Keeper(bytes);
  keeper.keep(0, headerBytes);
  for (const { name, start, end } of webpChunks(bytes)) {
    if (name === "VP8X") bytes[start + 8] = (bytes[start + 8] ?? 0) & ~metadataFlags;
    if (needed.has(name)) keeper.keep(start, end);
  }
  const kept = keeper.kept();
  kept.writeUInt32LE(kept.length - 8, 4);
  return kept;
}
