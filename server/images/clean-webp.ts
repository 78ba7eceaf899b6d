import { cutShort, Pieces } from "./pieces.ts";

const kept = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);

const headerBytes = 12;
/** In the flags of VP8X: "there is Exif" and "there is XMP". */
const metadataFlags = 0b0000_1100;

export function cleanWebp(bytes: Buffer): Buffer {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw cutShort();
  const pieces = new Pieces(bytes);
  for (let at = headerBytes; at < end; ) {
    if (at + 8 > end) throw cutShort();
    const name = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (next > end) throw cutShort();
    if (name === "VP8X" && ((bytes[at + 8] ?? 0) & metadataFlags) !== 0) {
      const chunk = Buffer.from(bytes.subarray(at, next));
      chunk[8] = (chunk[8] ?? 0) & ~metadataFlags;
      pieces.put(chunk);
    } else if (kept.has(name)) {
      pieces.keep(at, next);
    }
    at = next;
  }
  const body = pieces.joined();
  if (body.length === bytes.length - headerBytes) {
    const unchanged = body.equals(bytes.subarray(headerBytes));
    if (unchanged) return bytes;
  }
  const header = Buffer.from(bytes.subarray(0, headerBytes));
  header.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([header, body]);
}
