import { BrokenImage, cutShort } from "./pieces.ts";

type Box = { type: string; start: number; body: number; end: number };

const metadataTypes = new Set(["Exif", "mime", "uri "]);
const neededBoxes = new Set(["ftyp", "meta", "mdat"]);

/**
 * Removes Exif and XMP from an AVIF. The file refers to its parts by offset, so nothing is cut out: the bytes of
 * metadata become zeros, and their entries in the item list get a type that no program reads.
 */
export function cleanAvif(bytes: Buffer): Buffer {
  const boxes = topBoxes(bytes);
  const meta = boxes.find(({ type }) => type === "meta");
  const last = boxes.at(-1);
  if (!meta || !last) throw new BrokenImage("it has no item list");
  const metadata = metadataItems(bytes, meta);
  const others = boxes.filter(({ type }) => !neededBoxes.has(type));
  const extents = extentsOf(bytes, meta, metadata.items);
  const clean = bytes.subarray(0, last.end);
  for (const box of others) {
    clean.write("free", box.start + 4, "latin1");
    clean.fill(0, box.body, box.end);
  }
  for (const [start, end] of extents) {
    if (end > clean.length) throw cutShort();
    clean.fill(0, start, end);
  }
  for (const at of metadata.typesAt) clean.write("none", at, "latin1");
  return clean;
}

/** Whether the file holds an image sequence, which plays as an animation. */
export function isAvifSequence(bytes: Buffer): boolean {
  return topBoxes(bytes).some(({ type }) => type === "moov");
}

/** Anything after the last valid box is not part of the picture. */
function topBoxes(bytes: Buffer): Box[] {
  const found: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    const box = boxAt(bytes, at, bytes.length);
    if (!box) {
      if (found.some(({ type }) => type === "mdat")) break;
      throw cutShort();
    }
    found.push(box);
    at = box.end;
  }
  return found;
}

function boxAt(bytes: Buffer, start: number, limit: number): Box | undefined {
  if (start + 8 > limit) return undefined;
  let size = bytes.readUInt32BE(start);
  let body = start + 8;
  if (size === 1) {
    if (start + 16 > limit) return undefined;
    size = Number(bytes.readBigUInt64BE(start + 8));
    body = start + 16;
  } else if (size === 0) {
    size = limit - start;
  }
  const end = start + size;
  return end < body || end > limit
    ? undefined
    : { type: bytes.toString("latin1", start + 4, start + 8), start, body, end };
}

function child(bytes: Buffer, start: number, end: number, type: string): Box | undefined {
  for (let at = start; at < end; ) {
    const box = boxAt(bytes, at, end);
    if (!box) throw cutShort();
    if (box.type === type) return box;
    at = box.end;
  }
  return undefined;
}

/** `meta` is a box with four bytes of version and flags before its children. */
const inMeta = (bytes: Buffer, meta: Box, type: string) => child(bytes, meta.body + 4, meta.end, type);

function metadataItems(bytes: Buffer, meta: Box): { items: Set<number>; typesAt: number[] } {
  const items = new Set<number>();
  const typesAt: number[] = [];
  const list = inMeta(bytes, meta, "iinf");
  if (!list) throw new BrokenImage("it has no item list");
  for (let at = list.body + (bytes[list.body] === 0 ? 6 : 8); at < list.end; ) {
    const entry = boxAt(bytes, at, list.end);
    if (!entry) throw cutShort();
    const version = bytes[entry.body] ?? 0;
    const idBytes = version === 3 ? 4 : 2;
    const typeAt = entry.body + 4 + idBytes + 2;
    if (version >= 2 && typeAt + 4 <= entry.end && metadataTypes.has(bytes.toString("latin1", typeAt, typeAt + 4))) {
      items.add(bytes.readUIntBE(entry.body + 4, idBytes));
      typesAt.push(typeAt);
    }
    at = entry.end;
  }
  return { items, typesAt };
}

/** The ranges of bytes that hold the items `wanted`. */
function extentsOf(bytes: Buffer, meta: Box, wanted: Set<number>): [start: number, end: number][] {
  const table = inMeta(bytes, meta, "iloc");
  if (!table) throw new BrokenImage("it has no item locations");
  const idat = inMeta(bytes, meta, "idat");
  let at = table.body;
  const read = (size: number): number => {
    if (at + size > table.end || size > 8) throw cutShort();
    const value = size === 0 ? 0 : size <= 6 ? bytes.readUIntBE(at, size) : Number(bytes.readBigUInt64BE(at));
    at += size;
    return value;
  };
  const version = read(1);
  read(3);
  const sizes = read(2);
  const [offsetSize = 0, lengthSize = 0, baseSize = 0, indexSize = 0] = [12, 8, 4, 0].map(
    (bits) => (sizes >> bits) & 15,
  );
  const extents: [number, number][] = [];
  for (let left = read(version < 2 ? 2 : 4); left > 0; left--) {
    const id = read(version < 2 ? 2 : 4);
    const inIdat = version > 0 && (read(2) & 15) === 1;
    read(2);
    const base = read(baseSize) + (inIdat ? (idat?.body ?? 0) : 0);
    for (let parts = read(2); parts > 0; parts--) {
      if (version > 0) read(indexSize);
      const start = base + read(offsetSize);
      const length = read(lengthSize);
      if (wanted.has(id)) extents.push([start, start + length]);
    }
  }
  return extents;
}
